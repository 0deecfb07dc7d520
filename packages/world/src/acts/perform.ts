import type { JsonObject } from '@narratoria/protocol'
import type { Act, Performed, Random, Roll } from '../model/act.ts'
import type { ReportEntry, WorldState } from '../model/state.ts'
import type { World } from '../model/types.ts'
import { patchBetween } from '../json.ts'
import { applyRule, rulesFor } from '../rules/rules.ts'
import { LiveScene, Refused } from '../scene/live-scene.ts'
import { scopeOf } from '../scene/scope.ts'
import type { Phrases } from '../text/render.ts'
import { endTurn } from '../turn/end-turn.ts'
import { recall } from '../view/recall.ts'
import { changing } from './change-things.ts'
import { attack } from './fight.ts'
import { handling } from './handle-things.ts'
import { go } from './move.ts'
import { perceiving } from './perceive.ts'
import { talking } from './talk.ts'
import { askBack, custom, unknown } from './without-effect.ts'

/** Options of {@link perform}. */
export interface PerformOptions {
  /** The session's number of the turn. Acts of one turn have the same number and share a report. */
  seq: number
  /** All sentences, by key. See `@narratoria/content`. */
  phrases: Phrases
  /** The roll that `riskOf` asked for. Without it, `random` decides. */
  roll?: Roll
  /** Defaults to a generator that is seeded by `seq`. */
  random?: Random
  /** Whether this is the last act of the turn: rules, people, beats and endings follow. Defaults to false. */
  endTurn?: boolean
}

type Perform = (scene: LiveScene, act: Act, roll?: Roll) => void

const acts: Record<string, Perform> = {
  ...perceiving,
  ...handling,
  ...changing,
  ...talking,
  go,
  attack,
  recall,
  unknown,
  'ask-back': askBack,
}

/** Acts that take no time: nothing else happens because of them. */
const timeless = new Set(['inventory', 'unknown', 'ask-back', 'recall'])

/** Acts that are possible after the end of a story. */
const afterTheEnd = new Set(['inventory', 'recall'])

/**
 * Performs an act: checks its preconditions, changes a copy of the state, and says what happened. A refused act changes
 * nothing but the report. The same arguments give the same result. `state` is not changed.
 */
export function perform(world: World, state: WorldState, act: Act, options: PerformOptions): Performed {
  const before = freshReport(state, options.seq)
  const scene = createScene(world, before, options)
  scene.act = act.act
  let refused = false
  try {
    performIn(scene, act, options.roll ?? rollBy(scene.random))
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    refused = true
    scene.entries.splice(0, scene.entries.length, { act: act.act, text: error.text, kind: 'act', refused: true })
  }
  const kept = refused
    ? withRefusal(world, before, { ...options, text: scene.entries[0]!, used: scene.state.used })
    : scene
  report(kept, kept.entries)
  focusOn(kept, act)
  if (options.endTurn === true && takesTime(kept)) {
    const from = kept.entries.length
    endTurn(kept)
    report(kept, kept.entries.slice(from))
  }
  return {
    status: refused ? 'refused' : 'done',
    summary: kept.entries.map(({ text }) => text).join(' '),
    entries: kept.entries,
    state: kept.state,
    patch: patchBetween(state as JsonObject, kept.state as JsonObject),
    reputation: kept.reputation,
    assets: kept.assets,
  }
}

function createScene(
  world: World,
  state: WorldState,
  { seq, phrases, random = seeded(seq) }: PerformOptions,
): LiveScene {
  return new LiveScene(world, state, { seq, phrases, random })
}

function performIn(scene: LiveScene, act: Act, roll: Roll): void {
  if (scene.state.ended !== undefined && !afterTheEnd.has(act.act)) scene.refuse('ended')
  const forbidden = scene.world.forbidden?.find((each) => each.act === act.act)
  if (forbidden?.text !== undefined) scene.refuseWith(scene.text(`forbidden:${act.act}`, forbidden.text))
  if (forbidden) scene.refuse('forbidden')
  const run = acts[act.act] ?? (scene.world.acts?.[act.act] ? custom : undefined)
  const named = nameRoles(scene, act)
  const rules = isInReach(scene, named) ? rulesFor(scene, named) : []
  for (const rule of rules.filter(({ order, refuse }) => refuse !== undefined || order === 'before'))
    applyRule(scene, rule, roll)
  const instead = rules.find(({ order, refuse }) => order === 'instead' && refuse === undefined)
  if (instead) applyRule(scene, instead, roll)
  else if (run) run(scene, named, roll)
  else scene.refuse('act.unknown', { act: act.act })
  for (const rule of rules.filter(({ order = 'after', refuse }) => order === 'after' && refuse === undefined))
    applyRule(scene, rule, roll)
}

