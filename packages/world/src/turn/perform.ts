import type { JsonObject } from '@narratoria/protocol'
import { splitAct } from '../acts/handle-things.ts'
import { nameRoles } from '../acts/name-roles.ts'
import { confirmed } from '../acts/confirm.ts'
import { riskOf } from '../acts/risk.ts'
import { runAct } from '../acts/run-act.ts'
import { patchBetween } from '../json.ts'
import { LiveScene } from '../live/live-scene.ts'
import type { Act, Performed, Random, Roll } from '../model/act.ts'
import type { WorldState } from '../model/state.ts'
import type { World } from '../model/types.ts'
import { sightPresent } from '../people/walk.ts'
import type { Phrases } from '../text/render.ts'
import { rollBy, seededRandom } from './chance.ts'
import { endTurn } from './end-turn.ts'
import { focusOn } from './focus.ts'
import { lookAround } from './look-around.ts'

/** Options of {@link perform}. */
export interface PerformOptions {
  /** The session's number of the turn. Acts of one turn have the same number and share a report. */
  seq: number
  /** All sentences, by key. See `@narratoria/content`. */
  phrases: Phrases
  /** The roll that `riskOf` asked for. Without it, `random` decides. */
  roll?: Roll
  /** Defaults to a generator that is seeded by `seq` and the position of the act in its turn. */
  random?: Random
  /** Whether this is the last act of the turn: rules, people, beats and endings follow. Defaults to false. */
  endTurn?: boolean
}

/** Acts that take no time: nothing else happens because of them. */
const timeless = new Set(['inventory', 'unknown', 'hint', 'ask-back', 'recall', 'confirm-no'])

/** Acts with a sentence of their own for when nothing fits. */
const nothingTo = new Set(['take', 'drop', 'put'])

/**
 * Performs an act: checks its preconditions, changes a copy of the state, and says what happened. A refused act changes
 * nothing but the report, which texts were used, and that the player was at their place. The same arguments give the same result. `state` is not changed.
 * @example
 * ```ts
 * import { phrases } from '@narratoria/content'
 * import { perform, type World } from '@narratoria/world'
 *
 * const world: World = {
 *   title: 'A key',
 *   opening: 'You wake in a cell.',
 *   player: { at: 'cell' },
 *   places: { cell: { name: 'cell' } },
 *   things: { key: { name: 'brass key', at: 'cell' } },
 *   people: {},
 * }
 * const { status, state } = perform(world, {}, { act: 'take', thing: 'key' }, { seq: 1, phrases })
 * if (status !== 'done' || state.at?.key !== 'player') throw new Error('The key should be carried.')
 * ```
 */
export function perform(world: World, state: WorldState, act: Act, options: PerformOptions): Performed {
  const { seq, phrases, random = seededRandom(seedOf(state, seq)) } = options
  const scene = new LiveScene(world, freshReport(state, seq), {
    seq,
    phrases,
    random,
    perform: (each, implied) => runAct(each, implied, () => roll(each, implied)),
  })
  const roll = (each: LiveScene, rolled: Act) =>
    options.roll ?? rollBy(random, riskOf(world, each.state, rolled, { phrases })?.modifier ?? 0)
  scene.act = act.act
  // The story may begin at a place that no act has described.
  if (scene.state.visited?.[scene.here] === undefined) arrive(scene)
  let refused = performEach(scene, nameRoles(scene, act), roll)
  report(scene, 0)
  focusOn(scene, act, timeless.has(act.act))
  // A rule may replace an act and say nothing.
  const tookTime = takesTime(scene) || (!refused && !timeless.has(act.act) && scene.pending?.role !== confirmed)
  if (options.endTurn === true && tookTime) {
    const { from, isDenied } = withoutDenial(scene, act, () => endTurn(scene))
    if (isDenied) refused = false
    report(scene, from)
  }
  return {
    status: refused ? 'refused' : 'done',
    summary: scene.entries.map(({ text }) => text).join(' '),
    entries: scene.entries,
    state: scene.state,
    patch: patchBetween(state as JsonObject, scene.state as JsonObject),
    reputation: scene.reputation,
    assets: scene.assets,
  }
}

