import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { JsonObject } from '@narratoria/protocol'
import type { ToolOutcome } from '@narratoria/tool-sdk/testing'
import type { World } from '@narratoria/world'
import { onTestFinished } from 'vitest'

/** A world with two people in one room. */
export const tavern: World = {
  title: 'Tavern',
  opening: 'A tavern.',
  player: { at: 'tavern' },
  places: { tavern: { name: 'tavern' }, loft: { name: 'loft' } },
  things: {},
  people: {
    mara: {
      name: 'Mara',
      at: 'tavern',
      aliases: ['smith'],
      pronoun: 'she',
      description: 'A broad woman in a leather apron, with her hair in a bun.',
    },
    oleg: { name: 'Oleg', at: 'tavern', description: 'A thin old man with a grey beard and a wide hat.' },
    zed: { name: 'Zed', at: 'loft', description: 'Nobody has seen him.' },
  },
}

/** The state after the player has spoken to both. */
export const met = { happened: { 'met:mara': 1, 'met:oleg': 1 } }

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'narratoria-portraits-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A request in the tavern. The campaign's files are in `folder`. */
export function inTavern(options: {
  dataDir: string
  world?: World
  folder?: string
  state?: JsonObject
  config?: JsonObject
}) {
  const { dataDir, world = tavern, folder = temporaryFolder(), state = { world: met }, config = {} } = options
  const path = join(temporaryFolder(), 'world.json')
  writeFileSync(path, JSON.stringify({ world, path: folder }))
  return { dataDir, state, config, request: { campaign: { name: 'tavern', path }, assetsDir: temporaryFolder() } }
}

/** The pictures that were shown: person, media type, and whether it is a placeholder. */
export function picturesIn({ events }: Pick<ToolOutcome, 'events'>) {
  return events.flatMap((event) => {
    if (event.type !== 'asset') return []
    const { person, placeholder = false } = event.metadata ?? {}
    return [{ person, mediaType: event.mediaType, placeholder, path: event.path }]
  })
}
