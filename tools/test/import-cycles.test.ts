import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from './markdown.ts'

interface Import {
  /** The importing room: a folder, or a file that lies beside one, as a path from the source folder. */
  from: string
  to: string
  /** The importing file, and the module specifier in it. */
  file: string
  specifier: string
}

const sourceFolders = globSync('{packages,apps,skills}/*/src', { cwd: root })
  .map((folder) => folder.replaceAll('\\', '/'))
  .toSorted()

/** The imports between rooms of a source folder, type-only ones included. Index files are not rooms. */
function readImports(source: string): Import[] {
  return globSync(`${source}/**/*.{ts,tsx}`, { cwd: root })
    .map((path) => posix.relative(source, path.replaceAll('\\', '/')))
    .flatMap((file) =>
      specifiersIn(readFileSync(posix.join(root, source, file), 'utf8')).map((specifier) => ({
        ...roomsOf(file, posix.join(posix.dirname(file), specifier)),
        file,
        specifier,
      })),
    )
    .filter(({ from, to }) => from !== to && !/(?:^|\/)index\.tsx?$|^\.\./.test(`${from}\n${to}`))
}

function specifiersIn(text: string): string[] {
  const code = text.replaceAll(/^\s*(?:\/?\*|\/\/).*$/gm, '')
  return Array.from(code.matchAll(/\b(?:from|import)\s*\(?\s*'(\.[^']*)'/g), ([, specifier = '']) => specifier)
}

/** The two rooms that an import ties: the first folders, or files, in which both paths differ. */
function roomsOf(file: string, target: string): Pick<Import, 'from' | 'to'> {
  const [from, to] = [file.split('/'), target.split('/')]
  const depth = from.findIndex((name, at) => name !== to[at])
  const roomOf = (path: string[]) => (depth < 0 ? path : path.slice(0, depth + 1)).join('/')
  return { from: roomOf(from), to: roomOf(to) }
}

/** The shortest cycle through each room that is part of one, each cycle once, as a closed path of rooms. */
function findCycles(imports: readonly Pick<Import, 'from' | 'to'>[]): string[][] {
  const next = Map.groupBy(imports, ({ from }) => from)
  const cycles = [...next.keys()].flatMap((room) => {
    const paths = [[room]]
    const seen = new Set<string>()
    for (const path of paths) {
      for (const { to } of next.get(path.at(-1)!) ?? []) {
        if (to === room) return [startingAtLeast(path)]
        if (!seen.has(to)) paths.push([...path, to])
        seen.add(to)
      }
    }
    return []
  })
  return [...new Map(cycles.map((cycle) => [cycle.join(), [...cycle, cycle[0]!]])).values()]
}

/** The same cycle, rotated to begin with the room whose name sorts first. */
function startingAtLeast(cycle: string[]): string[] {
  const first = cycle.indexOf(cycle.toSorted()[0]!)
  return [...cycle.slice(first), ...cycle.slice(0, first)]
}

/** Files of one folder may import each other: the rule is about folders, and about the files of the source folder itself. */
function isFolder(room: string): boolean {
  return !room.includes('/') || !/\.tsx?$/.test(room)
}

/** A cycle with the files that tie it, one line per pair of rooms. */
function describeCycle(cycle: string[], imports: readonly Import[]): string {
  const ties = cycle.slice(1).map((to, at) => {
    const tied = imports.filter((each) => each.from === cycle[at] && each.to === to)
    return `  ${cycle[at]} → ${to}: ${tied.map(({ file, specifier }) => `${file} imports ${specifier}`).join(', ')}`
  })
  return [cycle.join(' → '), ...ties].join('\n')
}

describe('imports between the folders of a package', () => {
  it.each(sourceFolders)('%s has no cycle', (source) => {
    const imports = readImports(source)
    const cycles = findCycles(imports)
      .filter((cycle) => cycle.some(isFolder))
      .map((cycle) => describeCycle(cycle, imports))
    expect(cycles, cycles.join('\n')).toEqual([])
  })
})

describe('the search for cycles', () => {
  const pairs = (...names: string[]) => names.map((name) => ({ from: name[0]!, to: name[1]! }))

  it('reports each cycle once, by its shortest path', () => {
    expect(findCycles(pairs('ab', 'bc', 'ca', 'cb', 'de', 'ed'))).toEqual([
      ['a', 'b', 'c', 'a'],
      ['b', 'c', 'b'],
      ['d', 'e', 'd'],
    ])
  })

  it('accepts a graph whose arrows point one way', () => {
    expect(findCycles(pairs('ab', 'ac', 'bd', 'cd'))).toEqual([])
  })

  it('compares the folders in which two files differ', () => {
    expect(roomsOf('store/sqlite/turns.ts', 'store/row.ts')).toEqual({ from: 'store/sqlite', to: 'store/row.ts' })
    expect(roomsOf('a/one.ts', 'b/c/two.ts')).toEqual({ from: 'a', to: 'b' })
  })

  it('reads every form of import, and none in a comment', () => {
    const text = [
      `import type { A } from './a/one.ts'`,
      `export { b } from '../b.ts'`,
      `import './c.ts'`,
      `type D = import('./d.ts').D`,
      `const e = await import('./e.ts')`,
      ` * import { f } from './f.ts'`,
      `// import './g.ts'`,
      `import { h } from 'node:fs'`,
    ].join('\n')
    expect(specifiersIn(text)).toEqual(['./a/one.ts', '../b.ts', './c.ts', './d.ts', './e.ts'])
  })
})
