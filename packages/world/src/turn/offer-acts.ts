import { confirmed } from '../acts/confirm.ts'
import { riskOf } from '../acts/risk.ts'
import type { WorldState } from '../model/state.ts'
import type { World } from '../model/types.ts'
import { Scene } from '../scene/scene.ts'
import { fillSlots, Naming, type Phrases } from '../text/render.ts'
import { type Ground, Grounds } from '../view/grounds.ts'
import { actsIn, ownWeight, type PossibleAct, possibleActs } from '../view/possible-acts.ts'
import { perform } from './perform.ts'

/** Options of {@link offerActs}. */
export interface OfferOptions {
  phrases: Phrases
  /** Most acts. Defaults to 4. */
  max?: number
  /** Whether all other acts that are possible follow, without odds. Defaults to false. */
  all?: boolean
}

/** An act to offer as a choice. */
export interface OfferedAct extends PossibleAct {
  /** Empty if the act needs no roll and nothing was said about it. */
  odds: {
    /** What is rolled for, "roll to force the chest", or why the act concerns the player, "Tobit mentioned this". */
    hint?: string
    /** Present if the roll is more likely to fail than not. */
    difficulty?: string
  }
}

/** Fewest acts that are offered while a story goes on. */
const fewest = 3

/** Most acts in a list of four while there are others: of one kind, with one person, and about what is unknown to the player. */
const most = { kind: 2, person: 2, unknown: 1 }

/** What is unknown and promises less, such as listening, is offered only where there is room. */
const leastUnknown = 2

/** Acts that fill up a list that is too short. */
const fillers = ['look', 'wait']

/** Acts that are offered while an act waits for a yes. */
const answers = ['confirm-yes', 'confirm-no']

/** Turns in which an act is new. After that it is offered in one turn of `shifts` before others that are as promising. */
const age = { fresh: 1, new: 3, shifts: 3 }

/** Weight that is added to what is fresh or new or has its shift, and taken from what has been possible for longer. */
const bonus = { fresh: 2, new: 1, shift: 0.4, waiting: -4 }

interface Candidate extends PossibleAct {
  grounds: Ground[]
  /** Whether it is about what the player knows, or the campaign ranks it above other acts. */
  isKnown: boolean
}

/**
 * The acts to offer as choices: the most promising of those that the world does not refuse. What just happened or was just
 * heard of goes first; what has been possible for some turns takes turns. A list has at most two acts of one kind, two with one
 * person, one with each thing, and one about what the player does not know. If those are fewer than three, more acts about what is
 * known follow, and at last to look around and to wait. A question about what the player has not heard or read of is never
 * offered. While an act waits for a yes, that and a no come first. Empty when the story has ended.
 */
export function offerActs(
  world: World,
  state: WorldState,
  { phrases, max = 4, all = false }: OfferOptions,
): OfferedAct[] {
  if (state.ended !== undefined) return []
  if (state.focus?.pending?.role === confirmed)
    return [...answers, 'look'].map((act) => ({ act: { act }, text: textOf(act, phrases), weight: 9, odds: {} }))
  const scene = new Scene(world, state)
  const grounds = new Grounds(scene)
  const ageHere = (state.turn ?? 0) - (state.happened?.[`seen:${scene.here}`] ?? state.turn ?? 0)
  const possible = actsIn(scene, { phrases, grounds })
  const candidates = possible
    .map((each): Candidate => {
      const reasons = grounds.of(each.act)
      return {
        ...each,
        grounds: reasons,
        isKnown: reasons.length > 0 || (world.acts?.[each.act.act]?.weight ?? 0) > ownWeight,
      }
    })
    // A question names its topic, so the player must have heard or read of it.
    .filter(({ act, grounds: { length } }) => act.topic === undefined || length > 0)
    .map((each) => ({ candidate: each, weight: each.weight + timeliness(each, { state, ageHere }) }))
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ candidate }) => candidate)
  const offered: Candidate[] = []
  const allowed = new Map<Candidate, boolean>()
  const offer = (each: Candidate) => {
    if (offered.length >= max || offered.some(({ text }) => text === each.text)) return
    if (!allowed.has(each)) allowed.set(each, isAllowed(world, state, { act: each.act, phrases }))
    if (allowed.get(each) === true) offered.push(each)
  }
  const known = candidates.filter(({ isKnown }) => isKnown)
  const unknown = candidates.filter(({ isKnown }) => !isKnown)
  const worthwhile = candidates.filter(({ isKnown, weight }) => isKnown || weight >= leastUnknown)
  for (const each of worthwhile) if (isDifferent(each, { offered, max })) offer(each)
  for (const each of known) if (offered.length < fewest) offer(each)
  for (const each of unknown) if (isDifferent(each, { offered, max })) offer(each)
  for (const each of [...unknown, ...fillersIn(phrases)]) if (offered.length < fewest) offer(each)
  const chosen = offered.map(({ act, text, weight, grounds: reasons }): OfferedAct => {
    const odds = oddsOf(world, state, { act, phrases })
    const hint = odds.hint ?? reasonFor(scene, { act, text, grounds: reasons, phrases })
    return { act, text, weight, odds: { ...odds, ...(hint !== undefined && { hint }) } }
  })
  const isOffered = ({ text }: PossibleAct) => offered.some((each) => each.text === text)
  const others = all ? possible.filter((each) => !isOffered(each)) : []
  return [...chosen, ...others.map((each) => ({ ...each, odds: {} }))]
}