/**
 * Lets time pass, and leaves out the refusal of an act with a person who comes in the meantime: their absence was true only before.
 * Returns the number of the entries that were there before, and whether there was such a refusal.
 */
function withoutDenial(
  scene: LiveScene,
  { person, thing, to }: Act,
  pass: () => void,
): { from: number; isDenied: boolean } {
  const wanted = [person, thing, to]
  const isNamed = (id: string) =>
    wanted.includes(id) || scene.namesOf(id).some((name) => wanted.includes(name.toLowerCase()))
  const isHere = () => scene.peopleAt(scene.here).some(isNamed)
  const wasHere = isHere()
  const from = scene.entries.length
  pass()
  if (wasHere || !isHere()) return { from, isDenied: false }
  const kept = scene.entries.filter(({ refused }, at) => refused !== true || at >= from)
  const dropped = scene.entries.filter((entry) => !kept.includes(entry)).map(({ text }) => text)
  scene.entries.splice(0, scene.entries.length, ...kept)
  const { entries } = scene.state.report!
  const others = Object.values(entries).filter(({ refused, text }) => refused !== true || !dropped.includes(text))
  scene.state.report!.entries = Object.fromEntries(others.map((entry, index) => [String(index + 1), entry]))
  return { from: from - dropped.length, isDenied: dropped.length > 0 }
}

function arrive(scene: LiveScene): void {
  ;(scene.state.visited ??= {})[scene.here] = scene.now
  sightPresent(scene)
}

/** Performs an act on each of its things. Returns whether all were refused; equal reasons are given once. */
function performEach(scene: LiveScene, act: Act, roll: (scene: LiveScene, act: Act) => Roll): boolean {
  const acts = splitAct(scene, act)
  const attempt = (each: Act) =>
    scene.attempt(() => lookAround(scene, () => runAct(scene, each, () => roll(scene, each))))
  const reasons = acts.length > 1 ? scene.together(() => acts.map(attempt)) : acts.map(attempt)
  if (acts.length === 0) reasons.push(scene.phrase(nothingTo.has(act.act) ? `${act.act}.nothing` : 'all.nothing'))
  const refusedBefore = Object.values(scene.state.report?.entries ?? {}).some(
    (entry) => entry.refused === true && entry.act === act.act,
  )
  // Of several questions without an answer, one says so; none does beside an answer.
  const isAnswered = Object.values(scene.state.report?.entries ?? {}).some(
    ({ kind, refused }) => refused !== true && (kind === 'speech' || kind === 'answer'),
  )
  const isUnanswered = act.act === 'recall' && act.text !== undefined && reasons.some((reason) => reason !== undefined)
  if ((refusedBefore && timeless.has(act.act)) || (isUnanswered && isAnswered)) return true
  const said = Object.values(scene.state.report?.entries ?? {}).map(({ text }) => text)
  for (const text of new Set(reasons))
    if (text !== undefined && !said.includes(text) && text !== '')
      scene.entries.push({ act: act.act, text, kind: 'act', refused: true })
  return reasons.every((reason) => reason !== undefined)
}

// Acts of one turn have different dice.
function seedOf({ report: last }: WorldState, seq: number): number {
  return seq * 1000 + (last?.seq === seq ? Object.keys(last.entries).length : 0)
}

function freshReport(state: WorldState, seq: number): WorldState {
  return state.report?.seq === seq ? state : { ...state, report: { seq, entries: {} } }
}

function report(scene: LiveScene, from: number): void {
  const { entries } = scene.state.report!
  for (const entry of scene.entries.slice(from)) entries[String(Object.keys(entries).length + 1)] = { ...entry }
}

function takesTime(scene: LiveScene): boolean {
  return Object.values(scene.state.report?.entries ?? {}).some(
    ({ act, refused }) => refused !== true && !timeless.has(act),
  )
}
