import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import german from '../../src/page/language/de.json' with { type: 'json' }
import japanese from '../../src/page/language/ja.json' with { type: 'json' }

const page = join(import.meta.dirname, '../../src/page')
const text = String.raw`(['"])((?:\\.|(?!\QUOTE).)*)\QUOTE`
const quoted = (group: number) => text.replaceAll('QUOTE', String(group))

/** The texts that the page shows through `t` and `counted`. */
function textsOfPage(): Set<string> {
  const texts = new Set<string>()
  for (const name of readdirSync(page, { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(name)) continue
    const code = readFileSync(join(page, name), 'utf8')
    for (const [, , key] of code.matchAll(new RegExp(String.raw`\bt\(\s*${quoted(1)}`, 'g'))) texts.add(key!)
    const pair = String.raw`\bcounted\(\s*[\w.]+,\s*${quoted(1)},\s*${quoted(3)}`
    for (const [, , one, , others] of code.matchAll(new RegExp(pair, 'g'))) texts.add(one!).add(others!)
  }
  return texts
}

const places = (words: string) => [...words.matchAll(/\{\w+\}/g)].map(([place]) => place).toSorted()

test.each([
  ['German', german],
  ['Japanese', japanese],
] as [string, Record<string, string>][])(
  'every text of the page is translated into %s, with the same places for values',
  (_, dictionary) => {
    const texts = textsOfPage()
    expect(texts.size).toBeGreaterThan(300)
    expect([...texts].filter((key) => !Object.hasOwn(dictionary, key))).toEqual([])
    for (const [key, words] of Object.entries(dictionary)) {
      expect(words.trim(), key).not.toBe('')
      expect(places(words), key).toEqual(places(key))
    }
  },
)
