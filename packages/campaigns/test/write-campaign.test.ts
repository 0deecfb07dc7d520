import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { checkCampaignWorld, readCampaign, runStoryTest, writeCampaign } from '../src/index.ts'

it('writes a campaign whose check finds nothing and whose tests pass', async () => {
  const root = await mkdtemp(join(tmpdir(), 'narratoria-campaign-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  const folder = join(root, 'salt')
  await writeCampaign(folder, { title: 'Salt', place: 'an empty "ferry" landing', goal: 'the captain’s chart: torn' })
  const { campaign, problems } = await readCampaign(folder)
  expect(problems).toEqual([])
  expect(checkCampaignWorld(campaign!)).toEqual([])
  expect(campaign!.tests.map((test) => runStoryTest(campaign!.world, test))).toEqual([{ name: 'found', ok: true }])
  await expect(writeCampaign(folder, { title: '', place: '', goal: '' })).rejects.toThrow('EEXIST')
})
