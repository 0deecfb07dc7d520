import type { LorebookDocument } from '@narratoria/interchange'
import type { JsonObject, RegisteredAsset, StoryNotes, TurnEvent, TurnResult } from '@narratoria/protocol'
import type { AssetFolder } from '../assets/asset-folder.ts'

/** The properties of a new session. */
export interface NewSession {
  sessionId: string
  /** A name given by the player, unique in the store; `null` for none. */
  name: string | null
  title: string
  /** Defaults to none. */
  tags?: readonly string[]
  /** Defaults to none. */
  notes?: StoryNotes
  /** Lorebooks of its own. Defaults to none. */
  lorebooks?: readonly LorebookDocument[]
  /** The text before the first turn. Defaults to an empty text. */
  opening?: string
  /** The state before the first turn. Defaults to `{}`. */
  initialState?: JsonObject
  /** Unix time in milliseconds. */
  createdAt: number
}

/** What a session is called from now on; what is missing stays. */
export interface NewNames {
  title?: string
  /** Unique in the store; `null` for none. */
  name?: string | null
}

/** A session as it is listed. */
export interface SessionRecord {
  sessionId: string
  name: string | null
  title: string
  /** In alphabetical order. */
  tags: string[]
  /** The author’s notes for the narrating model. */
  notes: StoryNotes
  opening: string
  /** The turn that the next one follows; `null` before the first. */
  head: string | null
  /** The end of the line that redo restores; equal to `head` if nothing was undone. */
  tip: string | null
  /** The number of stored turns on all branches. */
  turns: number
  /** How often the text of a turn was replaced. */
  revision: number
  /** Unix time in milliseconds. */
  createdAt: number
  /** Unix time in milliseconds. */
  updatedAt: number
}

/** A session in the trash, under the name that it had. */
export interface TrashedSession extends SessionRecord {
  /** Unix time in milliseconds. It is deleted 30 days later. */
  trashedAt: number
}

/** A turn with the words that were searched for. */
export interface FoundTurn {
  session: SessionRecord
  turnId: string
  seq: number
  /** The part of the prompt or narrative around the words. */
  excerpt: string
  /** Where the words are in `excerpt`: pairs of start and end offsets. */
  marks: [number, number][]
}

/** A committed turn with all its details. */
export interface StoredTurn extends TurnResult {
  /** A label given by the player, unique in the session. */
  label?: string
  /** Unix time in milliseconds. */
  createdAt: number
  /** The emitted events in order, without `turn_finished`, which is built from the other fields. */
  events: TurnEvent[]
  /** Files that the turn's tools registered. */
  assets: RegisteredAsset[]
  recap?: TurnRecap['recap']
  /** The texts of an edited turn, in the order in which they were written: first the text as played. One of them is the turn's. */
  texts?: TurnText[]
}

/** A text of a turn: what the player wrote, and the narration. */
export interface TurnText {
  prompt: string
  narrative: string
  /** When it was written: Unix time in milliseconds. */
  createdAt: number
}

/** A change of the text of a stored turn. Its plan, events and state stay. */
export interface TurnRevision extends Pick<TurnText, 'prompt' | 'narrative'> {
  texts: TurnText[]
  /** The line about the turn in summaries. Defaults to no line. */
  note?: string
}

/** A turn without its details, for planners and lists. */
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

/** What was kept of a turn for later summaries of its line. */
export interface TurnRecap {
  seq: number
  prompt: string
  narrative: string
  recap?: {
    /** One line about the turn. */
    note: string
    /** Every tenth turn: lines about the whole line up to the turn, oldest first. */
    summary?: string[]
  }
}

/** What a narrating model was sent. */
export interface NarratorContext {
  turnId: string
  /** In the order in which they were sent. `tokens` is estimated. */
  blocks: { name: string; tokens: number; text: string }[]
}

/** A file that a turn registered. */
export interface StoredAsset extends RegisteredAsset {
  turnId: string
}

/** A turn that was started and neither committed nor abandoned, because its host ended. */
export interface LostTurn {
  seq: number
  prompt: string
  /** Unix time in milliseconds. */
  startedAt: number
}

