import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const page = join(import.meta.dirname, '../dist/page')

/** The scripts that the page needs before it shows a story: its entry and what that imports, by their compressed bytes. */
function firstLoad(): Map<string, number> {
  const sizes = new Map<string, number>()
  const add = (name: string) => {
    if (sizes.has(name)) return
    const path = join(page, 'assets', name)
    sizes.set(name, statSync(`${path}.br`).size)
    const imports = readFileSync(path, 'utf8').matchAll(/(?:from|import)\s*["'`]\.\/([\w-]+\.js)["'`]/g)
    for (const [, imported] of imports) add(imported!)
  }
  const entries = readFileSync(join(page, 'index.html'), 'utf8').matchAll(/assets\/([\w-]+\.js)/g)
  for (const [, entry] of entries) add(entry!)
  return sizes
}

test('the scripts of a first visit to a story are at most 150 kB compressed', () => {
  const sizes = firstLoad()
  expect(sizes.size).toBeGreaterThan(3)
  const total = [...sizes.values()].reduce((sum, size) => sum + size, 0)
  expect(total, JSON.stringify([...sizes])).toBeLessThanOrEqual(150_000)
})
