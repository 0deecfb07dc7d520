import type { JsonObject } from '@narratoria/protocol'
import { ToolError } from '@narratoria/tool-sdk'
import { findCharacter, named, plain } from './find-character.ts'
import { type StoryState, textOf } from './story-state.ts'

/** The id of the location or thing with an id or a name, or undefined. */
function idOf(entities: Record<string, JsonObject>, reference: string): string | undefined {
  const wanted = plain(reference)
  return Object.entries(entities).find(([id, entity]) =>
    [id, textOf(entity, 'name')].some((each) => plain(each) === wanted),
  )?.[0]
}

/**
 * The id of the character or thing with an id or a name.
 *
 * @throws {ToolError} `unknown_entity`, `ambiguous_character`
 */
export function findSubject(story: StoryState, reference: string): { id: string; isThing: boolean } {
  const thing = idOf(story.things, reference)
  if (thing !== undefined) return { id: thing, isThing: true }
  const character = characterOf(story, reference)
  if (character !== undefined) return { id: character, isThing: false }
  throw unknown(reference, { ...story.characters, ...story.things })
}

/**
 * Where something can be: a location, a character, a thing as `in:T0`, or `nowhere`.
 *
 * @throws {ToolError} `unknown_entity`, `ambiguous_character`
 */
export function findPlace(story: StoryState, reference: string): string {
  if (plain(reference) === 'nowhere') return 'nowhere'
  const thing = idOf(story.things, reference.replace(/^in:/, ''))
  const place =
    idOf(story.locations, reference) ?? (thing === undefined ? characterOf(story, reference) : `in:${thing}`)
  if (place !== undefined) return place
  throw unknown(reference, { ...story.locations, ...story.characters, ...story.things })
}

function characterOf(story: StoryState, reference: string): string | undefined {
  try {
    return findCharacter(story, reference).id
  } catch (error) {
    if ((error as { code?: string }).code === 'unknown_character') return undefined
    throw error
  }
}

function unknown(reference: string, known: Record<string, JsonObject>): ToolError {
  const names = Object.entries(known).slice(-20).map(named).join(', ') || 'nothing'
  return new ToolError('unknown_entity', `"${reference}" does not exist; known: ${names}`, { retryable: false })
}
