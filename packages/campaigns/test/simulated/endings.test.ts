import { expect, it } from 'vitest'
import { lessons } from './shipped-worlds.ts'
import { walk } from './walk.ts'

it('every ending of a lesson is reached by offered choices alone', async () => {
  for (const [name, world] of await lessons()) {
    const missing = new Set(Object.keys(world.endings!))
    for (let seed = 1; seed <= 60 && missing.size > 0; seed++)
      missing.delete(walk(world, { seed, maxTurns: 150, offeredOnly: true }).state.ended ?? '')
    expect([...missing], name).toEqual([])
  }
})
