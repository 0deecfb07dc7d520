import type { LorebookDocument } from '@narratoria/interchange'
import type { JsonObject, StoryNotes } from '@narratoria/protocol'
import { clearNegativeZeros } from '@narratoria/protocol/rules'
import { extendRanges } from './line-ranges.ts'
import { excerptOf, findTerms, readSearch } from './search-words.ts'
import type {
  FoundTurn,
  LostTurn,
  NarratorContext,
  NewNames,
  NewSession,
  SessionLock,
  SessionRecord,
  SessionStore,
  StoredAsset,
  StoredTurn,
  StoreNotice,
  TrashedSession,
  TurnRecap,
  TurnRevision,
  TurnSummary,
} from './session-store.ts'
import { replaceNote } from './replace-note.ts'
import { copyJson, readOnly } from './same-json.ts'
import { describeChange } from './state-change.ts'
import {
  labelTaken,
  nameTaken,
  sessionInUse,
  sessionTaken,
  storeClosed,
  turnFollowed,
  turnNotBegun,
  unknownSession,
  unknownTurn,
} from './store-errors.ts'

interface MemorySession {
  record: Omit<SessionRecord, 'turns'>
  trash?: { at: number; name: string | null } | undefined
  initialState: JsonObject
  turns: Map<string, StoredTurn>
  lastSeq: number
  inFlight: LostTurn | undefined
  context?: NarratorContext | undefined
  lorebooks: readonly LorebookDocument[]
  locked: boolean
}

/** A session store in memory, for tests and for hosts that store nothing. */
export class MemorySessionStore implements SessionStore {
  readonly notices: readonly StoreNotice[] = []
  readonly #stored = new Map<string, MemorySession>()
  #closed = false

