import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { World, WorldState } from '@narratoria/world'
import type { Campaign } from '../campaign.ts'
import { listParts } from '../read/list-files.ts'
import { playedWorld } from './played-world.ts'
import { writeNewFolder } from './write-files.ts'
import { filesOfWorld, type WorldTexts } from './write-world.ts'

/** A story whose world becomes a campaign. */
export interface PlayedStory extends WorldTexts {
  world: World
  /** What the story has changed. Defaults to nothing: the world as the story began. */
  state?: WorldState
  /** What the new campaign opens with. Defaults to the opening of the world. */
  opening?: string
  /** The campaign that the story was played in, whose other files are copied. Defaults to none. */
  campaign?: Pick<Campaign, 'path'>
}

/** Files that say what the world is, which are written anew. */
const ofWorld = /^(?:world\/[^/]+\.(?:ya?ml|json)|plot\/(?:beats\.json|endings\/.*)|characters\/npcs\/.*)$/
/** Files that are about the beginning of the story. */
const ofBeginning = /^(?:tests\/.*\.story|plot\/openings\/.*|characters\/player\/template\.json)$/

/**
 * Writes the world of a story as a campaign folder, which must not exist, so that new stories begin where this one is. Writes all files
 * or none.
 *
 * @returns the paths of the files, and what a campaign cannot hold, a phrase each
 * @throws if the folder exists or cannot be written
 */
export async function writePlayedWorld(
  folder: string,
  { world, state, opening, campaign, ...about }: PlayedStory,
): Promise<{ files: string[]; leftOut: string[] }> {
  const played = state === undefined ? { world, leftOut: [] } : playedWorld(world, state)
  const written = filesOfWorld({ ...played.world, ...(opening !== undefined && { opening }) }, about)
  const files = new Map<string, string | Uint8Array>(Object.entries(written))
  const leftOut = [...played.leftOut]
  if (campaign) {
    const names = await listParts(campaign.path)
    const isLeftOut = (name: string) => ofWorld.test(name) || (state !== undefined && ofBeginning.test(name))
    for (const name of names.filter((each) => !isLeftOut(each)))
      files.set(name, await readFile(join(campaign.path, name)))
    if (state !== undefined && names.some((name) => ofBeginning.test(name)))
      leftOut.push("the campaign's tests, other openings and questions about the player, which are about its beginning")
  }
  return { files: (await writeNewFolder(folder, files)).toSorted(), leftOut }
}
