import { describe, expect, it } from 'vitest'
import { measureBeats } from './measure-beats.ts'
import { shippedWorlds } from './shipped-worlds.ts'

const worlds = (await shippedWorlds()).filter(([, { beats }]) => Object.keys(beats ?? {}).length > 0)

const plays = Number(process.env.NARRATORIA_PLAYS ?? 75)

describe(`${plays} simulated plays of all worlds with beats`, () => {
  it.each(worlds)(
    'begin each beat of %s within two turns of its conditions, and never twice',
    { timeout: 900_000 },
    (_, world) => {
      const { due, inTime, repeated } = measureBeats(world, { plays: Math.ceil(plays / worlds.length), maxTurns: 80 })
      expect(due).toBeGreaterThan(0)
      expect(inTime / due).toBeGreaterThanOrEqual(0.95)
      expect(repeated).toEqual([])
    },
  )
})
