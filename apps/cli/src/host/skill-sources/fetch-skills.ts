import { cpSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync } from 'node:fs'
import { basename, join, resolve, sep } from 'node:path'
import { isJsonObject } from '@narratoria/protocol'
import { discoverSkills, type Skill, type SkillOrigin } from '@narratoria/skills'
import { UsageError } from '../../exit-codes.ts'
import type { Io } from '../../io.ts'
import { unpackArchive } from './archive.ts'
import { spawn } from 'node:child_process'

/** Where skills come from, as it is stored: paths are absolute. */
export type SkillSource = Pick<SkillOrigin, 'source' | 'kind'>

const packageName = /^(@[a-z0-9~-][\w.~-]*\/)?[a-z0-9~-][\w.~-]*(@[\w.^~*+-]+)?$/

/**
 * Returns what a source is.
 *
 * @throws {UsageError} if it is neither a folder, nor an archive, nor the name of a package
 */
export function sourceOf(given: string, { cwd }: Pick<Io, 'cwd'>): SkillSource {
  const path = resolve(cwd, given)
  const isPath = /^[./~\\]|^[A-Za-z]:|\.(tgz|tar|tar\.gz)$/.test(given)
  if (existsSync(path) && (isPath || !packageName.test(given)))
    return { source: path, kind: statSync(path).isDirectory() ? 'folder' : 'archive' }
  if (isPath) throw new UsageError(`"${given}" does not exist`)
  if (packageName.test(given)) return { source: given, kind: 'package' }
  throw new UsageError(`"${given}" is neither a folder, nor an archive (.tgz), nor the name of a package`)
}

/**
 * Fetches a source into `stage`, an empty folder, and returns the skills in it, each in a folder with its own name.
 *
 * @throws {UsageError} if it cannot be fetched or has no usable skill
 */
export async function fetchSkills({ source, kind }: SkillSource, stage: string, io: Io): Promise<Skill[]> {
  const fetched = join(stage, 'fetched')
  mkdirSync(fetched)
  if (kind === 'folder') copyFolder(source, fetched)
  else await unpackArchive(kind === 'package' ? await downloadPackage(source, stage, io) : source, fetched)
  const root = join(stage, 'skills')
  mkdirSync(root)
  for (const folder of skillFoldersIn(fetched, source))
    renameSync(folder, join(root, folder === fetched ? placeholder : basename(folder)))
  await useOwnName(root, source)
  await addDependencies(root, io)
  const { skills, warnings } = await discoverSkills({ roots: [root] })
  if (skills.length > 0) return skills
  throw new UsageError(`"${source}" has no usable skill: ${warnings.map(({ message }) => message).join('; ')}`)
}

/** The name of the folder of a skill until its own name is read. */
const placeholder = 'skill'

async function downloadPackage(name: string, stage: string, io: Io): Promise<string> {
  const folder = join(stage, 'download')
  mkdirSync(folder)
  await runNpm(['pack', name, '--json'], { cwd: folder, env: io.env })
  const file = readdirSync(folder).find((each) => each.endsWith('.tgz'))
  if (file === undefined) throw new UsageError(`npm did not download "${name}"`)
  return join(folder, file)
}

function copyFolder(from: string, to: string): void {
  const root = resolve(from)
  cpSync(root, to, {
    recursive: true,
    verbatimSymlinks: true,
    filter(path) {
      const name = basename(path)
      if (path !== root && (name === '.git' || name === 'node_modules')) return false
      if (path !== root && lstatSync(path).isSymbolicLink())
        throw new UsageError(`"${path}" is a link; a skill that is added must not contain any`)
      return true
    },
  })
}

/** The folder itself if it is a skill, or else the skills in it or in its folder `skills`. */
function skillFoldersIn(folder: string, source: string): string[] {
  if (isSkill(folder)) return [folder]
  for (const parent of [folder, join(folder, 'skills')]) {
    const found = existsSync(parent)
      ? readdirSync(parent)
          .map((name) => join(parent, name))
          .filter(isSkill)
      : []
    if (found.length > 0) return found
  }
  throw new UsageError(`"${source}" contains no skill: no folder in it has a skill.json or a SKILL.md`)
}

function isSkill(folder: string): boolean {
  return ['skill.json', 'SKILL.md'].some((file) => existsSync(join(folder, file)))
}

/** Gives the folder of a single skill the name of the skill. */
async function useOwnName(root: string, source: string): Promise<void> {
  const { skills } = await discoverSkills({ roots: [root] })
  for (const { path, name } of skills) {
    if (basename(path) === name) continue
    const target = join(root, name)
    if (!target.startsWith(root + sep) || existsSync(target))
      throw new UsageError(`"${source}" has two skills named "${name}"`)
    renameSync(path, target)
  }
}

/** Installs what the `package.json` of a skill depends on, beside its scripts. */
async function addDependencies(root: string, io: Io): Promise<void> {
  for (const name of readdirSync(root)) {
    const cwd = join(root, name)
    if (dependenciesIn(join(cwd, 'package.json')) === 0) continue
    await runNpm(['install', '--omit=dev', '--no-package-lock', '--install-links', '--no-bin-links'], {
      cwd,
      env: io.env,
    })
  }
}

function dependenciesIn(manifest: string): number {
  try {
    const content: unknown = JSON.parse(readFileSync(manifest, 'utf8'))
    return isJsonObject(content) && isJsonObject(content.dependencies) ? Object.keys(content.dependencies).length : 0
  } catch {
    return 0
  }
}

const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error']

/**
 * Runs npm, which runs no script of any package. The arguments must be safe for a shell, because npm is a batch file on Windows.
 *
 * @throws {UsageError} with npm's own words if it fails, or if there is no npm
 */
async function runNpm(args: readonly string[], { cwd, env }: Pick<Io, 'cwd' | 'env'>): Promise<string> {
  const shell = process.platform === 'win32'
  const child = spawn('npm', [...args, ...quiet], { cwd, env: { ...env }, shell, stdio: ['ignore', 'pipe', 'pipe'] })
  const output = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => (output[name] += text))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', (error) =>
      reject(
        new UsageError(
          `npm, which fetches packages, could not be started (${error.message}); install it, or give an archive`,
        ),
      ),
    )
    child.on('close', resolve)
  })
  if (code === 0) return output.stdout
  const lines = output.stderr.split('\n').map((line) => line.replace(/^npm (ERR!|error)\s*/, ''))
  const reason = lines.filter((line) => line !== '' && !/^(A complete log|code )/.test(line)).slice(0, 3)
  throw new UsageError(`npm could not fetch it: ${reason.join(' ')}`)
}
