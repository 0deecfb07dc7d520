import type { DatabaseSync } from 'node:sqlite'
import { explain } from './connection.ts'
import { sqlite } from './sqlite.ts'

/**
 * Takes a lock on a lock file, which is created if it is missing. Returns `undefined` if another lock prevents it.
 * Any number of `shared` locks, or one `exclusive` lock, can exist at a time. The lock ends with its process, and works
 * between containers that share the folder.
 *
 * @throws {RuntimeError} `store_full`, `store_unwritable`
 */
export function takeFileLock(path: string, mode: 'exclusive' | 'shared'): FileLock | undefined {
  const { DatabaseSync } = sqlite()
  const database = new DatabaseSync(path, { timeout: 0 })
  try {
    lock(database, mode)
    return new FileLock(database)
  } catch (error) {
    database.close()
    if (isBusy(error)) return undefined
    throw explain(error, path)
  }
}

/** A lock on a file. SQLite's own lock of the file is used, because the operating system ends it with the process. */
export class FileLock {
  readonly #database: DatabaseSync

  /** @internal Use {@link takeFileLock}. */
  constructor(database: DatabaseSync) {
    this.#database = database
  }

  /** Makes an exclusive lock a shared one. */
  share(): void {
    this.#database.exec('COMMIT')
    lock(this.#database, 'shared')
  }

  release(): void {
    if (this.#database.isOpen) this.#database.close()
  }
}

function lock(database: DatabaseSync, mode: 'exclusive' | 'shared'): void {
  if (mode === 'exclusive') return database.exec('BEGIN EXCLUSIVE')
  database.exec('BEGIN')
  // A transaction takes its lock with its first read.
  database.prepare('SELECT count(*) FROM sqlite_schema').get()
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === 5
}

export function lockName(id: string): string {
  // Dots alone would be a folder.
  return encodeURIComponent(id).replace(/^\.+$/, (dots) => '%2E'.repeat(dots.length))
}
