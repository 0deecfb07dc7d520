import { describe, expect, it } from 'vitest'
import { faults, playWith } from './model-faults.ts'

describe('1,000 random answers', () => {
  it.each(faults)(
    'of a server with behaviour %s give 1,000 valid plans; the model %s',
    async (behaviour, outcome) => {
      const planned = await playWith(behaviour, 1_000)
      expect(planned > 0).toBe(outcome === 'plans')
    },
    600_000,
  )
})
