import { pathToFileURL } from 'node:url'
import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite'
import { RuntimeError } from '../../errors.ts'
import { storeClosed } from '../store-errors.ts'
import { sqlite } from './sqlite.ts'

/** A row of SQLite. */
export type Row = Record<string, SQLOutputValue>

/** The time that a write waits for the write of another process. */
const busyTimeoutMs = 10_000

/** An open database file, with cached prepared statements, transactions and errors of this package. */
export class Connection {
  readonly path: string
  readonly database: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()

  constructor(path: string, options: { readOnly?: boolean; immutable?: boolean } = {}) {
    this.path = path
    const { DatabaseSync } = sqlite()
    const location = options.immutable ? immutableUrl(path) : path
    this.database = this.#explained(
      () => new DatabaseSync(location, { readOnly: options.readOnly ?? false, timeout: busyTimeoutMs }),
    )
  }

  get<T = Row>(sql: string, ...values: SQLInputValue[]): T | undefined {
    return this.#explained(() => this.#prepare(sql).get(...values) as T | undefined)
  }

  all<T = Row>(sql: string, ...values: SQLInputValue[]): T[] {
    return this.#explained(() => this.#prepare(sql).all(...values) as T[])
  }

  run(sql: string, ...values: SQLInputValue[]): void {
    // SQLite would store NaN as NULL, and a column that refuses it would look like damage.
    if (values.some(Number.isNaN))
      throw new TypeError(`NaN cannot be stored in ${this.path}: times and counts must be numbers.`)
    this.#explained(() => this.#prepare(sql).run(...values))
  }

  /** Inserts one row. The names of the columns must not come from data. */
  insert(table: string, row: Record<string, SQLInputValue>): void {
    const columns = Object.keys(row)
    this.run(
      `INSERT INTO ${table} (${columns.join()}) VALUES (${columns.map(() => '?').join()})`,
      ...Object.values(row),
    )
  }

  exec(sql: string): void {
    this.#explained(() => this.database.exec(sql))
  }

  /** Runs `work` as one transaction. Rolls back if it throws. */
  transaction<T>(work: () => T): T {
    this.exec('BEGIN IMMEDIATE')
    try {
      const result = work()
      this.exec('COMMIT')
      return result
    } catch (error) {
      // A full disk may have ended the transaction already.
      if (this.database.isTransaction) this.database.exec('ROLLBACK')
      throw error
    }
  }

  close(): void {
    this.#statements.clear()
    if (this.database.isOpen) this.database.close()
  }

  #prepare(sql: string): StatementSync {
    let statement = this.#statements.get(sql)
    if (!statement) this.#statements.set(sql, (statement = this.database.prepare(sql)))
    return statement
  }

  #explained<T>(work: () => T): T {
    try {
      return work()
    } catch (error) {
      throw explain(error, this.path)
    }
  }
}

/** Converts an error of SQLite about the file at `path`. */
export function explain(error: unknown, path: string): unknown {
  if (error instanceof Error && 'code' in error && error.code === 'ERR_INVALID_STATE') return storeClosed(error)
  // An integer that no program of this project writes.
  if (error instanceof Error && 'code' in error && error.code === 'ERR_OUT_OF_RANGE') return damaged(path, error)
  if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return full(path, error)
  if (!(error instanceof Error) || !('errcode' in error)) return error
  const options = { cause: error }
  switch (Number(error.errcode) & 0xff) {
    case 5:
    case 6:
      return new RuntimeError('store_in_use', `Another program is busy with ${path}; try again in a moment.`, options)
    case 8:
    case 14:
      return new RuntimeError(
        'store_unwritable',
        `${path} cannot be written; make it and its folder writable.`,
        options,
      )
    case 10:
    case 13:
      return full(path, error)
    // The statements are correct, so an error of logic, a broken constraint or an absurd size is the file's.
    case 1:
    case 2:
    case 7:
    case 11:
    case 12:
    case 19:
    case 20:
    case 26:
      return damaged(path, error)
    default:
      return error
  }
}

function full(path: string, cause: Error): RuntimeError {
  return new RuntimeError(
    'store_full',
    `${path} could not be written (${cause.message}); nothing of this change was stored. Free some space on its disk.`,
    { cause },
  )
}

/** The error for a damaged file. */
export function damaged(path: string, cause: unknown): RuntimeError {
  return new RuntimeError(
    'store_damaged',
    `${path} is damaged. Start again: what can be read is then recovered, and the damaged file is kept under another name.`,
    { cause },
  )
}

function immutableUrl(path: string): URL {
  const url = pathToFileURL(path)
  url.searchParams.set('immutable', '1')
  return url
}
