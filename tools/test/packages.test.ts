import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, posix, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { publishablePackages } from '../packages.mjs'
import { pages, root, splitFences, textOf } from './markdown.ts'

const packages = publishablePackages()

/** The entry points of each package. A change here is a change for users. */
const entryPoints: Record<string, string[]> = {
  '@narratoria/cli': [],
  '@narratoria/cluster': ['.', './testing'],
  '@narratoria/mcp': ['.'],
  '@narratoria/world': ['.', './claims', './contracts/*', './model', './parse'],
  '@narratoria/models': ['.', './ai-sdk', './connections', './testing'],
  '@narratoria/campaigns': ['.', './contracts/*', './library', './pack', './player', './premise'],
  '@narratoria/content': ['.', './folders', './novels', './premises'],
  '@narratoria/interchange': ['.', './chat'],
  '@narratoria/executor': ['.', './testing'],
  '@narratoria/planner': ['.', './eval', './llama', './llama-worker', './models', './testing'],
  '@narratoria/protocol': [
    '.',
    './bounded',
    './conformance',
    './conformance-kit/*',
    './contracts/*',
    './errors',
    './event-sink',
    './light',
    './printable',
    './require-node',
    './rules',
    './skill',
  ],
  '@narratoria/runtime': [
    '.',
    './exchange',
    './history',
    './manage',
    './store',
    './store-parts',
    './telemetry',
    './tools',
    './world',
  ],
  '@narratoria/skills': ['.', './config', './install'],
  '@narratoria/story': ['.'],
  '@narratoria/tool-sdk': ['.', './conformance', './scaffold', './testing'],
  '@narratoria/web': ['.', './openapi.json'],
}

/** The rows of the tables in docs/dependencies.md: the package without its scope, and what it depends on. */
const dependencyRows = Array.from(
  textOf('docs/dependencies.md').matchAll(/^\| ([\w-]+) +\| ([^|]+) \| [^|]+\|$/gm),
  ([, of = '', names = '']) => names.split(', ').map((name) => ({ of, name: name.trim() })),
).flat()

it('every package of the workspace has the same range of Node versions', () => {
  const manifests = globSync('{.,{packages,apps,skills,examples}/*,benchmarks,tools/build}/package.json', { cwd: root })
  expect(manifests.length).toBeGreaterThan(20)
  const others = manifests.filter((file) => {
    const { engines } = JSON.parse(textOf(file)) as { engines?: { node?: string } }
    return engines?.node !== '>=22.18'
  })
  expect(others).toEqual([])
})

describe.each(packages)('$name', ({ name, dir, manifest }) => {
  it('has a README under 60 lines that shows code in its first 10 lines and names the Node range', () => {
    const lines = readFileSync(join(dir, 'README.md'), 'utf8').trimEnd().split('\n')
    expect(lines[0]).toBe(`# ${name}`)
    expect(lines.length).toBeLessThan(60)
    expect(lines.slice(0, 10).some((line) => line.startsWith('```'))).toBe(true)
    expect(lines.join(' ')).toContain('Requires Node.js 22.18 or later.')
  })

  it('has a complete manifest', () => {
    expect(manifest).toMatchObject({
      type: 'module',
      license: 'MIT',
      engines: { node: '>=22.18' },
      publishConfig: { access: 'public', provenance: true },
      description: expect.stringMatching(/^\S.{30,}\.$/),
      keywords: expect.arrayContaining(['narratoria']),
      files: expect.arrayContaining(['dist']),
    })
    expect(Object.keys(manifest.exports ?? {}).toSorted()).toEqual(entryPoints[name])
    expect(readFileSync(join(dir, 'LICENSE'), 'utf8')).toBe(textOf('LICENSE'))
    expect(existsSync(join(dir, 'test', 'public-api.test.ts'))).toBe(manifest.exports !== undefined)
  })

  it('runs nothing when it is installed', () => {
    for (const hook of ['preinstall', 'install', 'postinstall', 'prepare'])
      expect(manifest.scripts).not.toHaveProperty(hook)
  })

  it('has each of its dependencies explained in docs/dependencies.md', () => {
    const explained = dependencyRows.filter(({ of }) => `@narratoria/${of}` === name).map((row) => row.name)
    const installed = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })
    const isExternal = (dependency: string) => !dependency.startsWith('@narratoria/')
    expect(explained.filter(isExternal).toSorted()).toEqual(installed.filter(isExternal).toSorted())
  })

  it('links in its published pages only to files that it publishes', () => {
    const folder = relative(root, dir).replaceAll('\\', '/')
    const files = [...(manifest.files as string[]), 'README.md', 'LICENSE', 'package.json']
    const isPublished = (path: string) =>
      files.some((file) => path === file || path.startsWith(`${file.replace(/^\.\//, '')}/`))
    const published = pages.filter((page) => page.startsWith(`${folder}/`) && isPublished(posix.relative(folder, page)))
    expect(published).not.toEqual([])
    const links = published.flatMap((page) =>
      Array.from(
        splitFences(textOf(page)).prose.matchAll(/\]\(([^)\s]+)|^\[[^\]]+\]: (\S+)/gm),
        ([, inline, defined]) => posix.join(dirname(page), (inline ?? defined ?? '').split('#')[0]!),
      ),
    )
    const local = links.filter((path) => !path.includes('https:')).map((path) => posix.relative(folder, path))
    expect(local.filter((path) => !isPublished(path) || !existsSync(join(dir, path)))).toEqual([])
  })
})

it('all published packages have one version until 1.0', () => {
  expect(new Set(packages.map(({ manifest }) => manifest.version)).size).toBe(1)
})

// Provenance is refused unless `repository` names the public repository and the folder in it.
it('all published packages have the same repository, each with its folder, or none has one', () => {
  const repositories = packages.map(({ manifest }) => manifest.repository as { url: string } | undefined)
  const url = repositories[0]?.url
  if (url !== undefined) expect(url).toMatch(/^git\+https:\/\/[^/\s]+\/[^/\s]+\/[^\s]+\.git$/)
  const wanted = packages.map(({ dir }) => ({ type: 'git', url, directory: relative(root, dir).replaceAll('\\', '/') }))
  expect(repositories).toEqual(url === undefined ? packages.map(() => undefined) : wanted)
})

/** It has its own installation, so it is not a part of the workspace. */
const foreign = 'examples/copilotkit/package.json'

it.each(globSync('{packages,apps,skills,examples}/*/package.json', { cwd: root, exclude: [foreign] }))(
  '%s tests its own folder',
  (file) => {
    const { scripts } = JSON.parse(textOf(file)) as { scripts: { test?: string } }
    expect(scripts.test).toBe(`vitest run --root ../.. ${dirname(file)}/`)
  },
)
