import { describe, expect, it } from 'vitest'
import { faults, playWith } from './model-faults.ts'

describe('12 random answers', () => {
  it.each(faults)('of a server with behaviour %s give 12 valid plans; the model %s', async (behaviour, outcome) => {
    const planned = await playWith(behaviour, 12)
    expect(planned > 0).toBe(outcome === 'plans')
  })
})
