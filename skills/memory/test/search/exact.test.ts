import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { embedBuiltin } from '../../src/embed/builtin.ts'
import { createWorld } from '../world.ts'

interface StoredRow {
  id: number
  text: string
  seq: number
  significance: number
  vector: Uint8Array
}

/** The best five events by a reference implementation with floats. */
function searchReference(file: string, words: string, now: number): { text: string; score: number }[] {
  const question = Float64Array.from(embedBuiltin(words).vector)
  const db = new DatabaseSync(file, { readOnly: true })
  const rows = db
    .prepare('SELECT m.id, m.text, m.seq, m.significance, v.vector FROM memories m JOIN vectors v ON v.memory = m.id')
    .all() as unknown as StoredRow[]
  db.close()
  const length = (vector: Float64Array) => Math.hypot(...vector)
  const scored = rows.map(({ id, text, seq, significance, vector }) => {
    const own = Float64Array.from(new Int8Array(vector.buffer, vector.byteOffset, vector.byteLength))
    const similarity = own.reduce((sum, value, at) => sum + value * question[at]!, 0) / (length(own) * length(question))
    return { id, text, score: 0.7 * similarity + 0.15 * 2 ** (-(now - seq) / 50) + 0.15 * significance }
  })
  return scored.toSorted((left, right) => right.score - left.score || right.id - left.id).slice(0, 5)
}

test.each(['bell harbor', 'witch river silver', 'stone 77'])(
  'SC-007, 002 US4.4: of 1,500 events the top five for "%s" equal those of a reference search',
  async (query) => {
    const world = createWorld()
    const pick = (list: string[], at: number) => list[at % list.length]!
    for (let seq = 1; seq <= 5; seq++) {
      const events = Array.from({ length: 300 }, (_, at) => {
        const mix = (at * 7919 + seq * 104_729) >>> 0
        const text = `The ${pick(['bell', 'witch', 'sailor', 'hunter', 'crown'], mix)} of the ${pick(['harbor', 'river', 'mill', 'crypt'], mix >> 3)} ${pick(['rings', 'sings', 'waits', 'burns'], mix >> 5)} by ${pick(['silver', 'stone', 'iron'], mix >> 7)} ${mix % 911} (${seq}-${at})`
        return { text, significance: (mix % 10) / 10 }
      })
      await world.store({ events }, { seq: seq * 20 })
    }
    const { recalled } = await world.recall({ query, minSimilarity: 0 }, { seq: 101 })
    const expected = searchReference(world.file(), query, 101)
    expect(recalled.map(({ text }) => text)).toEqual(expected.map(({ text }) => text))
    recalled.forEach(({ score }, at) => expect(score).toBeCloseTo(expected[at]!.score, 3))
  },
)
