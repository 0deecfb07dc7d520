import { expect, it } from 'vitest'
import { measureBeats } from './measure-beats.ts'
import { shippedWorlds } from './shipped-worlds.ts'

it('beats begin within two turns of their conditions, and never twice, in 16 simulated plays', async () => {
  const worlds = await shippedWorlds()
  const measured = worlds.map(([, world]) => measureBeats(world, { plays: 16 / worlds.length, maxTurns: 80 }))
  const due = measured.reduce((sum, each) => sum + each.due, 0)
  expect(due).toBeGreaterThan(0)
  expect(measured.reduce((sum, { inTime }) => sum + inTime, 0) / due).toBeGreaterThanOrEqual(0.95)
  expect(measured.flatMap(({ repeated }) => repeated)).toEqual([])
})
