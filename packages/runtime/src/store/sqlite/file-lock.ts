import type { DatabaseSync } from 'node:sqlite'
import { explain } from './connection.ts'
import { sqlite } from './sqlite.ts'

/**
 * A lock on a file of its own, held through SQLite's use of the operating system's locks: it ends with the process that
 * holds it, however that ends, leaves nothing to clean up, and works between containers that share the folder.
 */
export class FileLock {
  readonly #database: DatabaseSync

  private constructor(database: DatabaseSync) {
    this.#database = database
  }

  /**
   * Opens the lock's file and takes it as told; `undefined` when somebody else's lock stands in the way.
   *
   * @throws {RuntimeError} `store_full`, `store_unwritable`
   */
  static take(path: string, mode: 'exclusive' | 'shared'): FileLock | undefined {
    const { DatabaseSync } = sqlite()
    const lock = new FileLock(new DatabaseSync(path, { timeout: 0 }))
    try {
      lock.#take(mode)
      return lock
    } catch (error) {
      lock.release()
      if (isBusy(error)) return undefined
      throw explain(error, path)
    }
  }

  /** Lets others share what was exclusive. */
  share(): void {
    this.#database.exec('COMMIT')
    this.#take('shared')
  }

  release(): void {
    if (this.#database.isOpen) this.#database.close()
  }

  #take(mode: 'exclusive' | 'shared'): void {
    if (mode === 'exclusive') return this.#database.exec('BEGIN EXCLUSIVE')
    this.#database.exec('BEGIN')
    // A transaction takes its lock with its first read.
    this.#database.prepare('SELECT count(*) FROM sqlite_schema').get()
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === 5
}

/** A file name for what has an id. */
export function lockName(id: string): string {
  // Dots alone would mean a folder.
  return encodeURIComponent(id).replace(/^\.+$/, (dots) => '%2E'.repeat(dots.length))
}
