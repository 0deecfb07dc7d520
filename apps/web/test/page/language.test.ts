import { expect, test } from 'vitest'
import german from '../../src/page/language/de.json' with { type: 'json' }
import japanese from '../../src/page/language/ja.json' with { type: 'json' }
import { readPageTexts } from '../support/page-texts.ts'

const { translated, computed, bare } = readPageTexts()
const places = (words: string) => [...words.matchAll(/\{\w+\}/g)].map(([place]) => place).toSorted()

/** What looks like a text, but is the same in every language. */
const untranslated = [
  // The name of the program.
  'home/home-screen.tsx: Narratoria',
  'settings/settings-dialog.tsx: Narratoria',
  'shell/session-shell.tsx: … – … – Narratoria',
  // The name of a format.
  'screens/state-screen.tsx: JSON',
  // An example of an address.
  'settings/new-model.tsx: http://127.0.0.1:8080',
  // Units.
  'assets/asset-figure.tsx: … KiB',
  'assets/asset-figure.tsx: … MiB',
  'tools/tool-words.ts: … min … s',
  // A selector.
  'listen/reader.ts: .story-item[data-index="…"] .turn .prose',
]

test('every text of the page is translated, and is a literal, so that it can be found', () => {
  expect([...bare].toSorted()).toEqual(untranslated.toSorted())
  expect(computed).toEqual([])
})

test.each([
  ['German', german],
  ['Japanese', japanese],
] as [string, Record<string, string>][])(
  'every text of the page is translated into %s, with the same places for values',
  (_, dictionary) => {
    expect(translated.size).toBeGreaterThan(300)
    expect([...translated].filter((key) => !Object.hasOwn(dictionary, key))).toEqual([])
    expect(Object.keys(dictionary).filter((key) => !translated.has(key))).toEqual([])
    for (const [key, words] of Object.entries(dictionary)) {
      expect(words.trim(), key).not.toBe('')
      expect(places(words), key).toEqual(places(key))
    }
  },
)
