import type { JsonObject } from '@narratoria/protocol'
import { RuntimeError } from '../errors.ts'
import type { SessionRecord, SessionStore, StoredTurn, TurnSummary } from './session-store.ts'

interface StoredSession {
  record: Omit<SessionRecord, 'turns'>
  turns: Map<string, StoredTurn>
  lastSeq: number
}

/** A session store that lives as long as its process; for tests and for hosts that keep nothing. */
export class MemorySessionStore implements SessionStore {
  readonly #sessions = new Map<string, StoredSession>()

  async createSession(session: Parameters<SessionStore['createSession']>[0]): Promise<SessionRecord> {
    const stored: StoredSession = {
      record: { ...session, head: null, updatedAt: session.createdAt },
      turns: new Map(),
      lastSeq: 0,
    }
    this.#sessions.set(session.sessionId, stored)
    return toRecord(stored)
  }

  async findSession(idOrName: string): Promise<SessionRecord | undefined> {
    const stored =
      this.#sessions.get(idOrName) ?? [...this.#sessions.values()].find(({ record }) => record.name === idOrName)
    return stored && toRecord(stored)
  }

  async listSessions(): Promise<SessionRecord[]> {
    return [...this.#sessions.values()].map(toRecord).toSorted((a, b) => b.updatedAt - a.updatedAt)
  }

  async reserveSeq(sessionId: string): Promise<number> {
    return ++this.#session(sessionId).lastSeq
  }

  async commitTurn(turn: StoredTurn): Promise<void> {
    const session = this.#session(turn.sessionId)
    session.turns.set(turn.turnId, turn)
    session.record.head = turn.turnId
    session.record.updatedAt = turn.createdAt
  }

  async moveHead(sessionId: string, turnId: string | null): Promise<void> {
    const session = this.#session(sessionId)
    if (turnId !== null) this.#turn(session, turnId)
    session.record.head = turnId
  }

  async findTurn(sessionId: string, turnId: string): Promise<StoredTurn | undefined> {
    return this.#session(sessionId).turns.get(turnId)
  }

  async line(sessionId: string, turnId: string | null, limit = Number.POSITIVE_INFINITY): Promise<TurnSummary[]> {
    const line: TurnSummary[] = []
    for (const turn of this.#upwards(sessionId, turnId)) {
      if (line.length >= limit) break
      const { seq, parentId, prompt, narrative, createdAt } = turn
      line.push({ turnId: turn.turnId, seq, parentId, prompt, narrative, createdAt })
    }
    return line.toReversed()
  }

  async lineSeqs(sessionId: string, turnId: string | null): Promise<[number, number][]> {
    const ranges: [number, number][] = []
    for (const { seq } of this.#upwards(sessionId, turnId)) {
      const lowest = ranges[0]
      if (lowest && lowest[0] === seq + 1) lowest[0] = seq
      else ranges.unshift([seq, seq])
    }
    return ranges
  }

  async stateAt(sessionId: string, turnId: string | null): Promise<JsonObject> {
    return turnId === null ? {} : this.#turn(this.#session(sessionId), turnId).state
  }

  async close(): Promise<void> {
    this.#sessions.clear()
  }

  *#upwards(sessionId: string, turnId: string | null): Generator<StoredTurn> {
    const session = this.#session(sessionId)
    for (let id = turnId; id !== null;) {
      const turn = this.#turn(session, id)
      yield turn
      id = turn.parentId
    }
  }

  #session(sessionId: string): StoredSession {
    const session = this.#sessions.get(sessionId)
    if (!session) throw new RuntimeError('unknown_session', `There is no session "${sessionId}".`)
    return session
  }

  #turn(session: StoredSession, turnId: string): StoredTurn {
    const turn = session.turns.get(turnId)
    if (!turn)
      throw new RuntimeError('unknown_turn', `The session "${session.record.sessionId}" has no turn "${turnId}".`)
    return turn
  }
}

function toRecord({ record, turns }: StoredSession): SessionRecord {
  return { ...record, turns: turns.size }
}