/** The exclusive right to change a session. It ends with the process. */
export interface SessionLock {
  /** The turn that the previous host lost. It is reported once. */
  readonly lostTurn: LostTurn | undefined
  /** Aborted, with the error `session_lost`, when another host may have taken the session over. Defaults to never. */
  readonly lost?: AbortSignal
  /** Another process can lock the session when the promise, if there is one, has resolved. */
  release(): void | Promise<void>
}

/** A message for the player about the condition of the store. */
export interface StoreNotice {
  code: 'damaged_file_set_aside' | 'damage_found' | 'changes_lost' | 'migrated' | 'read_only'
  message: string
}

/**
 * Stores sessions. A session is a tree of turns with a head; the played line is the path
 * from the first turn to the head. Every method takes effect completely or not at all. Returned states are shared
 * and must not be changed.
 */
export interface SessionStore extends AsyncDisposable {
  /** Messages for the player about the opening of the store. */
  readonly notices: readonly StoreNotice[]
  /** Settles when the check in the background has finished. A notice reports damage. */
  readonly checked?: Promise<StoreNotice | undefined>
  /** Whether a session is locked for each change only, so that several hosts can have it open. Defaults to false. */
  readonly lockPerTurn?: boolean
  /** The copies of files that turns registered. Without it, the files stay where their tools wrote them. */
  readonly assetFolder?: AssetFolder
  /** @throws {RuntimeError} `name_taken` */
  createSession(session: NewSession): Promise<SessionRecord>
  /** Finds a session by its id or its name. */
  findSession(idOrName: string): Promise<SessionRecord | undefined>
  /** Returns every session, the one played last first. */
  listSessions(): Promise<SessionRecord[]>
  /**
   * Changes the title of a session, its name, or both. `name: null` takes the name away. A host that has the session open may do so,
   * and any other, too.
   *
   * @throws {RuntimeError} `unknown_session`, `name_taken`
   */
  renameSession(sessionId: string, to: NewNames): Promise<SessionRecord>
  /** Replaces the tags of a session. @throws {RuntimeError} `unknown_session` */
  tagSession(sessionId: string, tags: readonly string[]): Promise<SessionRecord>
  /** Replaces the author's notes of a session. @throws {RuntimeError} `unknown_session` */
  setNotes(sessionId: string, notes: StoryNotes): Promise<SessionRecord>
  /** Returns the lorebooks of a session's own. They are read-only. @throws {RuntimeError} `unknown_session` */
  lorebooksOf(sessionId: string): Promise<readonly LorebookDocument[]>
  /** Replaces the lorebooks of a session's own. @throws {RuntimeError} `unknown_session` */
  setLorebooks(sessionId: string, lorebooks: readonly LorebookDocument[]): Promise<void>
  /**
   * Puts a session into the trash, where it keeps everything but is not found, listed or searched, and its name is free.
   *
   * @throws {RuntimeError} `unknown_session`, `session_in_use` while a host has it open
   */
  trashSession(sessionId: string): Promise<TrashedSession>
  /** Returns the sessions in the trash, the last one first. */
  listTrash(): Promise<TrashedSession[]>
  /** Takes a session out of the trash. It loses its name if another one has it now. @throws {RuntimeError} `unknown_session` */
  restoreSession(sessionId: string): Promise<SessionRecord>
  /**
   * Deletes the sessions in the trash, and the files that only they have. Returns their ids. What skills stored for them is deleted by
   * `deleteTrashed`, which calls this.
   *
   * @param options `before`: only those that were put there before this time, in Unix milliseconds
   */
  emptyTrash(options?: { before?: number }): Promise<string[]>
  /**
   * Finds the turns of all branches of all sessions, or of one, in whose prompt or narrative every word of `text` occurs, the best match
   * first. Upper and lower case and accents do not matter; the last word may be a beginning; "quoted words" occur in this order.
   *
   * @param options `limit` defaults to 50 turns
   */
  search(text: string, options?: { sessionId?: string; limit?: number }): Promise<FoundTurn[]>
  /**
   * Takes the right to change a session, until `release` or the end of the process.
   *
   * @throws {RuntimeError} `session_in_use` while another host has it
   */
  lockSession(sessionId: string): Promise<SessionLock>
  /** Begins a turn: stores its prompt and returns a turn number that was never used in the session. */
  beginTurn(sessionId: string, turn: { prompt: string; startedAt: number }): Promise<number>
  /** Stores a started turn and makes it the head, in one step. `context` replaces that of the session's last turn. */
  commitTurn(turn: StoredTurn, context?: NarratorContext): Promise<void>
  /**
   * Replaces the state, choices, events and recap of a stored turn that no other turn follows.
   *
   * @throws {RuntimeError} `unknown_turn`, `turn_not_stored` if another turn follows it
   */
  amendTurn(turn: StoredTurn): Promise<void>
  /**
   * Replaces the text of a stored turn, and the line about it in the summaries of later turns.
   *
   * @throws {RuntimeError} `unknown_turn`
   */
  reviseTurn(sessionId: string, turnId: string, revision: TurnRevision): Promise<TurnSummary>
  /** Returns what the narrating model was last sent in the session. */
  contextOf(sessionId: string): Promise<NarratorContext | undefined>
  /** Ends a started turn that will not be stored. Its number stays used. */
  abandonTurn(sessionId: string, seq: number): Promise<void>
  /** Moves the head and the end of redo to stored turns, or with `null` before the first one. */
  moveHead(sessionId: string, to: { head: string | null; tip: string | null }): Promise<void>
  /**
   * Sets the label of a turn, or removes it.
   *
   * @throws {RuntimeError} `name_taken`
   */
  labelTurn(sessionId: string, turnId: string, label: string | null): Promise<void>
  /** Finds a turn by its id, its label, or its number in decimal. */
  findTurn(sessionId: string, turnIdOrLabel: string): Promise<TurnSummary | undefined>
  /** @throws {RuntimeError} `unknown_turn` */
  readTurn(sessionId: string, turnId: string): Promise<StoredTurn>
  /** Reads the turns of all branches one at a time, ascending by number. */
  readTurns(sessionId: string): AsyncIterable<StoredTurn>
  /** Returns the turns that follow `turnId` (`null`: the first turns), oldest first. */
  children(sessionId: string, turnId: string | null): Promise<TurnSummary[]>
  /** Returns the last turn of each branch, oldest first. */
  leaves(sessionId: string): Promise<TurnSummary[]>
  /** Returns the turns from the first to `turnId`, oldest first; at most the last `limit` of them. */
  line(sessionId: string, turnId: string | null, limit?: number): Promise<TurnSummary[]>
  /** Returns the last `limit` turns up to `turnId`, oldest first, with their recaps. */
  recaps(sessionId: string, turnId: string | null, limit: number): Promise<TurnRecap[]>
  /** Reads the same turns one at a time. */
  readLine(sessionId: string, turnId: string | null): AsyncIterable<TurnSummary>
  /** Returns the files registered from the first turn to `turnId`, oldest first. */
  assets(sessionId: string, turnId: string | null): Promise<StoredAsset[]>
  /** Reads the changes of the state from `turnId` back to the first turn. Without a patch, the whole state was stored. */
  readChanges(sessionId: string, turnId: string | null): AsyncIterable<{ turnId: string; patch?: JsonObject }>
  /** Returns inclusive ranges of the turn numbers from the first turn to `turnId`, ascending. */
  lineSeqs(sessionId: string, turnId: string | null): Promise<[number, number][]>
  /** Returns the state after `turnId`; for `null`, the initial state. It is read-only: states share most of their parts. */
  stateAt(sessionId: string, turnId: string | null): Promise<JsonObject>
  /**
   * Stores a session with its turns, in ascending order of number, in one transaction.
   *
   * @throws {RuntimeError} `name_taken` if its id or name is in use
   */
  importSession(
    session: NewSession & { head: string | null; tip: string | null },
    turns: AsyncIterable<StoredTurn> | Iterable<StoredTurn>,
  ): Promise<SessionRecord>
  /** Closes the store. Every other method then rejects with `store_closed`. */
  close(): Promise<void>
}
