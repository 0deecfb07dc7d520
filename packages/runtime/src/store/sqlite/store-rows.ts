import type { LorebookDocument } from '@narratoria/interchange'
import type { JsonObject } from '@narratoria/protocol'
import { RuntimeError } from '../../errors.ts'
import type { NarratorContext, TurnSummary } from '../session-store.ts'
import { unknownSession, unknownTurn } from '../store-errors.ts'
import type { Connection } from './connection.ts'
import { type SessionRow, recordColumns } from './session-rows.ts'
import { type CheckedTable, intact } from './checksums.ts'
import { loadState, readState, type StoredState } from './state-rows.ts'
import { intactTurn, toSummary, turnColumns, type TurnRow } from './turn-row.ts'
import { readBlock, type WrittenTurn } from './turn-rows.ts'

/** Rows per page when a long story is read. */
export const pageSize = 100

/** How many states are kept in memory. */
const recentStates = 8

/** Reads a store's rows. Damage that is found while reading is passed to `onDamage`. */
export class StoreRows {
  readonly #connection: Connection
  readonly #onDamage: () => void
  /**
   * The states that were read or written last, the newest at the end, so that a turn, an undo and a retry read nothing. They share
   * what they have in common.
   */
  readonly #recent = new Map<string, StoredState & { sessionId: string }>()
  /** The states that are being read. One is not kept if its turn is written or deleted meanwhile. */
  readonly #readings = new Set<{ sessionId: string; key: string; isOutdated: boolean }>()
  /** Changes when another program has written to the file. */
  #dataVersion: unknown
  /** The sessions that this program has locked: no other one changes them. */
  readonly locked = new Set<string>()

  constructor(connection: Connection, onDamage: () => void) {
    this.#connection = connection
    this.#onDamage = onDamage
  }

  /** @throws {RuntimeError} `unknown_session` */
  session(sessionId: string): SessionRow {
    const row = this.sessionRow('s.session_id = ?', sessionId)
    if (!row) throw unknownSession(sessionId)
    return row
  }

  /** The id of a session's row, which is not read. @throws {RuntimeError} `unknown_session` */
  idOf(sessionId: string): number {
    const row = this.read(() =>
      this.#connection.get<{ id: number }>('SELECT id FROM sessions WHERE session_id = ?', sessionId),
    )
    if (!row) throw unknownSession(sessionId)
    return row.id
  }

  sessionRow(where: string, value: string): SessionRow | undefined {
    return this.sessionRows(`WHERE ${where}`, value)[0]
  }

  sessionRows(clauses: string, ...values: (string | number)[]): SessionRow[] {
    return this.all('sessions', `SELECT ${recordColumns} FROM sessions s ${clauses}`, ...values)
  }

  /** @throws {RuntimeError} `unknown_turn` */
  turn(sessionId: string, turnId: string): TurnRow {
    const row = this.turnRow('t.session = ? AND t.turn_id = ?', this.idOf(sessionId), turnId)
    if (!row) throw unknownTurn(sessionId, turnId)
    return row
  }

  /** Reads rows of one table with all their columns. */
  all<T extends object>(table: CheckedTable, sql: string, ...values: (string | number)[]): T[] {
    return this.read(() => this.#connection.all<T>(sql, ...values).map((row) => intact(this.#connection, table, row)))
  }

  turnRow(where: string, session: number, value: string | number): TurnRow | undefined {
    return this.turnRows(`${where} LIMIT 1`, session, value)[0]
  }

  turnRows(where: string, ...values: (string | number | null)[]): TurnRow[] {
    const labels = where.includes('l.label') ? 'JOIN labels l ON l.turn = t.id' : ''
    return this.read(() =>
      this.#intact(
        this.#connection.all<TurnRow>(`SELECT ${turnColumns} FROM turns t ${labels} WHERE ${where}`, ...values),
      ),
    )
  }

  summaries(where: string, ...values: (string | number | null)[]): TurnSummary[] {
    return this.turnRows(`${where} ORDER BY t.seq`, ...values).map(toSummary)
  }

