import { existsSync, lstatSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { modelChecks } from '@narratoria/planner'
import { checkSkill, type Skill } from '@narratoria/skills'
import { exitCodes, UsageError } from '../../exit-codes.ts'
import { packFiles, type PackedFile } from '../../host/skill-sources/archive.ts'
import type { Io } from '../../io.ts'
import { print, printError } from '../../terminal/print.ts'
import { count } from '../../terminal/terminal.ts'
import type { PackOptions } from './command.ts'

/** Never packed: what is installed, what version control keeps, the user's settings, and other packages. */
const leftOut = /^(node_modules|\.git|\.DS_Store|config\.json)$|\.tgz$/

/** `narratoria skill pack [FOLDER]`: makes an archive that npm publishes and `skills add` adds. */
export async function packSkill({ folder = '.', out }: PackOptions, io: Io): Promise<number> {
  const path = resolve(io.cwd, folder)
  const { skill, problems } = await checkSkill(path, modelChecks)
  for (const { code, message } of problems) printError(io, `${code}: ${message}`)
  if (!skill || problems.length > 0) {
    printError(io, `Nothing was packed: the skill has ${count(problems.length, 'problem')}.`)
    return exitCodes.failure
  }
  const files = filesIn(path)
  if (!files.some((file) => file.path === 'package.json')) files.push(packageManifest(skill))
  else checkManifest(path, skill)
  const archive = await packFiles(files)
  const target = resolve(io.cwd, out ?? `${skill.name}-${skill.version}.tgz`)
  writeFileSync(target, archive)
  for (const file of files) print(io, `  ${file.path}`)
  if (existsSync(join(path, 'config.json'))) print(io, '  (without config.json, which holds your settings)')
  const name = relative(io.cwd, target)
  print(io, `wrote ${name}: ${count(files.length, 'file')}, ${Math.ceil(archive.byteLength / 1024)} KiB`)
  print(io, `\nNext:\n  narratoria skills add ./${name}\n  npm publish ./${name}`)
  return exitCodes.success
}

function filesIn(root: string): PackedFile[] {
  const files: PackedFile[] = []
  const visit = (folder: string) => {
    for (const name of readdirSync(folder).sort()) {
      if (leftOut.test(name)) continue
      const path = join(folder, name)
      const stat = lstatSync(path)
      if (stat.isSymbolicLink()) throw new UsageError(`"${path}" is a link; a packed skill cannot contain any`)
      if (stat.isDirectory()) visit(path)
      else if (stat.isFile())
        files.push({
          path: relative(root, path).replaceAll('\\', '/'),
          content: readFileSync(path),
          isExecutable: (stat.mode & 0o100) !== 0,
        })
    }
  }
  visit(root)
  return files
}

/** What npm needs to publish a skill. */
function packageManifest({ name, version, description, license, homepage, author }: Skill): PackedFile {
  const manifest = {
    name: `narratoria-skill-${name}`,
    version,
    description,
    keywords: ['narratoria-skill'],
    ...(author !== undefined && { author }),
    ...(license !== undefined && { license }),
    ...(homepage !== undefined && { homepage }),
  }
  return { path: 'package.json', content: Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`), isExecutable: false }
}

/** @throws {UsageError} if npm could not publish the folder, or its version differs from that of the skill */
function checkManifest(folder: string, { version }: Skill): void {
  let manifest: { name?: unknown; version?: unknown }
  try {
    manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as typeof manifest
  } catch (error) {
    throw new UsageError(`package.json is not valid JSON: ${(error as Error).message}`)
  }
  if (typeof manifest.name !== 'string') throw new UsageError('package.json must have a "name"')
  if (manifest.version !== version)
    throw new UsageError(
      `package.json has the version ${JSON.stringify(manifest.version)}, and the skill ${version}; make them equal`,
    )
}
