import type { JsonObject } from '@narratoria/protocol'
import { extendRanges } from './line-ranges.ts'
import type {
  LostTurn,
  NarratorContext,
  NewSession,
  SessionLock,
  SessionRecord,
  SessionStore,
  StoredAsset,
  StoredTurn,
  StoreNotice,
  TurnRecap,
  TurnSummary,
} from './session-store.ts'
import { describeChange } from './state-change.ts'
import {
  labelTaken,
  nameTaken,
  sessionInUse,
  sessionTaken,
  storeClosed,
  turnNotBegun,
  unknownSession,
  unknownTurn,
} from './store-errors.ts'

interface MemorySession {
  record: Omit<SessionRecord, 'turns'>
  initialState: JsonObject
  turns: Map<string, StoredTurn>
  lastSeq: number
  inFlight: LostTurn | undefined
  context?: NarratorContext | undefined
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
    const stored =
      this.#sessions.get(idOrName) ?? [...this.#sessions.values()].find(({ record }) => record.name === idOrName)
    return stored && toRecord(stored)
  }

  async listSessions(): Promise<SessionRecord[]> {
    return [...this.#sessions.values()].map(toRecord).toSorted((a, b) => b.updatedAt - a.updatedAt)
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
    session.turns.set(turn.turnId, structuredClone(turn))
    Object.assign(session.record, { head: turn.turnId, tip: turn.turnId, updatedAt: turn.createdAt })
    session.inFlight = undefined
    session.context = context
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
        stored.turns.set(turn.turnId, structuredClone(turn))
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

  #create(session: NewSession): MemorySession {
    const { sessionId, name, title, opening = '', createdAt } = session
    const initialState = structuredClone(session.initialState ?? {})
    if (name !== null && [...this.#sessions.values()].some(({ record }) => record.name === name)) throw nameTaken(name)
    const record = { sessionId, name, title, opening, head: null, tip: null, createdAt, updatedAt: createdAt }
    const stored = { record, initialState, turns: new Map(), lastSeq: 0, inFlight: undefined, locked: false }
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

function toSummary({ turnId, seq, parentId, prompt, narrative, label, createdAt }: StoredTurn): TurnSummary {
  return { turnId, seq, parentId, prompt, narrative, ...(label === undefined ? {} : { label }), createdAt }
}
