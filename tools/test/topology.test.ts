import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root, textOf } from './markdown.ts'

/** The rows of the table in AGENTS.md: each folder, with the packages that it may depend on. */
const rows: { folder: string; allowed: string[] }[] = []
for (const [, folder = '', needs = ''] of textOf('AGENTS.md').matchAll(/^\| `([^`]+)` +\|[^|]+\|([^|]*)\|$/gm)) {
  const names = needs.trim() === 'all above' ? rows.map((row) => nameOf(row.folder)) : needs.trim().split(', ')
  rows.push({ folder, allowed: names.filter((name) => /^\w/.test(name)) })
}
const workspaces = rows.filter(({ folder }) => /^(?:packages|apps|skills)\//.test(folder))
const packages = workspaces.filter(({ folder }) => folder.startsWith('packages/'))

function nameOf(folder: string): string {
  return folder.split('/')[1] ?? folder
}

function importsIn(folder: string): string[] {
  return globSync(`${folder}/src/**/*.{ts,tsx}`, { cwd: root }).flatMap((file) =>
    Array.from(codeOf(file).matchAll(/(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g), ([, specifier = '']) => specifier),
  )
}

/** The text of a file without its comments, whose examples import too. */
function codeOf(file: string): string {
  return textOf(file).replaceAll(/^\s*(?:\/?\*|\/\/).*$/gm, '')
}

/** The names that an index exports, types included: those of its lists, and those that it declares. */
function exportedNames(code: string): string[] {
  const lists = /^export (?:type )?\{([^}]*)\}(?: from '[^']+')?$/gm
  const declarations = /^export (?:async )?(?:const|function|class|interface|type) (\w+)/gm
  const others = code.replaceAll(lists, '').replaceAll(declarations, '')
  if (/^export\b/m.test(others)) throw new Error(`Not the export of a name: ${/^export\b.*/m.exec(others)![0]}`)
  const listed = Array.from(code.matchAll(lists), ([, names = '']) => names.split(',')).flat()
  return [...listed, ...Array.from(code.matchAll(declarations), ([, name = '']) => name)]
    .map((name) => name.trim().replace(/^type |^.* as /, ''))
    .filter((name) => name !== '')
}

/** The names of the siblings among package names or specifiers, the folder's own left out. */
function siblingsAmong(names: string[], folder: string): string[] {
  const siblings = names.filter((name) => name.startsWith('@narratoria/')).map((name) => name.split('/')[1]!)
  return [...new Set(siblings)].filter((sibling) => sibling !== nameOf(folder))
}

describe('the table of AGENTS.md', () => {
  it('names every package and app, and no other', () => {
    const folders = globSync('{packages,apps}/*/package.json', { cwd: root }).map((file) => dirname(file))
    const named = workspaces.map(({ folder }) => folder).filter((folder) => !folder.includes('*'))
    expect(named.toSorted()).toEqual(folders.map((folder) => folder.replaceAll('\\', '/')).toSorted())
  })

  it('names only folders that exist, and lets each depend on those above it alone', () => {
    for (const [at, { folder, allowed }] of rows.entries()) {
      expect(globSync(folder, { cwd: root }), folder).not.toEqual([])
      const above = rows.slice(0, at).map((row) => nameOf(row.folder))
      expect(allowed.filter((name) => !above.includes(name))).toEqual([])
    }
  })

  it.each(workspaces)('$folder imports only $allowed', ({ folder, allowed }) => {
    expect(siblingsAmong(importsIn(folder), folder).filter((name) => !allowed.includes(name))).toEqual([])
  })

  it.each(workspaces)('$folder declares only $allowed', ({ folder, allowed }) => {
    for (const file of globSync(`${folder}/package.json`, { cwd: root })) {
      const { dependencies, peerDependencies } = JSON.parse(textOf(file)) as Record<string, object | undefined>
      const declared = siblingsAmong(Object.keys({ ...dependencies, ...peerDependencies }), folder)
      expect(declared.filter((name) => !allowed.includes(name))).toEqual([])
    }
  })
})

describe('packages', () => {
  it('protocol imports no module of Node', () => {
    expect(importsIn('packages/protocol').filter((specifier) => specifier.startsWith('node:'))).toEqual([])
  })

  it.each(packages)('$folder imports siblings through their export maps', ({ folder }) => {
    const deep = importsIn(folder).filter((specifier) => /^@narratoria\/[^/]+\/(?:src|dist)\b/.test(specifier))
    expect(deep).toEqual([])
  })

  it.each(packages)('$folder names each of its exports', ({ folder }) => {
    const indexes = globSync(`${folder}/src/{index,*/index,exchange,store-parts}.ts`, { cwd: root })
    expect(indexes.filter((file) => /export \*/.test(codeOf(file)))).toEqual([])
  })

  it.each([...packages.map(({ folder }) => `${folder}/src/index.ts`), 'apps/web/src/server/index.ts'])(
    '%s exports at most 40 names, types included',
    (file) => {
      const names = exportedNames(codeOf(file))
      expect(names.length, names.join(', ')).toBeLessThanOrEqual(40)
      expect(names).not.toEqual([])
    },
  )

  it('counts the names of every list and declaration, and knows no other form of export', () => {
    const lists = "export { a, type B } from './a.ts'\nexport type { C as D } from './c.ts'\n"
    expect(exportedNames(`${lists}export const e = 1\n`)).toEqual(['a', 'B', 'D', 'e'])
    expect(() => exportedNames("export * from './a.ts'\n")).toThrow("export * from './a.ts'")
  })
})

describe('AGENTS.md', () => {
  it('names only files and commands that exist', () => {
    const page = textOf('AGENTS.md')
    const { scripts } = JSON.parse(textOf('package.json')) as { scripts: object }
    for (const [, script = ''] of page.matchAll(/`(?:npm|pnpm) (?:run )?([a-z-:]+)`/g))
      expect(scripts).toHaveProperty([script])
    const files = Array.from(page.matchAll(/`((?:tools|docs|\.ci)\/[\w./-]+)`/g), ([, file = '']) => file)
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([])
  })
})

describe('committed files', () => {
  const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean)

  it('contain no path of the machine that they were written on', () => {
    const texts = tracked
      .filter((file) => existsSync(join(root, file)))
      .map((file) => [file, readFileSync(join(root, file), 'utf8')] as const)
    const places = [`${root}/`, `${homedir()}/`]
    expect(texts.filter(([, text]) => places.some((place) => text.includes(place))).map(([file]) => file)).toEqual([])
  })

  it('contain no registry address', () => {
    const manifests = tracked.filter((file) =>
      /(?:pnpm-lock\.yaml|package(?:-lock)?\.json|pnpm-workspace\.yaml|\.npmrc)$/.test(file),
    )
    const addresses = manifests.flatMap(
      (file) => textOf(file).match(/https?:\/\/[^\s"']*(?:registry|\.tgz)[^\s"']*/g) ?? [],
    )
    expect(addresses).toEqual([])
    expect(textOf('pnpm-lock.yaml')).not.toMatch(/https?:\/\//)
  })
})
