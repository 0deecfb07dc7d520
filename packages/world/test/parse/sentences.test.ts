import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { isRight, read, type Sentence, worldOf } from './score.ts'

function dataOf<T>(name: string): T {
  return JSON.parse(readFileSync(join(import.meta.dirname, `${name}.json`), 'utf8')) as T
}

const world = worldOf(dataOf('world'))

/** The share of sentences that are understood as their author meant them. */
function share(sentences: readonly Sentence[]): number {
  return sentences.filter((sentence) => isRight(world, sentence, read(world, sentence))).length / sentences.length
}

// Somebody who had not seen the parser wrote both files. The floors are a little below what was measured.
it('understands the sentences that it was built with', () => {
  expect(share(dataOf('sentences'))).toBeGreaterThanOrEqual(0.97)
})

it('understands most of the sentences that it was not built with', () => {
  expect(share(dataOf('sentences-sealed'))).toBeGreaterThanOrEqual(0.78)
})
