import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readCampaign } from '../../src/index.ts'
import { wander } from './wander.ts'

const root = join(import.meta.dirname, '../../../content/campaigns')
const plays = Number(process.env.NARRATORIA_PLAYS ?? 60)

it.each(readdirSync(root))(
  'every ending of %s is reached by simulated players who know the way and make detours',
  { timeout: 900_000 },
  async (name) => {
    const { world, tests } = (await readCampaign(join(root, name))).campaign!
    const reached = new Set<string>()
    const each = Math.max(2, Math.ceil(plays / readdirSync(root).length / tests.length))
    for (const test of tests)
      for (let seed = 1; seed <= each; seed++) {
        const ended = wander(world, test, { seed, detours: 0.25 })
        if (ended !== undefined) reached.add(ended)
      }
    expect(Object.keys(world.endings ?? {}).filter((ending) => !reached.has(ending))).toEqual([])
  },
)
