import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { ToolContext } from '@narratoria/tool-sdk'
import { descriptionIn, Scene, type World, type WorldState } from '@narratoria/world'
import type { Settings } from './settings.ts'

/** A person as a picture shows them. */
export interface Subject {
  id: string
  name: string
  pronoun: 'she' | 'he' | 'they' | 'it'
  /** What the player can see: the description as it is now. */
  description: string
  /** Other names, such as an occupation. */
  aliases: string[]
  /** Path of the campaign's own picture. */
  portrait?: string
  /** Name of the picture's file: a hash of everything that the picture depends on. */
  key: string
}

/** The people of a story. */
export interface Cast {
  /** Those whom the player has met or examined, and who are here. */
  met: Subject[]
  /** All people whom the player has met, examined or sees, by id. */
  known: Map<string, Subject>
}

/** Reads who is in the story. Returns undefined in a story without a world. */
export function readCast({ request, state }: ToolContext, settings: Settings): Cast | undefined {
  if (!request.campaign) return undefined
  const { world, path: folder } = JSON.parse(readFileSync(request.campaign.path, 'utf8')) as {
    world: World
    path?: string
  }
  const worldState = (state.world ?? {}) as WorldState
  const scene = new Scene(world, worldState)
  const cast: Cast = { met: [], known: new Map() }
  for (const id of Object.keys(scene.people)) {
    const isHere = scene.locationOf(id) === scene.here && !scene.is(id, 'hidden')
    const isMet =
      worldState.happened?.[`met:${id}`] !== undefined || worldState.happened?.[`examined:${id}`] !== undefined
    if (!isHere && !isMet) continue
    const subject = subjectOf(id, { scene, folder, settings })
    cast.known.set(id, subject)
    if (isHere && isMet && !scene.is(id, 'dead')) cast.met.push(subject)
  }
  return cast
}

function subjectOf(
  id: string,
  { scene, folder, settings }: { scene: Scene; folder: string | undefined; settings: Settings },
): Subject {
  const { name, pronoun = 'they', aliases = [], portrait } = scene.people[id]!
  const description = descriptionIn(scene, id) ?? ''
  const own = folder !== undefined && portrait !== undefined ? join(folder, portrait) : undefined
  const isInside = own !== undefined && !relative(folder!, own).startsWith('..')
  const shown = { id, name, pronoun, description, aliases, style: settings.style }
  return {
    id,
    name,
    pronoun,
    description,
    aliases,
    ...(isInside && { portrait: own }),
    key: createHash('sha256').update(JSON.stringify(shown)).digest('hex').slice(0, 32),
  }
}
