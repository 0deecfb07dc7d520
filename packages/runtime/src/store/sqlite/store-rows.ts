import type { JsonObject } from '@narratoria/protocol'
import { RuntimeError } from '../../errors.ts'
import type { TurnSummary } from '../session-store.ts'
import { unknownSession, unknownTurn } from '../store-errors.ts'
import type { Connection } from './connection.ts'
import { type SessionRow, recordColumns } from './session-rows.ts'
import { type TurnRow, readState, toSummary, turnColumns } from './turn-rows.ts'

/** Rows per page when a long story is read. */
export const pageSize = 100

/** Reads a store's rows. Damage that is found while reading is passed to `onDamage`. */
export class StoreRows {
  readonly #connection: Connection
  readonly #onDamage: () => void
  /** The state before the next turn, most likely. */
  #latest: { turn: number; state: JsonObject } | undefined

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

  sessionRow(where: string, value: string): SessionRow | undefined {
    return this.read(() =>
      this.#connection.get<SessionRow>(`SELECT ${recordColumns} FROM sessions s WHERE ${where}`, value),
    )
  }

  /** @throws {RuntimeError} `unknown_turn` */
  turn(sessionId: string, turnId: string): TurnRow {
    const row = this.turnRow('t.session = ? AND t.turn_id = ?', this.session(sessionId).id, turnId)
    if (!row) throw unknownTurn(sessionId, turnId)
    return row
  }

  turnRow(where: string, session: number, value: string | number): TurnRow | undefined {
    return this.turnRows(`${where} LIMIT 1`, session, value)[0]
  }

  turnRows(where: string, ...values: (string | number | null)[]): TurnRow[] {
    const labels = where.includes('l.label') ? 'JOIN labels l ON l.turn = t.id' : ''
    return this.read(() =>
      this.#connection.all<TurnRow>(`SELECT ${turnColumns} FROM turns t ${labels} WHERE ${where}`, ...values),
    )
  }

  summaries(where: string, ...values: (string | number | null)[]): TurnSummary[] {
    return this.turnRows(`${where} ORDER BY t.seq`, ...values).map(toSummary)
  }

  /** Inclusive ranges of the numbers of the turns on the line that ends with turn `seq`, ascending. */
  runs(session: number, seq: number): [number, number][] {
    const runs = this.#connection.all<{ run_start: number; seq: number }>(
      // CROSS JOIN keeps this order of the tables; SQLite would otherwise read every turn of the session.
      `WITH RECURSIVE run (run_start, seq) AS (
         SELECT run_start, seq FROM turns WHERE session = ?1 AND seq = ?2
         UNION ALL
         SELECT t.run_start, t.seq FROM run
           CROSS JOIN turns first ON first.session = ?1 AND first.seq = run.run_start
           CROSS JOIN turns t ON t.session = ?1 AND t.seq = first.parent
       ) SELECT run_start, seq FROM run ORDER BY seq`,
      session,
      seq,
    )
    return runs.map(({ run_start: start, seq: end }) => [start, end])
  }

  /** The last `limit` turns of the line that ends with the turn of row `last`, in ascending order. */
  line(session: number, last: number, limit: number): TurnRow[] {
    return this.read(() =>
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

  /** The state after a turn; the initial one without a turn. */
  stateOf(sessionId: string, row: TurnRow | undefined): JsonObject {
    if (row && this.#latest?.turn === row.id) return this.#latest.state
    const { id } = this.session(sessionId)
    return this.read(() => readState(this.#connection, id, row))
  }

  /** Keeps the state after the turn that was just written. */
  remember(latest: { turn: number; state: JsonObject } | undefined): void {
    this.#latest = latest
  }

  /** Marks the file as damaged, so that it is checked completely when it is opened next. */
  read<T>(work: () => T): T {
    try {
      return work()
    } catch (error) {
      if (RuntimeError.isInstance(error) && error.code === 'store_damaged') this.#onDamage()
      throw error
    }
  }
}
