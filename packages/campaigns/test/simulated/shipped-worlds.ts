import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { World } from '@narratoria/world'
import { type Campaign, readCampaign } from '../../src/index.ts'

const content = join(import.meta.dirname, '../../../content')

/** The default world and the worlds of the shipped campaigns, by name. */
export async function shippedWorlds(): Promise<[name: string, world: World][]> {
  return [['hall', await hall()], ...(await campaigns()).map(({ name, world }): [string, World] => [name, world])]
}

/** Those that are short, and that wait for the player. */
export async function lessons(): Promise<[name: string, world: World][]> {
  const short = (await campaigns()).filter(({ manifest }) => manifest.tags?.includes('lesson'))
  return [['hall', await hall()], ...short.map(({ name, world }): [string, World] => [name, world])]
}

async function hall(): Promise<World> {
  return JSON.parse(await readFile(join(content, 'worlds/hall.json'), 'utf8')) as World
}

async function campaigns(): Promise<Campaign[]> {
  const names = readdirSync(join(content, 'campaigns'))
  return Promise.all(names.map(async (name) => (await readCampaign(join(content, 'campaigns', name))).campaign!))
}
