import type { JsonObject } from '@narratoria/protocol'
import type { ReportEntry, WorldState } from './state.ts'

/** The value of a role whose pronoun refers to nothing. */
export const unclear = { person: '?person', thing: '?thing' } as const

/** Names of the acts that every world has. A campaign may add its own. */
export const standardActs = [
  'look',
  'examine',
  'search',
  'listen',
  'smell',
  'go',
  'take',
  'drop',
  'put',
  'open',
  'close',
  'lock',
  'unlock',
  'light',
  'extinguish',
  'give',
  'show',
  'use',
  'wear',
  'remove',
  'eat',
  'drink',
  'read',
  'push',
  'pull',
  'climb',
  'talk',
  'ask',
  'tell',
  'say',
  'attack',
  'wait',
  'inventory',
] as const

/** An act of the player: the input of the tool `act`. Roles hold ids, or names that are resolved in scope. */
export interface Act {
  act: string
  thing?: string
  /** For acts on several things: take, drop, put. */
  things?: string[]
  /** The instrument. */
  with?: string
  /** Where to put it, with `preposition`. */
  where?: string
  preposition?: 'in' | 'on' | 'under'
  person?: string
  topic?: string
  /** A direction or a place. */
  to?: string
  /** The words said, or the player's words that no act covers (act `unknown`). */
  text?: string
  /** For the act `say`: what the person is to do. */
  order?: Act
  /** For the act `ask-back`: which of several things an act is about. */
  question?: { act: Act; role: string; between: string[] }
}

/** What a roll of the dice said: from the skill `dice-roller`. */
export interface Roll {
  total: number
  outcome: 'failure' | 'partial' | 'success'
}

/** What an act needs to be rolled, before it is performed. */
export interface Risk {
  /** Dice notation with the modifier: `2d6+1`. */
  formula: string
  modifier: number
  /** What the roll decides: "force the gate". */
  task: string
  /** Where the modifier comes from: "strong +1", "Oleg distrusts you −1". */
  reasons: string[]
}

/** The outcome of one act: the texts about it and the changed state. */
export interface Performed {
  /** `refused`: the world forbids it, nothing changed but what a refusal may change (knowledge, focus, time). */
  status: 'done' | 'refused'
  /** One line for traces and for the narrator; equals the texts of the entries. */
  summary: string
  entries: ReportEntry[]
  state: WorldState
  /** Merge patch from the state before to `state`. */
  patch: JsonObject
  /** Changes of standings, for the skill `reputation`: faction → sum. */
  reputation: Record<string, number>
  /** Files of the campaign to show. */
  assets: { asset: string; caption?: string }[]
}

/** Source of chance where no roll was made. Returns a number from 0 to 1, 1 excluded; the same for the same seed. */
export type Random = () => number
