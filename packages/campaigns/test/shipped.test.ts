import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkCampaignWorld, readCampaign, runStoryTest } from '../src/index.ts'

const root = join(import.meta.dirname, '../../content/campaigns')

describe.each(readdirSync(root))('the shipped campaign %s', (name) => {
  it('has no problems', async () => {
    const { campaign, problems } = await readCampaign(join(root, name))
    expect(problems).toEqual([])
    expect(checkCampaignWorld(campaign!)).toEqual([])
  })

  it('passes its story tests, and they reach every ending', async () => {
    const { campaign } = await readCampaign(join(root, name))
    const { tests, world, player } = campaign!
    expect(tests.map((test) => runStoryTest(world, test, player)).filter(({ ok }) => !ok)).toEqual([])
    for (const ending of Object.keys(world.endings ?? {}))
      expect(
        tests.some(({ text }) => text.includes(`/world/ended = "${ending}"`)),
        ending,
      ).toBe(true)
  })
})
