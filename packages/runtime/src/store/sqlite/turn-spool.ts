import type { JsonObject } from '@narratoria/protocol'
import { type PackedTurn, packTurn, unpackTurn } from '../packed-turn.ts'
import type { StoredTurn } from '../session-store.ts'
import type { Connection } from './connection.ts'

let spools = 0

/**
 * Gathers turns in a temporary table, which SQLite keeps outside of the database and of the program's memory, until they
 * can be written in one go: a transaction that waited for its input would keep every other one waiting.
 */
export class TurnSpool {
  readonly #connection: Connection
  readonly #table = `temp.spool_${++spools}`
  #last: StoredTurn | undefined

  constructor(connection: Connection) {
    this.#connection = connection
    connection.exec(`CREATE TABLE ${this.#table} (position INTEGER PRIMARY KEY, turn TEXT NOT NULL)`)
  }

  add(turn: StoredTurn): void {
    const packed = packTurn(turn, this.#stateBefore(turn))
    this.#connection.run(`INSERT INTO ${this.#table} (turn) VALUES (?)`, JSON.stringify(packed))
    this.#last = turn
  }

  /** Every turn, in the order in which they were added. */
  *turns(): Generator<StoredTurn> {
    this.#last = undefined
    for (let position = 1; ; position++) {
      const row = this.#connection.get<{ turn: string }>(`SELECT turn FROM ${this.#table} WHERE position = ?`, position)
      if (!row) return
      const packed = JSON.parse(row.turn) as PackedTurn
      this.#last = unpackTurn(packed, this.#stateBefore(packed))
      yield this.#last
    }
  }

  drop(): void {
    this.#connection.exec(`DROP TABLE ${this.#table}`)
  }

  /** Most turns follow the one before them, and are stored as their changes. */
  #stateBefore({ parentId }: { parentId: string | null }): JsonObject {
    return this.#last && this.#last.turnId === parentId ? this.#last.state : {}
  }
}
