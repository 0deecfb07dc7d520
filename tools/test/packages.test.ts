import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { publishablePackages, repositoryFaults } from '../packages.mjs'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const packages = publishablePackages()

/** Tells whether version control leaves a path out: it is made, not written. */
function isIgnored(path: string): boolean {
  return spawnSync('git', ['check-ignore', '-q', path], { cwd: root }).status === 0
}

/** What can be imported of each package: a change of it is a change for strangers. */
const entryPoints: Record<string, string[]> = {
  '@narratoria/cli': [],
  '@narratoria/executor': ['.'],
  '@narratoria/planner': ['.', './eval', './llama', './llama-worker', './models', './testing'],
  '@narratoria/protocol': [
    '.',
    './conformance',
    './conformance-kit/*',
    './contracts/*',
    './errors',
    './rules',
    './skill',
  ],
  '@narratoria/runtime': ['.'],
  '@narratoria/skills': ['.'],
  '@narratoria/story': ['.'],
  '@narratoria/tool-sdk': ['.', './conformance', './scaffold', './testing'],
  '@narratoria/web': ['.', './openapi.json'],
}

describe.each(packages)('$name', ({ name, dir, manifest }) => {
  const readme = existsSync(join(dir, 'README.md')) ? readFileSync(join(dir, 'README.md'), 'utf8') : ''

  it('has a README under 60 lines that shows code before it explains', () => {
    const lines = readme.trimEnd().split('\n')
    expect(lines[0]).toBe(`# ${name}`)
    expect(lines.length).toBeLessThan(60)
    const example = lines.findIndex((line) => line.startsWith('```'))
    expect(example).toBeGreaterThan(0)
    expect(example).toBeLessThan(10)
  })

  it('tells the registry what it is, what it needs and who may have it', () => {
    expect(manifest).toMatchObject({
      type: 'module',
      license: 'MIT',
      engines: { node: '>=22.18' },
      publishConfig: { access: 'public', provenance: true },
      description: expect.stringMatching(/^\S.{30,}\.$/),
      keywords: expect.arrayContaining(['narratoria']),
      files: expect.any(Array),
    })
  })

  it('publishes what it built under the licence of the project, not its sources or tests', () => {
    expect(manifest.files).toContain('dist')
    expect(manifest.files).not.toEqual(expect.arrayContaining(['src']))
    expect(readFileSync(join(dir, 'LICENSE'), 'utf8')).toBe(readFileSync(join(root, 'LICENSE'), 'utf8'))
  })

  it('publishes nothing built that a build from the cache would leave out', () => {
    const { tasks } = JSON.parse(readFileSync(join(root, 'turbo.json'), 'utf8')) as {
      tasks: { build: { outputs: string[] } }
    }
    // Skills are copied when the package is packed; a pattern stands for what is below it.
    const files = manifest.files as string[]
    const built = files.filter((file) => !file.includes('*') && file !== 'skills' && isIgnored(join(dir, file)))
    expect(built.filter((file) => !tasks.build.outputs.includes(`${file}/**`))).toEqual([])
  })

  it('has no address that nobody answers, and runs nothing when it is installed', () => {
    for (const field of ['homepage', 'bugs']) expect(manifest).not.toHaveProperty(field)
    for (const hook of ['preinstall', 'install', 'postinstall', 'prepare'])
      expect(manifest.scripts).not.toHaveProperty(hook)
  })

  it('has the entry points that it had', () => {
    expect(Object.keys(manifest.exports ?? {}).toSorted()).toEqual(entryPoints[name])
  })

  it('builds every file that its export map names', () => {
    const targets = JSON.stringify(manifest.exports ?? manifest.bin).match(/"\.\/[^"*]+"/g) ?? []
    const files = targets.map((target) => JSON.parse(target) as string).filter((file) => file.includes('.', 2))
    expect(files.filter((file) => !existsSync(join(dir, file)))).toEqual([])
  })

  it('pins its public names in a test', () => {
    if (!manifest.exports) return
    expect(existsSync(join(dir, 'test', 'public-api.test.ts'))).toBe(true)
  })
})

it('all are of one version until 1.0', () => {
  expect(new Set(packages.map(({ manifest }) => manifest.version)).size).toBe(1)
})

describe('the repository of published packages', () => {
  const url = 'git+https://github.com/OWNER/NAME.git'
  const right = (directory: string) => ({ type: 'git', url, directory })
  const faultsOf = (one: unknown, two: unknown) => {
    const dirs = ['packages/one', 'apps/two'].map((dir) => join(root, dir))
    return repositoryFaults([
      { name: 'one', dir: dirs[0]!, manifest: one === undefined ? {} : { repository: one } },
      { name: 'two', dir: dirs[1]!, manifest: two === undefined ? {} : { repository: two } },
    ])
  }

  it('is not chosen yet, or stands in all as npm wants it', () => {
    expect(repositoryFaults(packages)).toEqual([])
    expect(faultsOf(undefined, undefined)).toEqual([])
    expect(faultsOf(right('packages/one'), right('apps/two'))).toEqual([])
  })

  it.each([
    ['one only has it', right('packages/one'), undefined],
    ['a folder is that of another', right('packages/one'), right('packages/one')],
    ['a folder is missing', right('packages/one'), { type: 'git', url }],
    ['an address differs', right('packages/one'), { ...right('apps/two'), url: url.toLowerCase() }],
    ['it is a shorthand', right('packages/one'), 'github:OWNER/NAME'],
    ['it is of no type', right('packages/one'), { url, directory: 'apps/two' }],
  ])('is refused where %s, with what to write', (_, one, two) => {
    const wanted = JSON.stringify(right('apps/two'))
    expect(faultsOf(one, two)).toEqual([expect.stringContaining(`in apps/two/package.json to ${wanted}`)])
  })

  it.each([undefined, '', 'OWNER/NAME', 'git@github.com:OWNER/NAME.git'])('is refused with the address %s', (bad) => {
    const faults = faultsOf({ ...right('packages/one'), url: bad }, { ...right('apps/two'), url: bad })
    expect(faults.map((fault) => fault.split(' ')[0])).toEqual(['one', 'two'])
  })
})

const members = globSync('{packages,apps,skills,examples}/*/package.json', { cwd: root })
  .sort()
  .map((file) => JSON.parse(readFileSync(join(root, file), 'utf8')) as { name: string; scripts: { test?: string } })

it.each(members)('$name: its test script runs its own tests', ({ name, scripts }) => {
  expect(scripts.test).toBe(`vitest run --root ../.. --project ${name}`)
})
