import { describe, expect, it } from 'vitest'
import { faults, playWith } from './model-faults.ts'

/** `npm run plans 1000` sets how many. */
const answers = Number(process.env.NARRATORIA_RANDOM_PLANS ?? 40)

describe(`${answers} random answers`, () => {
  it.each(faults)(
    'of a server with behaviour %s give as many valid plans; the model %s',
    async (behaviour, outcome) => {
      const planned = await playWith(behaviour, answers)
      expect(planned > 0).toBe(outcome === 'plans')
    },
    600_000,
  )
})
