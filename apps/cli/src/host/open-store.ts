import { join } from 'node:path'
import { RuntimeError, type SessionRecord, type SessionStore, openSqliteSessionStore } from '@narratoria/runtime'
import type { SqliteSessionStore } from '@narratoria/runtime/store'
import { findStory } from '@narratoria/runtime/manage'
import { printable } from '@narratoria/protocol/printable'
import { UsageError } from '../exit-codes.ts'
import type { Io } from '../io.ts'
import { notify } from '../terminal/print.ts'
import { narratoriaHome } from './skill-roots.ts'

/** The file of the user's stories. */
export function storePath(io: Io): string {
  return join(narratoriaHome(io), 'sessions.db')
}

/** Opens the user's stories, and reports repairs of their file on standard error. */
export async function openStore(io: Io): Promise<SqliteSessionStore> {
  const store = await openSqliteSessionStore(storePath(io))
  for (const { message } of store.notices) notify(io, message)
  return store
}

/** Opens the user's stories. If nothing can be stored and no story was `named`, reports it and returns undefined. */
export async function openStoreForPlay(io: Io, { named }: { named: boolean }): Promise<SqliteSessionStore | undefined> {
  try {
    return await openStore(io)
  } catch (error) {
    const canPlay = RuntimeError.isInstance(error) && ['store_unwritable', 'store_full'].includes(error.code)
    if (named || !canPlay) throw error
    notify(io, `${error.message} This story will not be kept.`)
    return undefined
  }
}

/**
 * Finds a session by id, name or title. Defaults to the one played last.
 *
 * @throws {UsageError} if there is none, or several have the title
 */
export async function findSession(store: SessionStore, called: string | undefined): Promise<SessionRecord> {
  if (called === undefined) {
    const [last] = await store.listSessions()
    if (last) return last
    throw new UsageError('there is no story yet; "narratoria play" begins one')
  }
  const found = await findCalled(store, called, {})
  if (found) return found
  throw new UsageError(`there is no story "${called}"; "narratoria sessions list" lists all stories`)
}

/**
 * Finds a session by id, name or title, or with `exact` by its whole title only. Resolves to undefined if there is none.
 *
 * @throws {UsageError} if several have the title
 */
export async function findCalled(
  store: Pick<SessionStore, 'findSession' | 'listSessions'>,
  called: string,
  { exact = false }: { exact?: boolean },
): Promise<SessionRecord | undefined> {
  try {
    return await findStory(store, called, { exact })
  } catch (error) {
    if (!RuntimeError.isInstance(error) || !['unknown_session', 'ambiguous_session'].includes(error.code)) throw error
    if (error.code === 'ambiguous_session') throw new UsageError(printable(error.message))
    return undefined
  }
}
