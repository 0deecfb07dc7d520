import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { isRight, read, type Sentence, worldOf } from './score.ts'

function dataOf<T>(name: string): T {
  return JSON.parse(readFileSync(join(import.meta.dirname, `${name}.json`), 'utf8')) as T
}

/** The share of sentences that are understood as their author meant them. */
function share(place: string, half: string): number {
  const world = worldOf(dataOf(`${place}/world`))
  const sentences = dataOf<Sentence[]>(`${place}/${half}`)
  return sentences.filter((sentence) => isRight(world, sentence, read(world, sentence))).length / sentences.length
}

// People who had not seen the parser wrote all sentences. The sealed halves of the sheriff's office and the sleeper were never read;
// at first sight the parser understood 192 of their 200 open sentences and 186 of the sealed ones. The floors are a little below
// what was measured.
it.each([
  ['lighthouse', 'open', 0.98],
  ['lighthouse', 'sealed', 0.97],
  ['market', 'open', 0.95],
  ['market', 'sealed', 0.95],
  ['station', 'open', 0.95],
  ['station', 'sealed', 0.96],
  ['sheriff', 'open', 0.97],
  ['sheriff', 'sealed', 0.91],
  ['sleeper', 'open', 0.97],
  ['sleeper', 'sealed', 0.93],
])('understands sentences about the %s, the half that is %s', (place, half, floor) => {
  expect(share(place, half)).toBeGreaterThanOrEqual(floor)
})
