import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { World } from '@narratoria/world'
import { readCampaign } from '../../src/index.ts'

const content = join(import.meta.dirname, '../../../content')

/** The default world and the worlds of the shipped campaigns, by name. */
export async function shippedWorlds(): Promise<[name: string, world: World][]> {
  const hall = JSON.parse(readFileSync(join(content, 'worlds/hall.json'), 'utf8')) as World
  const names = readdirSync(join(content, 'campaigns'))
  const campaigns = names.map(async (name): Promise<[string, World]> => {
    const { campaign } = await readCampaign(join(content, 'campaigns', name))
    return [name, campaign!.world]
  })
  return [['hall', hall], ...(await Promise.all(campaigns))]
}
