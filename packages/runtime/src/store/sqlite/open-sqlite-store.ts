import { requireNode } from '@narratoria/protocol/require-node'
import type { AssetLimits } from '../../assets/asset-folder.ts'
import { openDatabase } from './open-database.ts'
import { SqliteSessionStore } from './sqlite-store.ts'

/**
 * Opens a store that keeps every session in one SQLite file. Creates the file if there is none. The files of the stories
 * are kept in the folder `<path>-assets`. An older file is backed up and migrated; a damaged file is kept under another
 * name and its readable turns are recovered. `notices` of the store reports both.
 *
 * @throws {RuntimeError} `store_newer` and `store_foreign` (the file is unchanged), `store_unwritable`, `store_full`,
 *   `store_in_use` while another program migrates or recovers the file
 * @example
 * ```ts
 * import { mkdtempSync } from 'node:fs'
 * import { tmpdir } from 'node:os'
 * import { join } from 'node:path'
 * import { openSqliteSessionStore } from '@narratoria/runtime'
 *
 * const store = await openSqliteSessionStore(join(mkdtempSync(join(tmpdir(), 'stories-')), 'story.db'))
 * for (const { message } of store.notices) console.warn(message)
 * const sessions = await store.listSessions()
 * await store.close()
 * if (sessions.length !== 0) throw new Error('A new store has no sessions.')
 * ```
 */
export async function openSqliteSessionStore(
  path: string,
  { assets }: { assets?: AssetLimits } = {},
): Promise<SqliteSessionStore> {
  requireNode()
  return new SqliteSessionStore(await openDatabase(path), assets)
}