/** The texts of all acts that {@link offerActs} may list, in any order. Takes a third of its time, because none is tried or weighed. */
export function offerableTexts(world: World, state: WorldState, { phrases }: { phrases: Phrases }): string[] {
  const always = [...fillers, ...answers].map((act) => textOf(act, phrases))
  return [...possibleActs(world, state, { phrases }).map(({ text }) => text), ...always]
}

function textOf(act: string, phrases: Phrases): string {
  return phrases[`choice.${act}`]?.[0] ?? act
}

function fillersIn(phrases: Phrases): Candidate[] {
  return fillers.map((act) => ({ act: { act }, text: textOf(act, phrases), weight: 0, grounds: [], isKnown: false }))
}

// Of a question, what counts is when its topic came up, not when the person was last spoken to. What is unknown is as old as the
// first sight of the place.
function timeliness(
  { act, text, grounds }: Candidate,
  { state, ageHere }: { state: WorldState; ageHere: number },
): number {
  const ground = grounds.find(({ about }) => act.topic === undefined || about === act.topic)
  const latest = ground?.age ?? ageHere
  const turn = state.report?.seq ?? state.turn ?? 0
  const isOnShift = (turn + sumOf(text)) % age.shifts === 0
  // Of what is as promising, something else comes first in each turn.
  const shift = isOnShift ? bonus.shift : 0
  if (latest > age.new) return isOnShift ? shift : bonus.waiting
  if (ground === undefined) return shift
  return shift + (latest <= age.fresh ? bonus.fresh : bonus.new)
}

function sumOf(text: string): number {
  let sum = 0
  for (const char of text) sum += char.codePointAt(0)!
  return sum
}

function isDifferent(candidate: Candidate, { offered, max }: { offered: readonly Candidate[]; max: number }): boolean {
  const { act, thing, person } = candidate.act
  const lists = Math.ceil(max / 4)
  const count = (isAlike: (other: Candidate) => boolean) => offered.filter(isAlike).length
  if (count((other) => other.act.act === act) >= most.kind * lists) return false
  if (person !== undefined && count((other) => other.act.person === person) >= most.person * lists) return false
  if (thing !== undefined && person === undefined && count((other) => other.act.thing === thing) >= lists) return false
  return candidate.isKnown || count(({ isKnown }) => !isKnown) < most.unknown * lists
}

/** Whether the world does not refuse an act, whatever is rolled. */
function isAllowed(
  world: World,
  state: WorldState,
  { act, phrases }: { act: PossibleAct['act']; phrases: Phrases },
): boolean {
  return perform(world, state, act, { seq: 0, phrases, roll: { total: 12, outcome: 'success' } }).status === 'done'
}

/** What an act needs a roll for, and whether it is more likely to fail. Empty if it needs none. */
export function oddsOf(
  world: World,
  state: WorldState,
  { act, phrases }: { act: PossibleAct['act']; phrases: Phrases },
): OfferedAct['odds'] {
  const risk = riskOf(world, state, act, { phrases })
  if (!risk) return {}
  const hint = phrases['choice.hint.roll']?.[0]?.replace('{task}', risk.task)
  // 2d6 reach 7, a partial success, in 21 of 36 cases; with a modifier of -1 in 15.
  const difficulty = risk.modifier < 0 ? phrases['choice.difficulty.hard']?.[0] : undefined
  return { ...(hint !== undefined && { hint }), ...(difficulty !== undefined && { difficulty }) }
}

// Who spoke of the topic, thing or place that an act names, or where the player read of it.
function reasonFor(
  scene: Scene,
  { act, text, grounds, phrases }: Pick<Candidate, 'act' | 'text' | 'grounds'> & { phrases: Phrases },
): string | undefined {
  const destination = act.to === undefined ? undefined : scene.exitsOf(scene.here)[act.to]?.to
  const subject = act.topic ?? act.thing ?? destination
  if (subject === undefined || scene.state.visited?.[subject] !== undefined) return undefined
  if (subject === destination && !text.includes(scene.places[subject]?.name ?? text)) return undefined
  const ground = grounds.find(
    ({ kind, about, source }) =>
      about === subject && source !== undefined && source !== act.person && (kind === 'told' || kind === 'read'),
  )
  const phrase = ground && phrases[`choice.hint.${ground.kind}`]?.[0]
  return phrase && fillSlots(phrase, { source: ground.source }, new Naming(scene, phrases))
}
