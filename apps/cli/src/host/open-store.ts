import { join } from 'node:path'
import {
  RuntimeError,
  type SessionRecord,
  type SessionStore,
  type SqliteSessionStore,
  openSqliteSessionStore,
} from '@narratoria/runtime'
import { UsageError } from '../exit-codes.ts'
import { narratoriaHome } from './skill-roots.ts'

/** The file that holds the user's stories. */
export function storePath(): string {
  return join(narratoriaHome(), 'sessions.db')
}

/** Opens the user's stories and tells on standard error what happened to their file. */
export async function openStore(): Promise<SqliteSessionStore> {
  const store = await openSqliteSessionStore(storePath())
  for (const { message } of store.notices) process.stderr.write(`narratoria: ${message}\n`)
  return store
}

/** What keeps a story from being stored, but not from being played. */
const cannotStore: ReadonlySet<string> = new Set(['store_unwritable', 'store_full'])

/** The same for playing: where nothing can be stored, the story is played all the same, and the player is told. */
export async function openStoreForPlay({ named }: { named: boolean }): Promise<SqliteSessionStore | undefined> {
  try {
    return await openStore()
  } catch (error) {
    if (named || !RuntimeError.isInstance(error) || !cannotStore.has(error.code)) throw error
    process.stderr.write(`narratoria: ${error.message} This story will not be kept.\n`)
    return undefined
  }
}

/**
 * The session of that id or name, or without one the session played last.
 *
 * @throws {UsageError} where there is none
 */
export async function findSession(store: SessionStore, idOrName: string | undefined): Promise<SessionRecord> {
  if (idOrName === undefined) {
    const [last] = await store.listSessions()
    if (last) return last
    throw new UsageError('there is no story yet; "narratoria play" begins one')
  }
  const found = await store.findSession(idOrName)
  if (found) return found
  throw new UsageError(`there is no story "${idOrName}"; "narratoria sessions list" shows them all`)
}
