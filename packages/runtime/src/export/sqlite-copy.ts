import { randomUUID } from 'node:crypto'
import { constants, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RuntimeError } from '../errors.ts'
import { sqlite } from '../store/sqlite/sqlite.ts'

const magic = 'SQLite format 3\0'
/** All pages in one step, because a write of another process would restart a copy in several steps. */
const allPages = 2 ** 31 - 1

/** Endings of the files that SQLite keeps beside an open database. Their content is part of a copy. */
export const besideDatabase = /-(?:wal|shm|journal)$/

/** Returns whether a file is a SQLite database. */
export async function isSqlite(path: string): Promise<boolean> {
  // A tool may have made a pipe of that name: to open one would wait for its other end.
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch(() => undefined)
  if (!file) return false
  try {
    if (!(await file.stat()).isFile()) return false
    const { buffer } = await file.read(Buffer.alloc(magic.length), 0, magic.length, 0)
    return buffer.toString('latin1') === magic
  } finally {
    await file.close()
  }
}

/** Consistent copies of databases that other programs may be writing to. Its folder is removed when it is closed. */
export class SqliteCopies {
  readonly #copies = new Map<string, string | undefined>()
  #folder: string | undefined

  /**
   * Returns the path of a copy; `undefined` if the file cannot be read as a database and must be copied as bytes.
   *
   * @throws {RuntimeError} `store_in_use` if another program keeps it locked
   */
  async copy(path: string): Promise<string | undefined> {
    if (!this.#copies.has(path)) this.#copies.set(path, await this.#copy(path))
    return this.#copies.get(path)
  }

  async #copy(path: string): Promise<string | undefined> {
    const { backup, DatabaseSync } = sqlite()
    this.#folder ??= await mkdtemp(join(tmpdir(), 'narratoria-export-'))
    const target = join(this.#folder, randomUUID())
    let database
    try {
      // A writing connection removes the files beside the database when it is closed.
      database = new DatabaseSync(path, { timeout: 10_000 })
      await backup(database, target, { rate: allPages })
      return target
    } catch (error) {
      const code = Number((error as { errcode?: number }).errcode) & 0xff
      if (code === 5 || code === 6)
        throw new RuntimeError('store_in_use', `Another program is busy with ${path}; try again in a moment.`, {
          cause: error,
        })
      if (unreadable.has(code)) return undefined
      throw error
    } finally {
      if (database?.isOpen) database.close()
    }
  }

  async close(): Promise<void> {
    if (this.#folder !== undefined) await rm(this.#folder, { recursive: true, force: true })
  }
}

/** SQLite's codes: the folder is not writable, the file is damaged, cannot be opened, or is not a database. */
const unreadable = new Set([8, 11, 14, 26])