  async createSession(session: NewSession): Promise<SessionRecord> {
    return toRecord(this.#create(session))
  }

  async findSession(idOrName: string): Promise<SessionRecord | undefined> {
    const stored = this.#kept().find(({ record }) => record.sessionId === idOrName || record.name === idOrName)
    return stored && toRecord(stored)
  }

  async listSessions(): Promise<SessionRecord[]> {
    return this.#kept()
      .map(toRecord)
      .toSorted((a, b) => b.updatedAt - a.updatedAt)
  }

  async renameSession(sessionId: string, to: NewNames): Promise<SessionRecord> {
    const session = this.#session(sessionId)
    const isTaken = [...this.#sessions.values()].some((other) => other !== session && other.record.name === to.name)
    if (typeof to.name === 'string' && isTaken) throw nameTaken(to.name)
    Object.assign(session.record, to)
    return toRecord(session)
  }

  async tagSession(sessionId: string, tags: readonly string[]): Promise<SessionRecord> {
    const session = this.#session(sessionId)
    session.record.tags = sortedTags(tags)
    return toRecord(session)
  }

  async setNotes(sessionId: string, notes: StoryNotes): Promise<SessionRecord> {
    const session = this.#session(sessionId)
    session.record.notes = structuredClone(notes)
    return toRecord(session)
  }

  async lorebooksOf(sessionId: string): Promise<readonly LorebookDocument[]> {
    return this.#session(sessionId).lorebooks
  }

  async setLorebooks(sessionId: string, lorebooks: readonly LorebookDocument[]): Promise<void> {
    this.#session(sessionId).lorebooks = structuredClone(lorebooks)
  }

  async trashSession(sessionId: string): Promise<TrashedSession> {
    const session = this.#session(sessionId)
    if (session.locked) throw sessionInUse(session.record.title)
    session.trash ??= { at: Date.now(), name: session.record.name }
    session.record.name = null
    return toTrashed(session)
  }

  async listTrash(): Promise<TrashedSession[]> {
    const trashed = [...this.#sessions.values()].filter(({ trash }) => trash !== undefined)
    return trashed.map(toTrashed).toSorted((a, b) => b.trashedAt - a.trashedAt)
  }

  async restoreSession(sessionId: string): Promise<SessionRecord> {
    const session = this.#session(sessionId)
    if (!session.trash) throw unknownSession(sessionId)
    const { name } = session.trash
    const isTaken = name !== null && (await this.findSession(name)) !== undefined
    session.trash = undefined
    session.record.name = isTaken ? null : name
    return toRecord(session)
  }

  async emptyTrash({ before = Number.POSITIVE_INFINITY }: { before?: number } = {}): Promise<string[]> {
    const deleted = [...this.#sessions].flatMap(([id, { trash }]) => (trash && trash.at < before ? [id] : []))
    for (const id of deleted) this.#sessions.delete(id)
    return deleted
  }

  async search(text: string, { sessionId, limit = 50 }: { sessionId?: string; limit?: number } = {}) {
    const terms = readSearch(text)
    if (terms.length === 0) return []
    const searched = this.#kept().filter(({ record }) => sessionId === undefined || record.sessionId === sessionId)
    return searched
      .flatMap((session) => [...session.turns.values()].map((turn) => ({ session, turn })))
      .flatMap(({ session, turn }): FoundTurn[] => {
        const whole = `${turn.prompt}\n${turn.narrative}`
        if (!terms.every((term) => findTerms(whole, [term]).length > 0)) return []
        return [{ session: toRecord(session), turnId: turn.turnId, seq: turn.seq, ...excerptOf(whole, terms) }]
      })
      .slice(0, limit)
  }

  async lockSession(sessionId: string): Promise<SessionLock> {
    const session = this.#session(sessionId)
    if (session.locked) throw sessionInUse(session.record.title)
    session.locked = true
    const lostTurn = session.inFlight
    session.inFlight = undefined
    return { lostTurn, release: () => void (session.locked = false) }
  }

  async beginTurn(sessionId: string, turn: { prompt: string; startedAt: number }): Promise<number> {
    const session = this.#session(sessionId)
    session.inFlight = { seq: ++session.lastSeq, ...turn }
    return session.inFlight.seq
  }

  async commitTurn(turn: StoredTurn, context?: NarratorContext): Promise<void> {
    const session = this.#session(turn.sessionId)
    if (session.inFlight?.seq !== turn.seq) throw turnNotBegun(turn.seq)
    if (turn.parentId !== null) this.#turn(session, turn.parentId)
    session.turns.set(turn.turnId, ownTurn(turn))
    Object.assign(session.record, { head: turn.turnId, tip: turn.turnId, updatedAt: turn.createdAt })
    session.inFlight = undefined
    session.context = context
  }

  async amendTurn({ sessionId, turnId, seq, state, choices, events, recap }: StoredTurn): Promise<void> {
    const stored = this.#turn(this.#session(sessionId), turnId)
    if ((await this.children(sessionId, turnId)).length > 0) throw turnFollowed(seq)
    Object.assign(stored, ownTurn({ state, choices, events, ...(recap && { recap }) }))
  }

  async reviseTurn(sessionId: string, turnId: string, revision: TurnRevision): Promise<TurnSummary> {
    const session = this.#session(sessionId)
    const turn = this.#turn(session, turnId)
    const { prompt, narrative, texts, note = '' } = structuredClone(revision)
    const old = turn.recap?.note
    Object.assign(turn, { prompt, narrative, texts })
    session.record.revision += 1
    for (const each of old === undefined ? [] : session.turns.values())
      each.recap = (each.recap && replaceNote(each.recap, old!, note)) ?? each.recap
    return toSummary(turn)
  }

  async contextOf(sessionId: string): Promise<NarratorContext | undefined> {
    return this.#session(sessionId).context
  }

  async recaps(sessionId: string, turnId: string | null, limit: number): Promise<TurnRecap[]> {
    const recaps: TurnRecap[] = []
    for (const { seq, prompt, narrative, recap } of this.#upwards(sessionId, turnId)) {
      if (recaps.length >= limit) break
      recaps.push({ seq, prompt, narrative, ...(recap && { recap }) })
    }
    return recaps.toReversed()
  }

  async abandonTurn(sessionId: string, seq: number): Promise<void> {
    const session = this.#session(sessionId)
    if (session.inFlight?.seq === seq) session.inFlight = undefined
  }

  async moveHead(sessionId: string, to: { head: string | null; tip: string | null }): Promise<void> {
    const session = this.#session(sessionId)
    for (const turnId of [to.head, to.tip]) if (turnId !== null) this.#turn(session, turnId)
    Object.assign(session.record, { head: to.head, tip: to.tip })
  }

  async labelTurn(sessionId: string, turnId: string, label: string | null): Promise<void> {
    const session = this.#session(sessionId)
    const turn = this.#turn(session, turnId)
    for (const other of session.turns.values()) {
      if (label !== null && other.label === label && other !== turn) throw labelTaken(label)
    }
    if (label === null) delete turn.label
    else turn.label = label
  }

  async findTurn(sessionId: string, turnIdOrLabel: string): Promise<TurnSummary | undefined> {
    const { turns } = this.#session(sessionId)
    const all = [...turns.values()]
    const found =
      turns.get(turnIdOrLabel) ??
      all.find(({ label }) => label === turnIdOrLabel) ??
      all.find(({ seq }) => String(seq) === turnIdOrLabel)
    return found && toSummary(found)
  }

  async readTurn(sessionId: string, turnId: string): Promise<StoredTurn> {
    return structuredClone(this.#turn(this.#session(sessionId), turnId))
  }

  async *readTurns(sessionId: string): AsyncIterable<StoredTurn> {
    yield* this.#session(sessionId).turns.values()
  }

  async children(sessionId: string, turnId: string | null): Promise<TurnSummary[]> {
    const session = this.#session(sessionId)
    if (turnId !== null) this.#turn(session, turnId)
    return [...session.turns.values()].filter(({ parentId }) => parentId === turnId).map(toSummary)
  }

  async leaves(sessionId: string): Promise<TurnSummary[]> {
    const all = [...this.#session(sessionId).turns.values()]
    const parents = new Set(all.map(({ parentId }) => parentId))
    return all.filter(({ turnId }) => !parents.has(turnId)).map(toSummary)
  }

  async line(sessionId: string, turnId: string | null, limit = Number.POSITIVE_INFINITY): Promise<TurnSummary[]> {
    const line: TurnSummary[] = []
    for (const turn of this.#upwards(sessionId, turnId)) {
      if (line.length >= limit) break
      line.push(toSummary(turn))
    }
    return line.toReversed()
  }

  async *readLine(sessionId: string, turnId: string | null): AsyncIterable<TurnSummary> {
    yield* await this.line(sessionId, turnId)
  }

  async assets(sessionId: string, turnId: string | null): Promise<StoredAsset[]> {
    const line = [...this.#upwards(sessionId, turnId)].toReversed()
    return line.flatMap((turn) => turn.assets.map((asset) => ({ ...asset, turnId: turn.turnId })))
  }

  async *readChanges(sessionId: string, turnId: string | null): AsyncIterable<{ turnId: string; patch?: JsonObject }> {
    for (const turn of this.#upwards(sessionId, turnId)) {
      const change = describeChange(await this.stateAt(sessionId, turn.parentId), turn.state)
      yield 'patch' in change ? { turnId: turn.turnId, patch: change.patch } : { turnId: turn.turnId }
    }
  }

  async lineSeqs(sessionId: string, turnId: string | null): Promise<[number, number][]> {
    const line = await this.line(sessionId, turnId)
    return line.reduce<[number, number][]>((ranges, { seq }) => extendRanges(ranges, seq), [])
  }

  async stateAt(sessionId: string, turnId: string | null): Promise<JsonObject> {
    const session = this.#session(sessionId)
    return turnId === null ? session.initialState : this.#turn(session, turnId).state
  }

  async importSession(
    session: NewSession & { head: string | null; tip: string | null },
    turns: AsyncIterable<StoredTurn> | Iterable<StoredTurn>,
  ): Promise<SessionRecord> {
    if (this.#sessions.has(session.sessionId)) throw sessionTaken(session.sessionId)
    const stored = this.#create(session)
    try {
      for await (const turn of turns) {
        if (turn.parentId !== null) this.#turn(stored, turn.parentId)
        stored.turns.set(turn.turnId, ownTurn(turn))
        stored.lastSeq = turn.seq
        stored.record.updatedAt = turn.createdAt
      }
      await this.moveHead(session.sessionId, session)
    } catch (error) {
      this.#sessions.delete(session.sessionId)
      throw error
    }
    return toRecord(stored)
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#stored.clear()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  get #sessions(): Map<string, MemorySession> {
    if (this.#closed) throw storeClosed()
    return this.#stored
  }

  /** The sessions outside of the trash. */
  #kept(): MemorySession[] {
    return [...this.#sessions.values()].filter(({ trash }) => trash === undefined)
  }

  #create(session: NewSession): MemorySession {
    const { sessionId, name, title, tags: given = [], notes = {}, opening = '', createdAt } = session
    const tags = sortedTags(given)
    const initialState = readOnly(copyJson(session.initialState ?? {}))
    if (name !== null && [...this.#sessions.values()].some(({ record }) => record.name === name)) throw nameTaken(name)
    const record = {
      sessionId,
      name,
      title,
      tags,
      notes: structuredClone(notes),
      opening,
      head: null,
      tip: null,
      revision: 0,
      createdAt,
      updatedAt: createdAt,
    }
    const lorebooks = structuredClone(session.lorebooks ?? [])
    const stored = { record, initialState, lorebooks, turns: new Map(), lastSeq: 0, inFlight: undefined, locked: false }
    this.#sessions.set(sessionId, stored)
    return stored
  }

  *#upwards(sessionId: string, turnId: string | null): Generator<StoredTurn> {
    const session = this.#session(sessionId)
    for (let id = turnId; id !== null;) {
      const turn = this.#turn(session, id)
      yield turn
      id = turn.parentId
    }
  }

  #session(sessionId: string): MemorySession {
    const session = this.#sessions.get(sessionId)
    if (!session) throw unknownSession(sessionId)
    return session
  }

  #turn(session: MemorySession, turnId: string): StoredTurn {
    const turn = session.turns.get(turnId)
    if (!turn) throw unknownTurn(session.record.sessionId, turnId)
    return turn
  }
}

function toRecord({ record, turns }: MemorySession): SessionRecord {
  return { ...record, turns: turns.size }
}

function toTrashed(session: MemorySession): TrashedSession {
  return { ...toRecord(session), name: session.trash?.name ?? null, trashedAt: session.trash?.at ?? 0 }
}

function sortedTags(tags: readonly string[]): string[] {
  return [...new Set(tags)].toSorted((a, b) => a.localeCompare(b))
}

function toSummary({ turnId, seq, parentId, prompt, narrative, label, createdAt }: StoredTurn): TurnSummary {
  return { turnId, seq, parentId, prompt, narrative, ...(label === undefined ? {} : { label }), createdAt }
}

/** A copy with a read-only state: the caller may change its own. */
function ownTurn<T extends Pick<StoredTurn, 'state'>>(turn: T): T {
  const own = structuredClone(turn)
  clearNegativeZeros(own)
  readOnly(own.state)
  return own
}
