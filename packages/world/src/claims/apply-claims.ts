import type { JsonObject } from '@narratoria/protocol'
import { validateWorldState } from '../check/validate-world.ts'
import { cloneJson, patchBetween } from '../json.ts'
import type { WorldState } from '../model/state.ts'
import type { World } from '../model/types.ts'
import type { Lexicon } from '../parse/lexicon.ts'
import { resolveName } from '../parse/parse.ts'
import { isNamedIn, stems } from '../people/topics.ts'
import { Scene } from '../scene/scene.ts'
import { hasLight } from '../scene/scope.ts'
import { type Claims, claimLimits } from './claims.ts'

/** What of a {@link Claims} was accepted. */
export interface AppliedClaims {
  /** The merge patch to the world's state. */
  patch: JsonObject
  facts: Claims['facts']
  /** Why the rest was refused, one line each. */
  refused: string[]
}

/** How much one turn can move a person's feeling, which is from −100 to 100. */
const moodStep = 5
/** Most things and people that all narrations of a story together can add. */
const maxAdded = 40
/** The share of the words of a fact that the narration must contain. */
const groundedShare = 0.6

/**
 * Checks what a narration is said to have established, and applies it within the limits of the world: facts, the mood of people
 * who are present, and things and people at the player's place that have names of their own. A new thing can be examined, not taken.
 * Nothing that exists is moved, changed or removed, and what the narration does not say is refused.
 *
 * @param seq the session's number of the turn
 */
export function applyClaims(
  world: World,
  state: WorldState,
  claims: Claims,
  { narrative, seq, lexicon }: { narrative: string; seq: number; lexicon: Lexicon },
): AppliedClaims {
  const after = cloneJson(state)
  const scene = new Scene(world, after)
  const said = new Set(stems(narrative))
  const check: Check = { scene, said, isNew: (name) => isNewName(world, after, { name, lexicon }), seq, refused: [] }
  if (state.ended !== undefined) return { patch: {}, facts: [], refused: ['the story has ended'] }
  const facts = claims.facts.slice(0, claimLimits.facts).filter((fact) => acceptFact(fact, check))
  const moods = new Map(claims.moods.map((mood) => [mood.person, mood]))
  for (const mood of [...moods.values()].slice(0, claimLimits.moods)) applyMood(mood, check)
  for (const [at, thing] of claims.things.slice(0, claimLimits.things).entries())
    if (mayAdd(thing, check)) add(after, 'things', [`new_${seq}_${at + 1}`, newThing(thing, scene.here)])
  for (const [at, person] of claims.people.slice(0, claimLimits.people).entries())
    if (mayAdd(person, check)) add(after, 'people', [`new_${seq}_p${at + 1}`, newPerson(person, scene.here)])
  const [problem] = validateWorldState(after)
  if (problem) return { patch: {}, facts: [], refused: [...check.refused, problem.message] }
  return { patch: patchBetween(state as JsonObject, after as JsonObject), facts, refused: check.refused }
}

interface Check {
  scene: Scene
  /** The words of the narration. */
  said: ReadonlySet<string>
  isNew: (name: string) => boolean
  seq: number
  refused: string[]
}

function acceptFact({ text, about }: Claims['facts'][number], { scene, said, refused }: Check): boolean {
  const fault =
    about !== '' && !scene.isId(about)
      ? `"${about}" is not known`
      : text.length > claimLimits.textCharacters || text.trim() === ''
        ? 'it is empty or too long'
        : !isSaid(text, said)
          ? 'the narration does not say it'
          : undefined
  if (fault !== undefined) refused.push(`fact "${text.slice(0, 60)}": ${fault}`)
  return fault === undefined
}

/**
 * Whether a text repeats what another one says: most of its words are among the stems `said`. It compares words, not meanings, so it
 * finds invention and not distortion.
 */
function isSaid(text: string, said: ReadonlySet<string>): boolean {
  const words = stems(text).filter((word) => word.length > 3)
  return words.length > 0 && words.filter((word) => said.has(word)).length / words.length >= groundedShare
}

/** Whether `source` says what `text` says, as far as their words show it. */
export function isGrounded(text: string, source: string): boolean {
  return isSaid(text, new Set(stems(source)))
}

function applyMood({ person, change }: Claims['moods'][number], { scene, refused }: Check): void {
  const { state } = scene
  if (!hasLight(scene) || !scene.peopleAt(scene.here).includes(person)) {
    refused.push(`mood of "${person}": not a living person who is present`)
    return
  }
  const feelings = (state.feelings ??= {})
  const by = change === 'warmer' ? moodStep : -moodStep
  feelings[person] = Math.max(-200, Math.min(200, (feelings[person] ?? 0) + by))
}

function mayAdd({ name, description }: { name: string; description: string }, check: Check): boolean {
  const { scene, said, isNew, refused } = check
  const words = stems(name)
  const { things, people } = (scene.state.added ?? {}) as { things?: object; people?: object }
  const count = Object.keys(things ?? {}).length + Object.keys(people ?? {}).length
  const isTooLong = name.length > claimLimits.nameCharacters || description.length > claimLimits.textCharacters
  const fault =
    words.length === 0 || description.trim() === '' || isTooLong
      ? 'its name or description is empty or too long'
      : !words.every((word) => said.has(word))
        ? 'the narration does not name it'
        : !isNew(name)
          ? 'the world has something of that name'
          : !hasLight(scene)
            ? 'it is dark'
            : count >= maxAdded
              ? `narrations have added ${maxAdded} things and people already`
              : undefined
  if (fault !== undefined) refused.push(`"${name.slice(0, 60)}": ${fault}`)
  return fault === undefined
}

/** Whether no place, thing or person, and nothing that a place describes, has the name. */
function isNewName(world: World, state: WorldState, { name, lexicon }: { name: string; lexicon: Lexicon }): boolean {
  const scenery = Object.values(new Scene(world, state).places).flatMap((place) => Object.keys(place.scenery ?? {}))
  return !isNamedIn(scenery, stems(name)) && resolveName(world, state, { name, lexicon }) === undefined
}

function newThing({ name, description }: Claims['things'][number], at: string): JsonObject {
  return { name, description, at, portable: false, is: ['scenery'] }
}

function newPerson({ name, pronoun, description }: Claims['people'][number], at: string): JsonObject {
  return { name, pronoun, description, at }
}

function add(state: WorldState, kind: 'things' | 'people', [id, value]: [string, JsonObject]): void {
  const added = (state.added ??= {})
  ;((added[kind] ??= {}) as JsonObject)[id] = value
}
