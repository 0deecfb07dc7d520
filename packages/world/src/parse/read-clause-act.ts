import { type Act, unclear } from '../model/act.ts'
import { isGesture, isOwnBody, readAttempt } from './attempt.ts'
import { readWithInstrument } from './ahead.ts'
import { type ClauseAct, readClause } from './clause.ts'
import { readBare, readElliptic, readRepeated, type ReadClause } from './ellipsis.ts'
import { isOfBody } from './known-words.ts'
import type { NounContext } from './noun-context.ts'
import { longestAt } from './phrases.ts'
import { findWay } from '../view/find-way.ts'
import type { Prompt } from './prompt.ts'
import type { Token } from './tokens.ts'

/** Reads a clause as an act: by a pattern, as an attempt at what no pattern covers, or as the act before it on something else. */
export function readWhole(
  tokens: readonly Token[],
  previous: ReadClause | undefined,
  { context, text }: Prompt,
): (ClauseAct & { repeated?: true }) | undefined {
  // "Look under the bed and out of the window": the verb of the clause before.
  const isContinued = Object.values(context.lexicon.prepositions).some((all) => longestAt(tokens, 0, all) > 0)
  const continued = previous && isContinued ? readElliptic(tokens, previous, context) : undefined
  if (continued?.sure) return withRepeated(continued)
  const plain = readClause(tokens, context)
  const read = plain?.sure ? plain : (readWithInstrument(tokens, context) ?? plain)
  const isTouch = context.lexicon.touching.includes(tokens[0]?.text ?? '')
  // The player's coat is not one of the coats that are described here.
  const isOther = read?.act.thing !== undefined && !context.scene.isId(read.act.thing)
  if (isOwnBody(tokens, context) && (read?.sure !== true || isOther)) return readAttempt(tokens, context, text) ?? read
  const isPosture = context.lexicon.postures.includes(tokens[0]?.text ?? '')
  const isLoose =
    !read ||
    (isPosture && read.act.person === undefined) ||
    isOnPerson(read.act, context.scene) ||
    (!read.sure && (isEmpty(read.act) || isOfOwn(tokens, context))) ||
    ((!read.sure || isTouch) && isGesture(tokens, context))
  const attempt = isLoose ? readAttempt(tokens, context, text) : undefined
  // "Watch his hands"
  if (read && attempt?.act.person !== undefined && looking.has(read.act.act) && !isTouch)
    return { ...attempt, act: { act: 'examine', thing: attempt.act.person } }
  // "Sit at the table" is an act of some worlds, "sit beside Mara" and "kneel beside the chest" of none.
  const isOwn = read && context.scene.world.acts?.[read.act.act] !== undefined && read.act.act !== tokens[0]!.text
  if (read && isPosture && attempt?.act.person === undefined && !(isOwn && attempt?.act.thing !== undefined))
    return read
  if (attempt ?? read) return attempt ?? read
  if (!previous) return withRepeated(readRepeated(tokens, context)) ?? readBare(tokens, context)
  return withRepeated(readElliptic(tokens, previous, context))
}

function withRepeated(read: ClauseAct | undefined): (ClauseAct & { repeated: true }) | undefined {
  return read && { ...read, repeated: true }
}

// "Slam my fist on the counter": a part of the player's body is not a thing of the world.
function isOfOwn(tokens: readonly Token[], { lexicon }: NounContext): boolean {
  return Object.hasOwn(lexicon.secondPerson, tokens[1]?.text ?? '') && isOfBody(tokens[2]?.text, lexicon)
}

// An act with a role for which its words name nothing: "sit down on the trunk" is not to put anything there.
function isEmpty({ thing, with: using, where, to }: Act): boolean {
  return thing === unclear.thing && (using ?? where ?? to) !== undefined
}

/** "Pinch Mara": an act on things is not possible with people. */
export function isOnPerson({ act, thing, person }: Act, scene: NounContext['scene']): boolean {
  return onThings.has(act) && person === undefined && thing !== undefined && Object.hasOwn(scene.people, thing)
}

const onThings = new Set([
  'take',
  'drop',
  'put',
  'push',
  'pull',
  'open',
  'close',
  'use',
  'wear',
  'remove',
  'eat',
  'drink',
  'light',
  'climb',
])

/** Acts that look at the body of a person by looking at the person. */
const looking = new Set(['examine', 'search', 'read', 'listen', 'smell'])

/** Whether an act is fully understood: what an act is for, or when it is done, is only worth doing if it is. */
export function isWhole(read: ClauseAct | undefined, context: NounContext): boolean {
  const { roles = [] } = context.scene.world.acts?.[read?.act.act ?? ''] ?? {}
  if (roles.some((role) => read?.act[role as 'thing'] === undefined)) return false
  return read?.sure === true && (read.act.act !== 'go' || (read.act.to !== 'out' && leads(read.act.to ?? '', context)))
}

/**
 * Whether words name an exit or a place; with `isKnown`, one that the player knows a way to. What is only described here says for itself why
 * it cannot be gone to.
 */
export function leads(to: string, { scene }: NounContext, isKnown = false): boolean {
  if (to === 'back' || to === 'out' || to in scene.exitsOf(scene.here)) return true
  // "Go up the tower", whose top has not been seen, is to go up.
  return scene.isId(to) && (!isKnown || !Object.hasOwn(scene.places, to) || findWay(scene, to) !== undefined)
}

/** How often an act is done: "go south twice". */
export function timesOf({ tokens }: { tokens: readonly Token[] }, { act, to }: Act, { lexicon }: NounContext): number {
  const times = act === 'go' && to !== undefined && Object.hasOwn(lexicon.directions, to) ? lexicon.times : {}
  const found = Object.entries(times).find(([phrase]) => tokens.some((_, at) => longestAt(tokens, at, [phrase]) > 0))
  return found?.[1] ?? 1
}