// A rule of the campaign does not apply to an act on what is not there: nobody speaks who is absent.
function isInReach(scene: LiveScene, { act, thing, person, with: used }: Act): boolean {
  if (timeless.has(act)) return true
  const inScope = new Set(scopeOf(scene).map(({ id }) => id))
  const isAbsent = (id: string | undefined): boolean =>
    id !== undefined && (id in scene.things || id in scene.people) && !inScope.has(id)
  return ![thing, person, used].some(isAbsent)
}

// Roles may hold names instead of ids: those of a model, or words that the parser could not resolve.
function nameRoles(scene: LiveScene, act: Act): Act {
  const named: Act = { ...act }
  for (const role of ['thing', 'with', 'where', 'person', 'to'] as const)
    if (act[role] !== undefined) named[role] = idOf(scene, act[role])
  if (act.things) named.things = act.things.map((each) => idOf(scene, each))
  return named
}

function idOf(scene: LiveScene, name: string): string {
  if (name in scene.things || name in scene.people || name in scene.places) return name
  const wanted = name.toLowerCase().replace(/^(?:the|an?|my|your)\s+/, '')
  for (const kind of [scene.things, scene.people, scene.places])
    for (const [id, { name: own, aliases = [] }] of Object.entries(kind))
      if (id === wanted.replaceAll(' ', '_') || [own, ...aliases].some((each) => each.toLowerCase() === wanted))
        return id
  return name
}

function freshReport(state: WorldState, seq: number): WorldState {
  return state.report?.seq === seq ? state : { ...state, report: { seq, entries: {} } }
}

function withRefusal(
  world: World,
  before: WorldState,
  { text, used, ...options }: PerformOptions & { text: ReportEntry; used: WorldState['used'] },
): LiveScene {
  const scene = createScene(world, { ...before, ...(used && { used }) }, options)
  scene.act = text.act
  scene.entries.push(text)
  return scene
}

function report(scene: LiveScene, entries: readonly ReportEntry[]): void {
  const { entries: all } = scene.state.report!
  for (const entry of entries) all[String(Object.keys(all).length + 1)] = { ...entry }
}

function takesTime(scene: LiveScene): boolean {
  return Object.values(scene.state.report?.entries ?? {}).some(
    ({ act, refused }) => refused !== true && !timeless.has(act),
  )
}

function focusOn(scene: LiveScene, act: Act): void {
  const focus = (scene.state.focus ??= {})
  if (act.act === 'ask-back') {
    if (act.question) focus.pending = act.question as never
    return
  }
  delete focus.pending
  const thing = act.thing ?? act.things?.at(-1)
  if (thing !== undefined && thing in scene.things) focus.it = thing
  if (act.things && act.things.length > 1) focus.them = act.things
  const person = act.person
  if (person !== undefined && person in scene.people) {
    if (scene.people[person]?.pronoun === 'he') focus.him = person
    else if (scene.people[person]?.pronoun === 'she') focus.her = person
    else focus.them = [person]
  }
  if (!timeless.has(act.act)) focus.last = { ...act } as never
}

/** Two dice: to 6 failure, 7 to 9 partial, 10 and more success. */
export function outcomeOf(total: number): Roll['outcome'] {
  return total >= 10 ? 'success' : total >= 7 ? 'partial' : 'failure'
}

function rollBy(random: Random): Roll {
  const die = () => 1 + Math.floor(random() * 6)
  const total = die() + die()
  return { total, outcome: outcomeOf(total) }
}

function seeded(seed: number): Random {
  let state = Math.imul(seed + 1, 0x9e3779b1) >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 4_294_967_296
  }
}
