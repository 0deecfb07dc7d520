import { describe, expect, it } from 'vitest'
import { faults, playWith } from './model-faults.ts'

describe('30 random answers', () => {
  it.each(faults)('of a server with behaviour %s give 30 valid plans; the model %s', async (behaviour, outcome) => {
    const planned = await playWith(behaviour, 30)
    expect(planned > 0).toBe(outcome === 'plans')
  })
})
