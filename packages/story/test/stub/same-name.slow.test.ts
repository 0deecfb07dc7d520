import { describe, expect, it } from 'vitest'
import { sentencesIn } from '../../src/stub/sentences.ts'
import { writeNovel } from '../write-novel.ts'
import { heroPremises } from './premises.ts'

// A sentence with the name of the hero counts as shared here, which it does not between heroes of different names.
describe.each(['one', 'two'])('novels of different premises whose heroes have the same name, seed %s', (seed) => {
  it.each(['a', 'b'] as const)('share at most one sentence in fifty, set %s', async (set) => {
    const premises = heroPremises[set]
    const novels: string[][] = []
    for (const premise of premises) {
      const { proses } = await writeNovel({ premise: premise.replace('NAME', 'Mara'), scenes: 60, seed }, 60)
      novels.push(proses.flatMap(sentencesIn))
    }
    const shares = novels.flatMap((one) =>
      novels
        .filter((other) => other !== one)
        .map((other) => {
          const said = new Set(other)
          return one.filter((sentence) => said.has(sentence)).length / one.length
        }),
    )
    expect(shares.length).toBe(premises.length * (premises.length - 1))
    expect(Math.max(...shares)).toBeLessThanOrEqual(0.02)
  })
})
