import { AssetFolder } from '@narratoria/runtime/store-parts'
import type { Database } from '../database/database.ts'
import { type DatabaseOptions, openDatabase } from '../database/pg-database.ts'
import { migrate } from './migrate.ts'
import { PostgresSessionStore } from './postgres-store.ts'

/** Options of a store in PostgreSQL. */
export interface PostgresStoreOptions extends DatabaseOptions {
  /**
   * The folder for the files of stories. Every host must see the same files in it. Defaults to none: files stay where their tools wrote
   * them, and only that host can show them.
   */
  assetFolder?: string
  /** The name of this host in the messages of others. Defaults to the name of the machine and the number of the process. */
  hostName?: string
  /** Whether tables may be created or changed. Defaults to true. */
  migrate?: boolean
}

/**
 * Opens the sessions in a PostgreSQL database, and creates its tables if they are missing. Any number of hosts may have it open.
 *
 * @param database its address, or a database that the caller closes
 * @throws {ClusterError} `database_unreachable`, `invalid_url`, `pooler_refused`
 * @throws {RuntimeError} `store_newer` if a newer program has changed its tables
 * @example
 * ```ts
 * import { PGlite } from '@electric-sql/pglite'
 * import { openPostgresSessionStore } from '@narratoria/cluster'
 * import { pgliteDatabase } from '@narratoria/cluster/testing'
 *
 * // With a server: openPostgresSessionStore('postgres://narratoria@db.example/narratoria')
 * const pglite = await PGlite.create()
 * const store = await openPostgresSessionStore(pgliteDatabase(pglite))
 * const sessions = await store.listSessions()
 * await store.close()
 * await pglite.close()
 * if (sessions.length !== 0) throw new Error('A new database has no sessions.')
 * ```
 */
export async function openPostgresSessionStore(
  database: string | Database,
  { assetFolder, hostName, migrate: mayChange, ...options }: PostgresStoreOptions = {},
): Promise<PostgresSessionStore> {
  const ownsDatabase = typeof database === 'string'
  const opened = ownsDatabase ? await openDatabase(database, options) : database
  try {
    await migrate(opened, { ...(mayChange !== undefined && { migrate: mayChange }) })
  } catch (error) {
    if (ownsDatabase) await opened.close()
    throw error
  }
  return new PostgresSessionStore({
    database: opened,
    ownsDatabase,
    hostName,
    assetFolder: assetFolder === undefined ? undefined : new AssetFolder(assetFolder),
  })
}
