import type { JsonObject } from '@narratoria/protocol'
import { type PackedTurn, packTurn, unpackTurn } from '../packed-turn.ts'
import type { StoredTurn } from '../session-store.ts'
import type { Connection } from './connection.ts'

let spools = 0

/**
 * Collects turns in a temporary table, outside the database and the program's memory, until they
 * can be written in one transaction. A transaction that waits for its input would block all others.
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

  /** Every turn, in the order of adding. */
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

  /** The state before a turn. Most turns follow the previous one and are stored as changes. */
  #stateBefore({ parentId }: { parentId: string | null }): JsonObject {
    return this.#last && this.#last.turnId === parentId ? this.#last.state : {}
  }
}
