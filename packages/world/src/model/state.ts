import type { JsonObject, JsonValue } from '@narratoria/protocol'
import type { Location, Text } from './types.ts'

/**
 * What differs from the world: the session's state under the key `world`. It is changed by merge patches only, so that its
 * collections are objects by id. `{}` is the state before the first turn.
 */
export interface WorldState {
  /** Number of turns that took time. */
  turn?: number
  /** Places of the player (key `player`), things and people that have moved. */
  at?: Record<string, Location>
  /** Changed properties: id → property → whether it holds. */
  is?: Record<string, Record<string, boolean>>
  flags?: JsonObject
  /** Place → turn of the first visit. */
  visited?: Record<string, number>
  /** Changes of the player's standing with factions. */
  standing?: Record<string, number>
  /** Changed feelings of people about the player, −100 to 100. */
  feelings?: Record<string, number>
  /** Person or `player` → fact or deed → how they know: the turn, and who told them (absent: seen). */
  knows?: Record<string, Record<string, { turn: number; from?: string }>>
  /** What happened in front of somebody: deed id → deed. Only the last 200 are kept, and those with `important`. */
  deeds?: Record<string, Deed>
  /** Rules and beats that happened → turn. */
  happened?: Record<string, number>
  exits?: Record<string, Record<string, string | null>>
  descriptions?: Record<string, Text>
  /** How often each text that is used in turn was used. */
  used?: Record<string, number>
  /** Person → topic → the turn of the answer, and whether it was a lie. */
  talked?: Record<string, Record<string, { turn: number; lie?: boolean }>>
  /** Wounds of people and of `player`. */
  wounds?: Record<string, number>
  /** Turns that a light has burned. */
  burned?: Record<string, number>
  /** Things, people, places and facts that a narration added; they have the shapes of `World`. */
  added?: JsonObject
  /** What pronouns stand for, and what the parser asked. */
  focus?: Focus
  /** What the acts of the current turn brought about. Replaced by the first act of the next turn. */
  report?: Report
  ended?: string
  /** A world that belongs to the session alone, such as one made from a premise. */
  model?: JsonObject
  /** The campaign of the session, unless it has a `model`. */
  campaign?: { name: string; version: string; digest: string }
}

export interface Deed {
  turn: number
  act: string
  /** Who did it: `player` or a person. */
  by: string
  thing?: string
  person?: string
  place: string
  /** Where the thing was before. */
  from?: Location
  important?: boolean
}

export interface Focus {
  it?: string
  him?: string
  her?: string
  them?: string[]
  /** The previous acts, for "again". */
  last?: JsonValue
  /** A question of the parser: an act with one role open, and what it may be. The next words are read as the answer first. */
  pending?: { act: JsonObject; role: string; between: string[] }
}

/** What happened in a turn, in order: key = position from "1". */
export interface Report {
  /** The session's number of the turn (`request.turn.seq`), so that an old report is recognised. */
  seq: number
  entries: Record<string, ReportEntry>
}

export interface ReportEntry {
  act: string
  /** The act was refused by the world, not failed. */
  refused?: boolean
  /** What the player reads, rendered. */
  text: string
  /** Who the line is by, for speech. */
  speaker?: string
  kind?: 'act' | 'speech' | 'event' | 'beat' | 'ending' | 'roll' | 'place' | 'answer' | 'question'
}
