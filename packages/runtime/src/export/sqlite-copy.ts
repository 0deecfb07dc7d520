import { randomUUID } from 'node:crypto'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RuntimeError } from '../errors.ts'
import { sqlite } from '../store/sqlite/sqlite.ts'

const magic = 'SQLite format 3\0'
/** All pages in one step: what another process writes meanwhile cannot make the copy begin anew. */
const allPages = 2 ** 31 - 1

/** What SQLite keeps beside a database that is in use; a copy of it has that in itself. */
export const besideDatabase = /-(?:wal|shm|journal)$/

/** Returns whether a file is a SQLite database. */
export async function isSqlite(path: string): Promise<boolean> {
  const file = await open(path, 'r').catch(() => undefined)
  if (!file) return false
  try {
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
   * The path of a copy; `undefined` where the file cannot be read as a database, so that its bytes are all there is.
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
      // Opened for writing, it takes away again what SQLite puts beside it.
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

/** SQLite's codes for a folder that cannot be written, a damaged file, one that cannot be opened, and one that is none. */
const unreadable = new Set([8, 11, 14, 26])
