import type { JsonObject, RegisteredAsset, TurnEvent, TurnResult } from '@narratoria/protocol'

/** A session as it is listed. */
export interface SessionRecord {
  sessionId: string
  /** What the player calls it; unique among the sessions of a store when it is set. */
  name: string | null
  title: string
  /** The turn that the next one follows; `null` before the first. */
  head: string | null
  /** How many turns are stored, on every branch. */
  turns: number
  /** Unix time in milliseconds. */
  createdAt: number
  /** Unix time in milliseconds. */
  updatedAt: number
}

/** A turn as it was committed, whole. */
export interface StoredTurn extends TurnResult {
  /** Unix time in milliseconds. */
  createdAt: number
  /** Everything that the turn showed, in order. */
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
  /** Unix time in milliseconds. */
  createdAt: number
}

/**
 * Where sessions live. A session is a tree of turns with a head; the played line is the way from the first turn to the
 * head. Every method either takes effect whole or not at all.
 */
export interface SessionStore {
  /** Creates a session; a name that is taken rejects. */
  createSession(session: {
    sessionId: string
    name: string | null
    title: string
    createdAt: number
  }): Promise<SessionRecord>
  /** Finds a session by its id or its name. */
  findSession(idOrName: string): Promise<SessionRecord | undefined>
  /** Every session, the one played last first. */
  listSessions(): Promise<SessionRecord[]>
  /** A turn number that was never given out before in this session, not even to a turn that was lost. */
  reserveSeq(sessionId: string): Promise<number>
  /** Stores a finished turn and makes it the head, in one step. */
  commitTurn(turn: StoredTurn): Promise<void>
  /** Moves the head to a stored turn, or before the first one. */
  moveHead(sessionId: string, turnId: string | null): Promise<void>
  findTurn(sessionId: string, turnId: string): Promise<StoredTurn | undefined>
  /** The turns from the first to `turnId`, the last `limit` of them, oldest first. */
  line(sessionId: string, turnId: string | null, limit?: number): Promise<TurnSummary[]>
  /** Inclusive ranges of the turn numbers on the way from the first turn to `turnId`, ascending. */
  lineSeqs(sessionId: string, turnId: string | null): Promise<[number, number][]>
  /** The state after `turnId`; `{}` before the first turn. */
  stateAt(sessionId: string, turnId: string | null): Promise<JsonObject>
  /** Releases what the store holds. */
  close(): Promise<void>
}
