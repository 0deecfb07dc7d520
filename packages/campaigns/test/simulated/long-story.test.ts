import { validateWorldState, type World } from '@narratoria/world'
import { expect, it } from 'vitest'
import { lessons } from './shipped-worlds.ts'
import { walk } from './walk.ts'

it.each(await lessons())(
  '1,000 offered choices in one story in %s are all possible, and the state stays valid and small',
  (_, world) => {
    const endless: World = { ...world, endings: {} }
    const sizes: number[] = []
    const player = walk(endless, { seed: 5, maxTurns: 1000, offeredOnly: true }, ({ state }, turn) => {
      sizes.push(JSON.stringify(state).length)
      if (turn) expect(turn.performed.map(({ status }) => status)).toEqual(['done'])
    })
    expect(sizes).toHaveLength(1001)
    expect(validateWorldState(player.state)).toEqual([])
    // The state grows while there is something new, and hardly after that.
    expect(sizes[1000]! / sizes[500]!).toBeLessThanOrEqual(1.2)
  },
)
