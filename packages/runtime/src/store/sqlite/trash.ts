import type { AssetFolder } from '../../assets/asset-folder.ts'
import type { SessionRecord, TrashedSession } from '../session-store.ts'
import { unknownSession } from '../store-errors.ts'
import type { Connection } from './connection.ts'
import { type SessionRow, toRecord, updateSession } from './session-rows.ts'
import type { StoreRows } from './store-rows.ts'

/** A session of the trash, under the name that it had. */
export function toTrashed(row: SessionRow): TrashedSession {
  return { ...toRecord(row), name: row.trashed_name, trashedAt: row.trashed_at ?? 0 }
}

/** Puts a session into the trash. Its name is free from then on. */
export function trash(connection: Connection, rows: StoreRows, sessionId: string): TrashedSession {
  const session = rows.session(sessionId)
  if (session.trashed_at === null)
    updateSession(connection, session, { name: null, trashed_name: session.name, trashed_at: Date.now() })
  return toTrashed(rows.session(sessionId))
}

/** Takes a session out of the trash, with its name if that is free. */
export function restore(connection: Connection, rows: StoreRows, sessionId: string): SessionRecord {
  const session = rows.session(sessionId)
  if (session.trashed_at === null) throw unknownSession(sessionId)
  const name = session.trashed_name
  const isFree = name === null || rows.sessionRow('s.name = ?', name) === undefined
  updateSession(connection, session, { name: isFree ? name : null, trashed_name: null, trashed_at: null })
  return toRecord(rows.session(sessionId))
}

/** Deletes every row of the sessions that were put into the trash before a time. */
export function deleteTrashed(connection: Connection, rows: StoreRows, before: number): SessionRow[] {
  const deleted = rows.sessionRows('WHERE s.trashed_at < ?', before)
  for (const { id } of deleted) {
    const turns = 'turn IN (SELECT id FROM turns WHERE session = ?)'
    for (const whole of [`states WHERE ${turns}`, 'initial_states WHERE session = ?'])
      connection.run(`DELETE FROM pieces WHERE state IN (SELECT pieces FROM ${whole} AND pieces IS NOT NULL)`, id)
    for (const table of ['states', 'details', 'labels']) connection.run(`DELETE FROM ${table} WHERE ${turns}`, id)
    for (const table of ['assets', 'turns']) connection.run(`DELETE FROM ${table} WHERE session = ?`, id)
    for (const table of ['initial_states', 'lorebooks']) connection.run(`DELETE FROM ${table} WHERE session = ?`, id)
    connection.run('DELETE FROM sessions WHERE id = ?', id)
  }
  return deleted
}

/** The names of the files that only the sessions in the trash have. */
export function filesOfTrash(connection: Connection, before: number): string[] {
  const inTrash = 'SELECT id FROM sessions WHERE trashed_at < ?1'
  const path = "json_extract(asset, '$.path')"
  const rows = connection.all<{ path: string }>(
    `SELECT DISTINCT ${path} AS path FROM assets WHERE session IN (${inTrash})
     EXCEPT SELECT ${path} FROM assets WHERE session NOT IN (${inTrash})`,
    before,
  )
  return rows.map((row) => row.path)
}

/** Removes files of the trash from the folder. Files elsewhere belong to their tools. */
export async function removeFiles(folder: AssetFolder, paths: readonly string[]): Promise<void> {
  for (const path of paths) await folder.remove(folder.fromRecord(path))
}
