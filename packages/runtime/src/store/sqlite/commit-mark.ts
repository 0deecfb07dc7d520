import { closeSync, constants, openSync, readFileSync, writeSync } from 'node:fs'
import type { StoreNotice } from '../session-store.ts'
import type { Connection } from './connection.ts'

/** Enough digits for every safe integer. */
const digits = 16

/**
 * The number of commits, in a file beside the database. A log that was cut off ends with a whole transaction, so the
 * database itself does not show that later ones are missing.
 */
export class CommitMark {
  readonly #path: string
  #file: number | undefined

  constructor(databasePath: string) {
    this.#path = `${databasePath}-commits`
  }

  /** Writes the number after a commit. It is not flushed: a loss of power must not make the mark newer than the log. */
  write(count: number): void {
    try {
      this.#file ??= openSync(this.#path, constants.O_WRONLY | constants.O_CREAT, 0o600)
      writeSync(this.#file, `${count}`.padStart(digits), 0)
    } catch {
      // Without the mark, the loss of a log is not noticed; turns are stored all the same.
    }
  }

  /** Reports commits that the database has lost. Afterwards, the mark is that of the database. */
  compare(connection: Connection): StoreNotice[] {
    const missing = this.#read() - commitCount(connection)
    if (missing === 0) return []
    this.write(commitCount(connection))
    if (missing < 0) return []
    const message =
      `The last ${missing === 1 ? 'change' : `${missing} changes`} of ${connection.path} ${missing === 1 ? 'is' : 'are'} missing: ` +
      'the file is an older copy, or its log was cut off. What it contains is intact.'
    return [{ code: 'changes_lost', message }]
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file)
    this.#file = undefined
  }

  #read(): number {
    try {
      const count = Number(readFileSync(this.#path, 'latin1').slice(0, digits))
      return Number.isSafeInteger(count) ? count : 0
    } catch {
      return 0
    }
  }
}

/** Counts a transaction. Returns the number of all. */
export function countCommit(connection: Connection): number {
  return Number(connection.get('UPDATE commits SET count = count + 1 RETURNING count')?.count)
}

function commitCount(connection: Connection): number {
  return Number(connection.get('SELECT count FROM commits')?.count)
}
