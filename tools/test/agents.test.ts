import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from './markdown.ts'
import { readNeeds } from './needs.ts'

const page = readFileSync(join(root, 'AGENTS.md'), 'utf8')
const rows = [...page.matchAll(/^\| `([^`]+)` +\|[^|]+\|([^|]*)\|$/gm)].map(([, path = '', needs = '']) => ({
  path,
  needs: needs.trim(),
}))

describe('AGENTS.md', () => {
  it('names every package and app of the workspace, and no other', () => {
    const folders = globSync('{packages,apps}/*/package.json', { cwd: root }).map((file) =>
      dirname(file).replaceAll('\\', '/'),
    )
    const named = rows.map(({ path }) => path).filter((path) => /^(packages|apps)\//.test(path))
    expect(named.toSorted()).toEqual(folders.toSorted())
  })

  it.each(rows)('$path is there', ({ path }) => {
    expect(globSync(path, { cwd: root }).length).toBeGreaterThan(0)
  })

  const needed = readNeeds()
  it.each(rows.filter(({ path }) => /^(packages|apps|skills)\//.test(path)))(
    '$path depends on what the table says',
    ({ path, needs }) => {
      const above = rows
        .slice(
          0,
          rows.findIndex((row) => row.path === path),
        )
        .map((row) => row.path.split('/')[1] ?? '')
      const said = needs === 'all above' ? above : needs.split(', ').filter((name) => name !== '–')
      const folders = [...needed.keys()].filter((folder) => folder === path || `${dirname(folder)}/*` === path)
      const found = new Set(folders.flatMap((folder) => needed.get(folder) ?? []))
      expect([...found].map((folder) => folder.split('/')[1] ?? '').toSorted()).toEqual(said.toSorted())
    },
  )

  it('names only files and commands that there are', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object }
    for (const [, script = ''] of page.matchAll(/`npm (?:run )?([a-z-]+)`/g)) expect(scripts).toHaveProperty(script)
    const files = [...page.matchAll(/`((?:tools|docs|\.ci)\/[\w./-]+)`/g)].map(([, file = '']) => file)
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([])
  })
})
