import type { World } from '@narratoria/world'
import { stringify } from 'yaml'
import { jsonText, writeNewFolder } from './write-files.ts'

/** What a campaign says about itself. */
export interface WorldTexts {
  /** What the story is about, in a paragraph. Defaults to the world's opening. */
  premise?: string
  /** The model that wrote it, and when (ISO 8601). Defaults to none. */
  generated?: { model: string; at: string }
}

/**
 * Writes a world as a campaign folder, which must not exist. Read again, the folder gives an equal world.
 *
 * @returns the paths of the files in the folder
 * @throws if the folder exists or cannot be written
 * @example
 * ```ts
 * import { mkdtempSync } from 'node:fs'
 * import { tmpdir } from 'node:os'
 * import { join } from 'node:path'
 * import { readCampaign, writeWorld } from '@narratoria/campaigns'
 * import type { World } from '@narratoria/world'
 *
 * const world: World = {
 *   title: 'A key',
 *   opening: 'You wake in a cell.',
 *   player: { at: 'cell' },
 *   places: { cell: { name: 'cell', description: 'Four walls.' } },
 *   things: { key: { name: 'brass key', at: 'cell', description: 'It is cold.' } },
 *   people: {},
 * }
 * const folder = join(mkdtempSync(join(tmpdir(), 'campaign-')), 'a-key')
 * await writeWorld(folder, world)
 * const { campaign } = await readCampaign(folder)
 * if (campaign?.world.title !== 'A key') throw new Error('The campaign should be read.')
 * ```
 */
export async function writeWorld(folder: string, world: World, about: WorldTexts = {}): Promise<string[]> {
  return await writeNewFolder(folder, new Map(Object.entries(filesOfWorld(world, about))))
}

/** The files of a world's campaign: path to text. */
export function filesOfWorld(
  world: World,
  { premise = world.opening, generated }: WorldTexts = {},
): Record<string, string> {
  const { title, opening, player, places, things, people, state, limits = [], ...plot } = world
  const { at: start, ...own } = player
  const manifest = {
    title,
    version: '1.0.0',
    ...(generated && { generated: true, generated_by: generated.model, generated_at: generated.at }),
  }
  const map = { start, opening, ...(Object.keys(own).length > 0 && { player: own }), places, things }
  return {
    'manifest.json': jsonText(manifest),
    'world/setting.md': `# ${title}\n\n${places[start]?.name ?? title}\n`,
    'world/map.yaml': stringify(map, { lineWidth: 120 }),
    'world/people.yaml': stringify({ people }, { lineWidth: 120 }),
    'world/plot.yaml': stringify(plot, { lineWidth: 120 }),
    ...(state && { 'world/state.yaml': stringify({ state }, { lineWidth: 120 }) }),
    'plot/premise.md': `${premise}\n`,
    ...(limits.length > 0 && { 'world/constraints.md': limits.map((limit) => `- ${limit}\n`).join('') }),
  }
}
