import { execFileSync, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findNode } from './find-node.ts'
import { blocksOf } from './markdown.ts'
import { npmInstall, ownSizeOf, packPackage, publishablePackages } from '../packages.mjs'

const here = dirname(fileURLToPath(import.meta.url))
const root = dirname(dirname(here))
const packages = publishablePackages()
const catalog = readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8')
const nodeTypes = /'@types\/node': (\S+)/.exec(catalog)?.[1]
const typebox = /^ +typebox: (\S+)/m.exec(catalog)?.[1]

/** The most megabytes that a package may install, with everything that it brings. */
const maxInstalled = (name: string) => moreInstalled[name] ?? 15
/** The libraries of MCP bring schemas of their own, the cluster a client of its database and its queues, and novels and the page their texts. */
const moreInstalled: Record<string, number> = {
  '@narratoria/mcp': 36,
  '@narratoria/cluster': 22,
  '@narratoria/story': 18,
  '@narratoria/web': 18,
}
/** Entry points that need an optional peer. */
const peerEntries = ['@narratoria/runtime/telemetry']
/** The most packages that the runtime may install, itself included. */
const maxInstalledPackages = 20

/** A project outside the workspace that installs the tarballs, as a user installs the published packages. */
let project = ''

beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'narratoria-consumer-'))
  cpSync(join(here, 'fixtures', 'consumer'), project, { recursive: true })
  const tarballs = packages.map(({ name, dir }) => [name, `file:${packPackage(dir, project)}`])
  const dependencies = { ...Object.fromEntries(tarballs), '@types/node': nodeTypes, typebox }
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'consumer', type: 'module', dependencies }))
  npmInstall(project)
}, 900_000)

afterAll(() => rmSync(project, { recursive: true, force: true }))

/** The output of `type-check.mjs`. */
interface TypeCheck {
  errors: string
  own: number
  ours: number
  instantiations: number
}

/** The manifest of an installed package. */
function installed(name: string): {
  version: string
  dependencies?: Record<string, string>
  exports?: Record<string, unknown>
  bin?: Record<string, string>
} {
  return JSON.parse(readFileSync(join(project, 'node_modules', name, 'package.json'), 'utf8'))
}

/** Skips a test whose Node cannot be had. Fails instead in continuous integration on Linux, where one is packaged. */
function giveUp(reason: string, skip: (reason: string) => void): void {
  if (process.env.CI && process.platform === 'linux') throw new Error(reason)
  skip(reason)
}

