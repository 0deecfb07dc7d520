import type { JsonObject } from '@narratoria/protocol'
import { ToolError } from '@narratoria/tool-sdk'
import { type StoryState, textOf } from './story-state.ts'

/**
 * Finds the character with an id, a name, a part of a name or a role, in this order of priority.
 *
 * @throws {ToolError} `unknown_character`, `ambiguous_character`
 */
export function findCharacter(story: StoryState, reference: string): { id: string; character: JsonObject } {
  const wanted = plain(reference)
  const all = Object.entries(story.characters)
  const ways: ((id: string, character: JsonObject) => boolean)[] = [
    (id) => plain(id) === wanted,
    (_, character) => plain(textOf(character, 'name')) === wanted,
    (_, character) => plain(textOf(character, 'name')).split(' ').includes(wanted),
    (_, character) => plain(textOf(character, 'role')) === wanted,
  ]
  for (const fits of ways) {
    const found = all.filter(([id, character]) => fits(id, character))
    if (found.length > 1) {
      throw new ToolError(
        'ambiguous_character',
        `"${reference}" matches ${found.map(named).join(' and ')}; use the id`,
        {
          retryable: false,
        },
      )
    }
    if (found[0]) return { id: found[0][0], character: found[0][1] }
  }
  const known =
    all.length === 0 ? 'the story has no characters yet' : `known: ${all.slice(0, 20).map(named).join(', ')}`
  throw new ToolError('unknown_character', `there is no character "${reference}"; ${known}`, { retryable: false })
}

/** The id of the relationship of two characters, in either order. */
export function relationshipBetween(story: StoryState, a: string, b: string): string | undefined {
  return Object.entries(story.relationships).find(([, { character_a, character_b }]) => {
    return (character_a === a && character_b === b) || (character_a === b && character_b === a)
  })?.[0]
}

/** The ids of two different characters. @throws {ToolError} `same_character`, and as {@link findCharacter} */
export function findPair(story: StoryState, a: string, b: string): [string, string] {
  const pair: [string, string] = [findCharacter(story, a).id, findCharacter(story, b).id]
  if (pair[0] !== pair[1]) return pair
  throw new ToolError('same_character', `"${a}" and "${b}" are both ${pair[0]}`, { retryable: false })
}

/** A name in the form in which names are compared. */
export function plain(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/^(?:the|an?)\s+/, '')
    .trim()
    .replaceAll(/\s+/g, ' ')
}

/** An id with its name. */
export function named([id, character]: [string, JsonObject]): string {
  return `${id} (${textOf(character, 'name')})`
}
