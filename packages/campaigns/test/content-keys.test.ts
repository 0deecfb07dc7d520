import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { parseDocument } from 'yaml'

// JSON.parse silently keeps the last of two equal keys, which two changes can add to different ends of a file.
const root = fileURLToPath(new URL('../../content/', import.meta.url))

it.each(
  globSync('{cards,languages,lexicon,narration,narrator,novels,phrases,planning,premises}/**/*.json', { cwd: root }),
)('content/%s has each key once', (file) => {
  const { errors } = parseDocument(readFileSync(`${root}${file}`, 'utf8'), { uniqueKeys: true })
  expect(errors.map(({ message }) => message)).toEqual([])
})
