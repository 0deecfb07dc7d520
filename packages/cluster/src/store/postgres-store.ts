import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import type { LorebookDocument } from '@narratoria/interchange'
import type { StoryNotes } from '@narratoria/protocol'
import type {
  NarratorContext,
  StoreNotice,
  TrashedSession,
  TurnRevision,
  NewNames,
  NewSession,
  SessionLock,
} from '@narratoria/runtime/store'
import {
  RuntimeError,
  type SessionRecord,
  type SessionStore,
  type StoredTurn,
  type TurnSummary,
} from '@narratoria/runtime'
import {
  type AssetFolder,
  compressJson,
  labelTaken,
  moveAssets,
  nameTaken,
  sessionInUse,
  sessionTaken,
  storeClosed,
  turnFollowed,
  turnNotBegun,
  unknownSession,
} from '@narratoria/runtime/store-parts'
import type { Database, Statements } from '../database/database.ts'
import { fromColumn, toColumn } from './columns.ts'
import { PostgresReader } from './postgres-reader.ts'
import {
  insertSession,
  lorebooksColumn,
  notesColumn,
  type SessionRow,
  sessionRow,
  sessionRows,
  tagsColumn,
  toRecord,
  toTrashed,
  updateSession,
} from './session-rows.ts'
import { SessionLocks } from './session-locks.ts'
import { withSpooledTurns } from './turn-spool.ts'
import { amendTurn, insertTurn, reviseTurn, toSummary, turnRow, turnRows, updateTurn } from './turn-rows.ts'

const notInFlight = { in_flight_prompt: null, in_flight_since: null }

export interface PostgresStoreParts {
  database: Database
  /** Whether `close` also closes the database. */
  ownsDatabase: boolean
  /** Must be on storage that every host sees under the same content. Defaults to none: files stay where their tools wrote them. */
  assetFolder?: AssetFolder | undefined
  /** The name of this host in the messages of others. Defaults to the name of the machine. */
  hostName?: string | undefined
}

/**
 * Stores sessions in PostgreSQL, for any number of hosts. The right to change a session is a number in its row, which grows with every
 * lock: a host whose number is no longer the current one stores nothing.
 */
export class PostgresSessionStore extends PostgresReader implements SessionStore {
  readonly notices: readonly StoreNotice[] = []
  /** A session is locked for each turn and not while it is open, so that any host can play the next turn. */
  readonly lockPerTurn = true
  readonly #parts: PostgresStoreParts
  readonly #locks: SessionLocks
  readonly #hostName: string
  #closed = false

  /** @internal Use `openPostgresSessionStore`. */
  constructor(parts: PostgresStoreParts) {
    super(parts.assetFolder)
    this.#parts = parts
    this.#hostName = parts.hostName ?? `${hostname()}:${process.pid}:${randomUUID().slice(0, 8)}`
    this.#locks = new SessionLocks(parts.database.locks)
  }