  /** Inclusive ranges of the numbers of the turns on the line that ends with turn `seq`, ascending. */
  runs(session: number, seq: number): [number, number][] {
    const ends = this.read(() =>
      this.#intact(
        this.#connection.all<TurnRow & { is_end: number }>(
          // The last and the first turn of each run. CROSS JOIN keeps this order of the tables; SQLite would otherwise
          // read every turn of the session.
          `WITH RECURSIVE run (last, first, parent) AS (
             SELECT t.id, first.id, first.parent FROM turns t
               CROSS JOIN turns first ON first.session = ?1 AND first.seq = t.run_start
               WHERE t.session = ?1 AND t.seq = ?2
             UNION ALL
             SELECT t.id, first.id, first.parent FROM run
               CROSS JOIN turns t ON t.session = ?1 AND t.seq = run.parent
               CROSS JOIN turns first ON first.session = ?1 AND first.seq = t.run_start
           ) SELECT ${turnColumns}, up.is_end FROM (
               SELECT last AS id, 1 AS is_end FROM run UNION ALL SELECT first, 0 FROM run
             ) up CROSS JOIN turns t ON t.id = up.id ORDER BY t.seq`,
          session,
          seq,
        ),
      ),
    )
    return ends.flatMap(({ is_end: isEnd, run_start: start, seq: end }) => (isEnd ? [[start, end]] : []))
  }

  /** The last `limit` turns of the line that ends with the turn of row `last`, in ascending order. */
  line(session: number, last: number, limit: number): TurnRow[] {
    return this.read(() =>
      this.#intact(
        this.#connection.all<TurnRow>(
          `WITH RECURSIVE up (turn, parent, depth) AS (
         SELECT id, parent, 1 FROM turns WHERE id = ?1
         UNION ALL
         SELECT t.id, t.parent, up.depth + 1 FROM up JOIN turns t ON t.session = ?2 AND t.seq = up.parent
         WHERE up.depth < ?3
       ) SELECT ${turnColumns} FROM up JOIN turns t ON t.id = up.turn ORDER BY t.seq`,
          last,
          session,
          limit,
        ),
      ),
    )
  }

  /** Turns up to number `to` in ascending order, read in pages. */
  *pages(where: string, session: number, to: number, after: number): Generator<TurnRow> {
    let last = after
    while (true) {
      const rows = this.turnRows(`${where} AND t.seq <= ? ORDER BY t.seq LIMIT ?`, session, last, to, pageSize)
      yield* rows
      if (rows.length < pageSize) return
      last = rows.at(-1)?.seq ?? to
    }
  }

  parentOf(session: SessionRow, row: TurnRow): TurnRow | undefined {
    if (row.parent === null) return undefined
    return this.turnRow('t.session = ? AND t.seq = ?', session.id, row.parent)
  }

  /** The state after a turn, read-only; the initial one without a turn. */
  stateOf(sessionId: string, row: TurnRow | undefined): StoredState {
    const kept = this.#recentState(sessionId, row)
    if (kept) return kept
    const id = this.idOf(sessionId)
    return this.read(() => readState(this.#connection, id, row))
  }

  /** Like {@link stateOf}, but however large the state is, other work of the host runs every few milliseconds. */
  async loadState(sessionId: string, row: TurnRow | undefined): Promise<StoredState> {
    const kept = this.#recentState(sessionId, row)
    if (kept) return kept
    const id = this.idOf(sessionId)
    return this.load(sessionId, id, () => loadState(this.#connection, id, row))
  }

  /** Like {@link loadState}, but also keeps the state for the turn that follows it. */
  async keepState(sessionId: string, row: TurnRow | undefined): Promise<JsonObject> {
    const reading = { sessionId, key: stateKey(sessionId, row?.turn_id), isOutdated: false }
    this.#readings.add(reading)
    try {
      const stored = await this.loadState(sessionId, row)
      if (!reading.isOutdated) this.#keep(reading.key, { ...stored, sessionId })
      return stored.state
    } finally {
      this.#readings.delete(reading)
    }
  }

  /** Whether the state after a turn, or the initial one, is in memory. */
  keepsState(sessionId: string, turnId: string | null): boolean {
    return this.#recent.has(stateKey(sessionId, turnId ?? undefined))
  }

  #recentState(sessionId: string, row: TurnRow | undefined): StoredState | undefined {
    const version = this.read(() => this.#connection.get('PRAGMA data_version')?.data_version)
    if (this.#dataVersion !== undefined && version !== this.#dataVersion)
      this.forget((other) => !this.locked.has(other))
    this.#dataVersion = version
    return this.#recent.get(stateKey(sessionId, row?.turn_id))
  }

  /** The changes of the state by the turns numbered from `from` to `to`, the last first. */
  patches(session: number, from: number, to: number): { turn_id: string; patch: string | null }[] {
    return this.all<{ turn_id: string; patch: string | null }>(
      'states',
      `SELECT s.*, t.turn_id FROM turns t LEFT JOIN states s ON s.turn = t.id
       WHERE t.session = ? AND t.seq BETWEEN ? AND ? ORDER BY t.seq DESC`,
      session,
      from,
      to,
    )
  }

  /** The files of the turns with these numbers. */
  assets(session: number, from: number, to: number): { seq: number; asset: string }[] {
    const sql = 'SELECT * FROM assets WHERE session = ? AND seq BETWEEN ? AND ? ORDER BY seq, position'
    return this.all('assets', sql, session, from, to)
  }

  /** Keeps the state after the turn that was just written. */
  remember(sessionId: string, { turnId, state, wholeLength }: WrittenTurn): void {
    const key = stateKey(sessionId, turnId)
    for (const reading of this.#readings) if (reading.key === key) reading.isOutdated = true
    this.#keep(key, { state, wholeLength, sessionId })
  }

  /** Forgets the states of some sessions, or all of them: rows were deleted, not written, or changed by another program. */
  forget(isChanged: (sessionId: string) => boolean = () => true): void {
    for (const reading of this.#readings) if (isChanged(reading.sessionId)) reading.isOutdated = true
    for (const [key, { sessionId }] of this.#recent) if (isChanged(sessionId)) this.#recent.delete(key)
  }

  #keep(key: string, stored: StoredState & { sessionId: string }): void {
    this.#recent.delete(key)
    this.#recent.set(key, stored)
    if (this.#recent.size > recentStates) this.#recent.delete(this.#recent.keys().next().value!)
  }

  #intact<T extends TurnRow>(rows: T[]): T[] {
    for (const row of rows) intactTurn(this.#connection, row)
    return rows
  }

  /** Marks the file as damaged, so that it is checked completely when it is opened next. */
  read<T>(work: () => T): T {
    try {
      return work()
    } catch (error) {
      throw this.#reported(error)
    }
  }

  /**
   * The same for work on the rows of a session that lets other work run. The session may be deleted meanwhile, and another one may get its
   * numbers: then what was read is neither returned nor taken for damage.
   *
   * @param id the id of the session's row
   * @throws {RuntimeError} `unknown_session`
   */
  async load<T>(sessionId: string, id: number, work: () => Promise<T>): Promise<T> {
    const isStored = () => this.idOf(sessionId) === id
    try {
      const loaded = await work()
      if (isStored()) return loaded
    } catch (error) {
      if (isStored()) throw this.#reported(error)
    }
    throw unknownSession(sessionId)
  }

  #reported(error: unknown): unknown {
    if (RuntimeError.isInstance(error) && error.code === 'store_damaged') this.#onDamage()
    return error
  }

  /** What the narrating model was last sent in a session. */
  context(session: number): NarratorContext | undefined {
    return this.read(() => {
      const row = this.#connection.get<{ context: Uint8Array | null }>(
        'SELECT context FROM sessions WHERE id = ?',
        session,
      )
      return row?.context ? readBlock<NarratorContext & JsonObject>(this.#connection, row.context) : undefined
    })
  }

  /** The lorebooks of a session's own. */
  lorebooks(session: number): LorebookDocument[] {
    return this.read(() => {
      const row = this.#connection.get<{ books: Uint8Array }>('SELECT * FROM lorebooks WHERE session = ?', session)
      return row
        ? readBlock<LorebookDocument[]>(this.#connection, intact(this.#connection, 'lorebooks', row).books)
        : []
    })
  }
}

/** Names the state after a turn, or the initial one of a session. */
function stateKey(sessionId: string, turnId: string | undefined): string {
  return JSON.stringify([sessionId, turnId])
}