describe('the packed packages in an empty project', () => {
  it.for([22, 24] as const)('play a turn with a skill of the project, on Node %i', (major, { skip }) => {
    const node = findNode(major)
    if ('reason' in node) return giveUp(node.reason, skip)
    expect(execFileSync(node.path, ['--version'], { encoding: 'utf8' })).toMatch(`v${major}.`)
    const output = execFileSync(node.path, ['program.ts', `home-${major}`], { cwd: project, encoding: 'utf8' })
    const { narrative, seen, ...rest } = JSON.parse(output) as { narrative: string; seen: string[] }
    expect(rest).toEqual({
      state: { bell: { rung: true } },
      fallback: false,
      merged: { bell: { rung: true } },
      runtime: 'runtime_missing',
      tested: true,
    })
    expect(narrative).toContain('a bell answers')
    expect(seen[0]).toBe('turn_started')
    expect(seen.at(-1)).toBe('turn_finished')
  })

  it.each(blocksOf('docs/guides/embed.md').filter(({ words }) => /\brun\b/.test(words)))(
    'run the program $words of the guide to embedding, word for word',
    ({ words, code }) => {
      const folder = mkdtempSync(join(project, 'embed-'))
      const file = join(folder, /file=(\S+)/.exec(words)![1]!)
      writeFileSync(file, code)
      const run = spawnSync(process.execPath, [file], { cwd: folder, encoding: 'utf8', timeout: 60_000 })
      expect(run.status, run.stderr).toBe(0)
      const promised = Array.from(code.matchAll(/^console\.log\(.*\) \/\/ (.+)$/gm), ([, line = '']) => line)
      for (const line of promised) expect(run.stdout.split('\n')).toContain(line)
    },
  )

  it('type-check with typescript-7, all declarations included', { timeout: 900_000 }, () => {
    const compile = join(root, 'node_modules', 'typescript-7', 'bin', 'tsc')
    const checked = spawnSync(process.execPath, [compile, '-p', project], { cwd: project, encoding: 'utf8' })
    expect(`${checked.stdout}${checked.stderr}`).toBe('')
    expect(checked.status).toBe(0)
  })

  // These compilers take most of a minute for the declarations of other packages, so only ours are checked.
  it.each(['typescript-5.9', 'typescript'])('type-check with %s at little cost, declarations included', (compiler) => {
    const args = [join(here, 'type-check.mjs'), join(root, 'node_modules', compiler), project]
    const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
    expect(stderr).toBe('')
    const { errors, own, ours, instantiations } = JSON.parse(stdout) as TypeCheck
    expect(errors).toBe('')
    expect(own).toBe(2)
    expect(ours).toBeGreaterThan(packages.length)
    // An editor repeats this work for every hint; a million instantiations take seconds.
    expect(instantiations).toBeLessThan(60_000)
  })

  it.for([22, 24] as const)(
    'play a turn on the command line with the shipped skills, on Node %i',
    (major, { skip }) => {
      const node = findNode(major)
      if ('reason' in node) return giveUp(node.reason, skip)
      const args = ['play', '--prompt', 'I light the torch', '--json']
      const env = { ...process.env, NARRATORIA_HOME: join(project, `cli-${major}`) }
      const bin = join(project, 'node_modules', '@narratoria', 'cli', 'bin', 'narratoria.js')
      const output = execFileSync(node.path, [bin, ...args], { cwd: tmpdir(), env, encoding: 'utf8' })
      expect(JSON.parse(output)).toMatchObject({ fallback: false, result: { success: true } })
    },
  )

  it('bring no model runtime', () => {
    const modules = readdirSync(join(project, 'node_modules'))
    expect(modules).toContain('typebox')
    expect(modules.filter((name) => name.includes('llama'))).toEqual([])
  })

  it.each(packages.map(({ name }) => ({ name, most: maxInstalled(name) })))(
    '$name installs at most $most MB',
    ({ name, most }) => {
      const folders = [`node_modules/${name}`, ...installedWith(name).values()]
      const bytes = folders.reduce((sum, folder) => sum + ownSizeOf(join(project, folder)), 0)
      expect(bytes / 1e6).toBeLessThan(most)
    },
  )

  it(`a host that plays installs at most ${maxInstalledPackages} packages`, () => {
    const names = ['@narratoria/runtime', ...installedWith('@narratoria/runtime').keys()]
    expect(names.length, names.join(' ')).toBeLessThanOrEqual(maxInstalledPackages)
  })

  it.each(packages.map(({ name }) => name))('%s works with only its own dependencies installed', (name) => {
    const alone = mkdtempSync(join(tmpdir(), 'narratoria-alone-'))
    try {
      for (const folder of [`node_modules/${name}`, ...installedWith(name).values()]) {
        linkFolder(join(project, folder), join(alone, folder))
      }
      const entries = entryPointsOf(name).filter((entry) => !peerEntries.includes(entry))
      const program = `for (const entry of ${JSON.stringify(entries)}) await import(entry)`
      const bins = Object.values(installed(name).bin ?? {}).map((bin) => [join('node_modules', name, bin), '--version'])
      const runs = [...bins, ...(entries.length > 0 ? [['--input-type=module', '-e', program]] : [])]
      expect(runs).not.toEqual([])
      for (const args of runs) {
        const env = { ...process.env, NODE_NO_WARNINGS: '1' }
        const run = spawnSync(process.execPath, args, { cwd: alone, env, encoding: 'utf8', timeout: 60_000 })
        expect(run).toMatchObject({ stderr: '', status: 0 })
      }
    } finally {
      rmSync(alone, { recursive: true, force: true })
    }
  })

  it.each(packages.map(({ name }) => name))('%s contains its licence, its README and no workspace address', (name) => {
    const files = readdirSync(join(project, 'node_modules', name))
    expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'package.json']))
    expect(JSON.stringify(installed(name))).not.toMatch(/workspace:|catalog:/)
    expect(existsSync(join(project, 'node_modules', name, 'src'))).toBe(false)
  })
})

/** Creates a folder with links to the files of another one on the same disk, which is cheaper than copies. */
function linkFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) linkFolder(source, target)
    else if (!existsSync(target)) linkSync(source, target)
  }
}

/** The specifiers that a host can import from a package. */
function entryPointsOf(name: string): string[] {
  const { exports = {} } = installed(name)
  // Data files and worker programs are not imported.
  const paths = Object.keys(exports).filter((path) => !/\.json$|\*|-worker$/.test(path))
  return paths.map((path) => (path === '.' ? name : `${name}/${path.slice(2)}`))
}

/** Every package that a package's dependencies bring, as npm resolved them: the folder of each by its name. */
function installedWith(name: string): Map<string, string> {
  const { packages: locked } = JSON.parse(readFileSync(join(project, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dependencies?: object; optionalDependencies?: object }>
  }
  const found = new Map<string, string>()
  const visit = (folder: string) => {
    const { dependencies = {}, optionalDependencies = {} } = locked[folder] ?? {}
    for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const nested = `${folder}/node_modules/${needed}`
      const next = nested in locked ? nested : `node_modules/${needed}`
      if (!(next in locked) || found.has(needed)) continue
      found.set(needed, next)
      visit(next)
    }
  }
  visit(`node_modules/${name}`)
  return found
}