  protected get database(): Database {
    if (this.#closed) throw storeClosed()
    return this.#parts.database
  }

  async createSession(session: NewSession): Promise<SessionRecord> {
    return this.#write(async (on) => {
      await refuseTaken(on, session)
      await insertSession(on, session)
      return toRecord(await sessionRow(on, session.sessionId))
    })
  }

  async renameSession(sessionId: string, to: NewNames): Promise<SessionRecord> {
    return this.#change(sessionId, async (on, session) => {
      if (typeof to.name === 'string' && toColumn(to.name) !== session.name) await refuseName(on, to.name)
      await updateSession(on, session.id, {
        title: to.title === undefined ? session.title : toColumn(to.title),
        name: to.name === undefined ? session.name : to.name === null ? null : toColumn(to.name),
      })
      return toRecord(await sessionRow(on, sessionId))
    })
  }

  async tagSession(sessionId: string, tags: readonly string[]): Promise<SessionRecord> {
    return this.#change(sessionId, async (on, { id }) => {
      await updateSession(on, id, { tags: tagsColumn(tags) })
      return toRecord(await sessionRow(on, sessionId))
    })
  }

  async setNotes(sessionId: string, notes: StoryNotes): Promise<SessionRecord> {
    return this.#change(sessionId, async (on, { id }) => {
      await updateSession(on, id, { notes: notesColumn(notes) })
      return toRecord(await sessionRow(on, sessionId))
    })
  }

  async setLorebooks(sessionId: string, lorebooks: readonly LorebookDocument[]): Promise<void> {
    await this.#change(sessionId, (on, { id }) => updateSession(on, id, { lorebooks: lorebooksColumn(lorebooks) }))
  }

  async trashSession(sessionId: string): Promise<TrashedSession> {
    const lock = await this.lockSession(sessionId)
    try {
      return await this.#change(sessionId, async (on, session) => {
        if (session.trashed_at === null)
          await updateSession(on, session.id, { name: null, trashed_name: session.name, trashed_at: Date.now() })
        return toTrashed(await sessionRow(on, sessionId))
      })
    } finally {
      await lock.release()
    }
  }

  async restoreSession(sessionId: string): Promise<SessionRecord> {
    return this.#change(sessionId, async (on, session) => {
      if (session.trashed_at === null) throw unknownSession(sessionId)
      const name = session.trashed_name
      const others = name === null ? [] : await sessionRows(on, 'WHERE s.name = $1', [name])
      await updateSession(on, session.id, {
        name: others.length > 0 ? null : name,
        trashed_name: null,
        trashed_at: null,
      })
      return toRecord(await sessionRow(on, sessionId))
    })
  }

  async emptyTrash({ before = Number.MAX_SAFE_INTEGER }: { before?: number } = {}): Promise<string[]> {
    const { deleted, files } = await this.#write(async (on) => {
      const rows = await on.query<{ path: string }>(
        `SELECT path FROM narratoria.assets WHERE session IN (SELECT id FROM narratoria.sessions WHERE trashed_at < $1)
         EXCEPT SELECT path FROM narratoria.assets
         WHERE session NOT IN (SELECT id FROM narratoria.sessions WHERE trashed_at < $1)`,
        [before],
      )
      const sessions = await on.query<{ session_id: string }>(
        'DELETE FROM narratoria.sessions WHERE trashed_at < $1 RETURNING session_id',
        [before],
      )
      return {
        deleted: sessions.map((row) => fromColumn(row.session_id)),
        files: rows.map((row) => fromColumn(row.path)),
      }
    })
    for (const path of files) await this.assetFolder?.remove(this.fromRecord(path))
    return deleted
  }

  async lockSession(sessionId: string): Promise<SessionLock> {
    const session = await sessionRow(this.database, sessionId)
    const held = await this.#locks.take(sessionId)
    if (!held) throw sessionInUse(fromColumn(session.title), session.host ?? undefined)
    try {
      const { epoch, lostTurn } = await this.#write((on) => this.#takeOver(on, sessionId))
      this.#locks.hold(sessionId, held, epoch)
      return { lostTurn, lost: held.lost, release: () => this.#locks.release(sessionId, held) }
    } catch (error) {
      await this.#locks.release(sessionId, held)
      throw error
    }
  }

  async beginTurn(sessionId: string, turn: { prompt: string; startedAt: number }): Promise<number> {
    const { seq, epoch } = await this.#change(sessionId, async (on, session) => {
      const next = session.last_seq + 1
      await updateSession(on, session.id, {
        last_seq: next,
        in_flight_prompt: toColumn(turn.prompt),
        in_flight_since: turn.startedAt,
      })
      return { seq: next, epoch: session.epoch }
    })
    this.#locks.begin(sessionId, seq, epoch)
    return seq
  }

  async commitTurn(turn: StoredTurn, context?: NarratorContext): Promise<void> {
    await this.#change(turn.sessionId, async (on, session) => {
      if (session.in_flight_prompt === null || session.last_seq !== turn.seq) throw turnNotBegun(turn.seq)
      if (this.#locks.epochOf(turn.sessionId, turn.seq) !== session.epoch) throw sessionLost(session)
      await insertTurn(on, this.#recorded(turn), { session, states: this.states, epoch: session.epoch })
      await updateSession(on, session.id, {
        head: turn.seq,
        tip: turn.seq,
        turns: session.turns + 1,
        ...notInFlight,
        updated_at: turn.createdAt,
        context: context ? compressJson(context) : null,
      })
    })
  }

  async amendTurn(turn: StoredTurn): Promise<void> {
    await this.#change(turn.sessionId, async (on, session) => {
      const row = await turnRow(on, session, turn.turnId)
      const [next] = await turnRows(on, 'WHERE t.session = $1 AND t.parent = $2 LIMIT 1', [session.id, row.seq])
      if (next) throw turnFollowed(turn.seq)
      // What is found out after a turn is stored without a lock, unless another host has had the session since.
      const startedAs = this.#locks.epochOf(turn.sessionId, turn.seq)
      if (startedAs !== undefined && startedAs !== session.epoch) throw sessionLost(session)
      await amendTurn(on, this.#recorded(turn), { session, row, states: this.states })
    })
  }

  async reviseTurn(sessionId: string, turnId: string, revision: TurnRevision): Promise<TurnSummary> {
    return this.#change(sessionId, async (on, session) => {
      await reviseTurn(on, await turnRow(on, session, turnId), revision)
      await updateSession(on, session.id, { revision: session.revision + 1 })
      return toSummary(await turnRow(on, session, turnId))
    })
  }

  async abandonTurn(sessionId: string, seq: number): Promise<void> {
    await this.#change(sessionId, async (on, session) => {
      if (session.last_seq === seq) await updateSession(on, session.id, notInFlight)
    })
  }

  async moveHead(sessionId: string, to: { head: string | null; tip: string | null }): Promise<void> {
    await this.#change(sessionId, (on, session) => moveHead(on, session, to))
  }

  async labelTurn(sessionId: string, turnId: string, label: string | null): Promise<void> {
    await this.#change(sessionId, async (on, session) => {
      const row = await turnRow(on, session, turnId)
      const wanted = label === null ? null : toColumn(label)
      const rest = 'WHERE t.session = $1 AND t.label = $2'
      const [other] = wanted === null ? [] : await turnRows(on, rest, [session.id, wanted])
      if (other && other.seq !== row.seq) throw labelTaken(label!)
      await updateTurn(on, row, { label: wanted })
    })
  }

  async importSession(
    session: NewSession & { head: string | null; tip: string | null },
    turns: AsyncIterable<StoredTurn> | Iterable<StoredTurn>,
  ): Promise<SessionRecord> {
    return withSpooledTurns(turns, (spooled) =>
      this.#write(async (on) => {
        const [other] = await sessionRows(on, 'WHERE s.session_id = $1', [toColumn(session.sessionId)])
        if (other) throw sessionTaken(session.sessionId)
        await refuseTaken(on, session)
        await insertSession(on, session)
        const row = await sessionRow(on, session.sessionId)
        let [count, last, updatedAt] = [0, 0, session.createdAt]
        for await (const turn of spooled) {
          await insertTurn(on, this.#recorded(turn), { session: row, states: this.states, epoch: 0 })
          count += 1
          last = turn.seq
          updatedAt = turn.createdAt
        }
        await updateSession(on, row.id, { turns: count, last_seq: last, updated_at: updatedAt })
        await moveHead(on, row, session)
        return toRecord(await sessionRow(on, session.sessionId))
      }),
    )
  }

  async close(): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    await this.#locks.close()
    if (this.#parts.ownsDatabase) await this.#parts.database.close()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  /** Makes this host the only one whose changes are stored from now on. */
  async #takeOver(on: Statements, sessionId: string) {
    const session = await sessionRow(on, sessionId, { lock: true })
    const { in_flight_prompt: prompt, in_flight_since: startedAt, last_seq: seq } = session
    const epoch = session.epoch + 1
    await updateSession(on, session.id, { epoch, host: this.#hostName, ...notInFlight })
    const lostTurn = prompt === null ? undefined : { seq, prompt: fromColumn(prompt), startedAt: startedAt ?? 0 }
    return { epoch, lostTurn }
  }

  /** Changes a session in one transaction, whose first statement finds out whether this host still may. */
  #change<T>(sessionId: string, work: (on: Statements, session: SessionRow) => Promise<T>): Promise<T> {
    return this.#write(async (on) => {
      const session = await sessionRow(on, sessionId, { lock: true })
      const held = this.#locks.epochOf(sessionId)
      if (held !== undefined && held !== session.epoch) {
        this.#locks.lose(sessionId, sessionLost(session))
        throw sessionLost(session)
      }
      return work(on, session)
    })
  }

  async #write<T>(work: (on: Statements) => Promise<T>): Promise<T> {
    try {
      return await this.database.transaction(work)
    } catch (error) {
      this.states.forget()
      throw error
    }
  }

  #recorded(turn: StoredTurn): StoredTurn {
    return moveAssets(turn, (path) => this.assetFolder?.toRecord(path) ?? path)
  }
}

async function moveHead(
  on: Statements,
  session: SessionRow,
  { head, tip }: { head: string | null; tip: string | null },
): Promise<void> {
  const seqOf = async (turnId: string | null) => (turnId === null ? null : (await turnRow(on, session, turnId)).seq)
  await updateSession(on, session.id, { head: await seqOf(head), tip: await seqOf(tip) })
}

async function refuseTaken(on: Statements, { sessionId, name }: NewSession): Promise<void> {
  // Two hosts may create the same session at the same time.
  await on.query('SELECT pg_advisory_xact_lock(hashtext($1))', [`narratoria:name:${toColumn(name ?? sessionId)}`])
  if (name !== null) await refuseName(on, name)
}

async function refuseName(on: Statements, name: string): Promise<void> {
  if ((await sessionRows(on, 'WHERE s.name = $1', [toColumn(name)])).length > 0) throw nameTaken(name)
}

function sessionLost({ host, title }: SessionRow): RuntimeError {
  return new RuntimeError(
    'session_lost',
    `${host ?? 'Another host'} has taken "${fromColumn(title)}" over, so nothing more can be stored here. Open the session again.`,
  )
}
