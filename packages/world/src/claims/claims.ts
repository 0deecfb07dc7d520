import type { JsonObject } from '@narratoria/protocol'

/** What a narration established, as a model lists it: claims. Nothing of it holds before {@link applyClaims} has accepted it. */
export interface Claims {
  /** Sentences that later narrations must not contradict. `about` is an id, or empty. */
  facts: { text: string; about: string }[]
  /** How the narration changed what a person who is present feels about the player. */
  moods: { person: string; change: 'warmer' | 'colder' }[]
  /** Things at the player's place that the narration named and the world does not know. */
  things: { name: string; description: string }[]
  /** People at the player's place that the narration named and the world does not know. */
  people: { name: string; pronoun: 'she' | 'he' | 'they'; description: string }[]
}

/** The bounds of {@link Claims}. */
export const claimLimits = {
  facts: 4,
  moods: 3,
  things: 2,
  people: 1,
  textCharacters: 200,
  nameCharacters: 40,
} as const

/** The JSON Schema of {@link Claims}. `present` are ids of people, `known` ids that facts can be about. */
export function claimsSchema({ present, known }: { present: readonly string[]; known: readonly string[] }): JsonObject {
  const text = { type: 'string', maxLength: claimLimits.textCharacters }
  const name = { type: 'string', maxLength: claimLimits.nameCharacters }
  const about = { type: 'string', enum: ['', ...known] }
  const mood = {
    person: { type: 'string', enum: [...present] },
    change: { type: 'string', enum: ['warmer', 'colder'] },
  }
  return closed({
    facts: listOf({ text, about }, claimLimits.facts),
    ...(present.length > 0 && { moods: listOf(mood, claimLimits.moods) }),
    things: listOf({ name, description: text }, claimLimits.things),
    people: listOf(
      { name, pronoun: { type: 'string', enum: ['she', 'he', 'they'] }, description: text },
      claimLimits.people,
    ),
  })
}

function listOf(properties: JsonObject, maxItems: number): JsonObject {
  return { type: 'array', items: closed(properties), maxItems }
}

function closed(properties: JsonObject): JsonObject {
  return { type: 'object', additionalProperties: false, required: Object.keys(properties), properties }
}
