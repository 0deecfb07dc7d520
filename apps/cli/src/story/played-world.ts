import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writePlayedWorld } from '@narratoria/campaigns'
import { packCampaign } from '@narratoria/campaigns/pack'
import { isJsonObject, type JsonObject } from '@narratoria/protocol'
import type { World, WorldState } from '@narratoria/world'
import { findPlayable } from '../host/campaign-library.ts'
import type { Io } from '../io.ts'

/** A story in a state. */
export interface StoryInState {
  state: JsonObject
  /** The last narration. Defaults to none. */
  narrative?: string
  /** Whether the world is written as the story began. Defaults to false. */
  start?: boolean
}

/**
 * Writes the world of a story as a campaign folder, which must not exist. Resolves to undefined if the story has no world, if its campaign is
 * not found, or if `start` is set and it began in a campaign.
 */
export async function writeStoryWorld(
  folder: string,
  { state, narrative = '', start = false }: StoryInState,
  io: Pick<Io, 'env' | 'cwd'>,
): Promise<{ files: string[]; leftOut: string[] } | undefined> {
  if (!isJsonObject(state['world'])) return undefined
  const played = state['world'] as unknown as WorldState
  const { model, campaign: named } = played
  const campaign = model || start || !named ? undefined : await findPlayable(named.name, io)
  const world = (model as unknown as World | undefined) ?? campaign?.world
  if (!world) return undefined
  const { premise, generated } = isJsonObject(state['story']) ? state['story'] : {}
  return writePlayedWorld(folder, {
    world,
    ...(!start && { state: played, ...(narrative !== '' && { opening: narrative }) }),
    ...(campaign && { campaign }),
    ...(typeof premise === 'string' && { premise }),
    ...(isJsonObject(generated) && { generated: readGenerated(generated) }),
  })
}

/** The world of a story as a packed campaign of the name `name`. */
export async function packStoryWorld(
  name: string,
  story: StoryInState,
  io: Pick<Io, 'env' | 'cwd'>,
): Promise<Uint8Array | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'narratoria-campaign-'))
  try {
    const path = join(folder, name)
    return (await writeStoryWorld(path, story, io)) && (await packCampaign({ name, path }))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function readGenerated({ model, at }: JsonObject): { model: string; at: string } {
  return { model: typeof model === 'string' ? model : '', at: typeof at === 'string' ? at : '' }
}
