import type { JsonObject, RegisteredAsset, TurnEvent, TurnResult } from '@narratoria/protocol'
import type { AssetFolder } from '../assets/asset-folder.ts'

/** What a session starts with. */
export interface NewSession {
  sessionId: string
  /** What the player calls it; unique among the sessions of a store when it is set. */
  name: string | null
  title: string
  /** The text that the story opens with, before the first turn. */
  opening?: string
  /** The state before the first turn. Defaults to `{}`. */
  initialState?: JsonObject
  /** Unix time in milliseconds. */
  createdAt: number
}

/** A session as it is listed. */
export interface SessionRecord {
  sessionId: string
  name: string | null
  title: string
  opening: string
  /** The turn that the next one follows; `null` before the first. */
  head: string | null
  /** The turn that redo leads to; the head itself where nothing was undone. */
  tip: string | null
  /** How many turns are stored, on every branch. */
  turns: number
  /** Unix time in milliseconds. */
  createdAt: number
  /** Unix time in milliseconds. */
  updatedAt: number
}

/** A turn as it was committed, whole. */
export interface StoredTurn extends TurnResult {
  /** A name that the player gave it, unique in the session. */
  label?: string
  /** Unix time in milliseconds. */
  createdAt: number
  /** Everything that the turn showed, in order, but for its last event, which the rest of the record makes up. */
  events: TurnEvent[]
  /** Files that the turn's tools registered. */
  assets: RegisteredAsset[]
}

/** A turn as a planner or a list needs it. */
export interface TurnSummary {
  turnId: string
  seq: number
  parentId: string | null
  prompt: string
  narrative: string
  label?: string
  /** Unix time in milliseconds. */
  createdAt: number
}

/** A file that a turn registered. */
export interface StoredAsset extends RegisteredAsset {
  turnId: string
}

/** A turn that began and neither was committed nor abandoned: its host ended in the middle of it. */
export interface LostTurn {
  seq: number
  prompt: string
  /** Unix time in milliseconds. */
  startedAt: number
}

/** The right to change a session, held by one host at a time and gone with its process. */
export interface SessionLock {
  /** The turn that the previous host lost. It is reported once. */
  readonly lostTurn: LostTurn | undefined
  release(): void
}

/** Something that the player should know of how the store was found. */
export interface StoreNotice {
  code: 'damaged_file_set_aside' | 'damage_found' | 'migrated' | 'read_only'
  message: string
}

/**
 * Where sessions live (FR-022; data model §7, §8). A session is a tree of turns with a head; the played line is the way
 * from the first turn to the head. Every method takes effect whole or not at all. States that it hands out are shared
 * and must not be changed.
 */
export interface SessionStore extends AsyncDisposable {
  /** What the player should know of how the store was opened. */
  readonly notices: readonly StoreNotice[]
  /** Settles when a store that is checked while it is in use has been checked completely. A notice reports damage. */
  readonly checked?: Promise<StoreNotice | undefined>
  /** Where the store keeps the files that turns registered; a store without leaves them where their tools put them. */
  readonly assetFolder?: AssetFolder
  /** @throws {RuntimeError} `name_taken` */
  createSession(session: NewSession): Promise<SessionRecord>
  /** Finds a session by its id or its name. */
  findSession(idOrName: string): Promise<SessionRecord | undefined>
  /** Every session, the one played last first. */
  listSessions(): Promise<SessionRecord[]>
  /**
   * Takes the right to change a session. It ends with `release` or with the process, however that ends.
   *
   * @throws {RuntimeError} `session_in_use` while another host has it
   */
  lockSession(sessionId: string): Promise<SessionLock>
  /** Begins a turn: stores its prompt and returns a turn number that was never used in the session. */
  beginTurn(sessionId: string, turn: { prompt: string; startedAt: number }): Promise<number>
  /** Stores a started turn and makes it the head, in one step. */
  commitTurn(turn: StoredTurn): Promise<void>
  /** Ends a started turn that will not be stored. Its number stays used. */
  abandonTurn(sessionId: string, seq: number): Promise<void>
  /** Moves the head, and what redo leads to, to stored turns or before the first one. */
  moveHead(sessionId: string, to: { head: string | null; tip: string | null }): Promise<void>
  /**
   * Names a turn, or takes its name away.
   *
   * @throws {RuntimeError} `name_taken`
   */
  labelTurn(sessionId: string, turnId: string, label: string | null): Promise<void>
  /** Finds a turn by its id, its label, or its number in decimal. */
  findTurn(sessionId: string, turnIdOrLabel: string): Promise<TurnSummary | undefined>
  /** @throws {RuntimeError} `unknown_turn` */
  readTurn(sessionId: string, turnId: string): Promise<StoredTurn>
  /** Every turn on every branch, ascending by number, one at a time. */
  readTurns(sessionId: string): AsyncIterable<StoredTurn>
  /** The turns that follow `turnId`, or that a story starts with, oldest first. */
  children(sessionId: string, turnId: string | null): Promise<TurnSummary[]>
  /** The turns that nothing follows: the ends of the branches, oldest first. */
  leaves(sessionId: string): Promise<TurnSummary[]>
  /** The turns from the first to `turnId`, the last `limit` of them, oldest first. */
  line(sessionId: string, turnId: string | null, limit?: number): Promise<TurnSummary[]>
  /** The same one at a time, for stories of any length. */
  readLine(sessionId: string, turnId: string | null): AsyncIterable<TurnSummary>
  /** The files registered on the way from the first turn to `turnId`, oldest first. */
  assets(sessionId: string, turnId: string | null): Promise<StoredAsset[]>
  /** The changes of the state on the way from `turnId` back to the first turn; without a patch, the whole state was stored. */
  readChanges(sessionId: string, turnId: string | null): AsyncIterable<{ turnId: string; patch?: JsonObject }>
  /** Inclusive ranges of the turn numbers on the way from the first turn to `turnId`, ascending. */
  lineSeqs(sessionId: string, turnId: string | null): Promise<[number, number][]>
  /** The state after `turnId`; the initial state before the first turn. */
  stateAt(sessionId: string, turnId: string | null): Promise<JsonObject>
  /**
   * Stores a whole session, with its turns in ascending order of number, or nothing of it.
   *
   * @throws {RuntimeError} `name_taken` where its id or name is in use
   */
  importSession(
    session: NewSession & { head: string | null; tip: string | null },
    turns: AsyncIterable<StoredTurn> | Iterable<StoredTurn>,
  ): Promise<SessionRecord>
  /** Releases what the store holds; every other method then rejects with `store_closed`. */
  close(): Promise<void>
}
