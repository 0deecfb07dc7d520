import { expect, it } from 'vitest'
import { lessons } from './shipped-worlds.ts'
import { walk } from './walk.ts'

it('every ending of a lesson is reached by offered choices alone', async () => {
  for (const [name, world] of await lessons()) {
    const seeds = Array.from({ length: 20 }, (_, index) => index + 1)
    const ended = seeds.map((seed) => walk(world, { seed, maxTurns: 150, offeredOnly: true }).state.ended)
    expect(
      Object.keys(world.endings!).filter((id) => !ended.includes(id)),
      name,
    ).toEqual([])
  }
})
