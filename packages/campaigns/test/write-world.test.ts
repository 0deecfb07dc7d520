import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { rm } from 'node:fs/promises'
import { readCampaign, writeWorld } from '../src/index.ts'
import { buildPremise } from '../src/premise/index.ts'

const premise = 'The night nurse hears the patients dreaming aloud.'

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'narratoria-'))
  onTestFinished(() => rm(path, { recursive: true, force: true }))
  return join(path, 'nurse')
}

it('a world that was written as a campaign is read again as an equal world, without problems', async () => {
  const world = { ...buildPremise(premise, { seed: 7 }), limits: ['Nobody dies.'] }
  const path = await folder()
  const files = await writeWorld(path, world, { premise })
  expect(files).toContain('manifest.json')
  const { campaign, problems } = await readCampaign(path)
  expect(problems).toEqual([])
  expect(campaign?.world).toEqual(world)
  expect(campaign?.manifest.generated).toBeUndefined()
})

it('refuses a folder that exists', async () => {
  const path = await folder()
  await writeWorld(path, buildPremise(premise))
  await expect(writeWorld(path, buildPremise(premise))).rejects.toThrow('EEXIST')
})
