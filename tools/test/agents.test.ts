import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
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

  it.each(rows.filter(({ path, needs }) => path.startsWith('packages/') && !needs.startsWith('all')))(
    '$path depends on what the table says',
    ({ path, needs }) => {
      const { dependencies = {} } = JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8')) as {
        dependencies?: object
      }
      const siblings = Object.keys(dependencies).flatMap((name) => name.match(/^@narratoria\/(.+)$/)?.[1] ?? [])
      expect(siblings.toSorted()).toEqual(needs === '–' ? [] : needs.split(', ').toSorted())
    },
  )

  it('names only files and commands that there are', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object }
    for (const [, script = ''] of page.matchAll(/`npm (?:run )?([a-z-]+)`/g)) expect(scripts).toHaveProperty(script)
    const files = [...page.matchAll(/`((?:tools|docs|\.ci)\/[\w./-]+)`/g)].map(([, file = '']) => file)
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([])
  })
})
