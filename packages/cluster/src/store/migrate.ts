import { RuntimeError } from '@narratoria/runtime'
import type { Database } from '../database/database.ts'
import { migrations, schemaName, schemaVersion } from './schema.ts'

/**
 * Brings the tables to this program's schema, once however many hosts start at the same time. With `migrate: false` it only checks them.
 *
 * @throws {RuntimeError} `store_newer` if a newer program has changed them, `store_foreign` if they are missing or older and may not be
 *   changed
 */
export async function migrate(
  database: Database,
  { migrate: mayChange = true }: { migrate?: boolean } = {},
): Promise<void> {
  const found = await readVersion(database)
  if (found === schemaVersion) return
  if (found > schemaVersion) throw newer(found)
  if (!mayChange) throw notMigrated(found)
  await database.transaction(async (transaction) => {
    await transaction.query(`SELECT pg_advisory_xact_lock(hashtext('narratoria:migrate'))`)
    await transaction.query(`CREATE SCHEMA IF NOT EXISTS ${schemaName}`)
    await transaction.query(`CREATE TABLE IF NOT EXISTS ${schemaName}.schema_version (version integer NOT NULL)`)
    // Another host may have done it while this one waited for the lock.
    const [row] = await transaction.query<{ version: number }>(`SELECT version FROM ${schemaName}.schema_version`)
    const version = row?.version ?? 0
    if (version > schemaVersion) throw newer(version)
    for (const step of migrations.slice(version)) await transaction.query(step)
    if (!row) await transaction.query(`INSERT INTO ${schemaName}.schema_version VALUES ($1)`, [schemaVersion])
    else await transaction.query(`UPDATE ${schemaName}.schema_version SET version = $1`, [schemaVersion])
  })
}

async function readVersion(database: Database): Promise<number> {
  const [{ exists } = { exists: false }] = await database.query<{ exists: boolean }>(
    `SELECT to_regclass('${schemaName}.schema_version') IS NOT NULL AS exists`,
  )
  if (!exists) return 0
  const [row] = await database.query<{ version: number }>(`SELECT version FROM ${schemaName}.schema_version`)
  return row?.version ?? 0
}

function newer(version: number): RuntimeError {
  return new RuntimeError(
    'store_newer',
    `The database has schema ${version} of the cluster, and this program knows schemas up to ${schemaVersion}. Update this program.`,
  )
}

function notMigrated(version: number): RuntimeError {
  return new RuntimeError(
    'store_foreign',
    `The database has schema ${version} of the cluster, and this program needs schema ${schemaVersion}. Start one host that may migrate it.`,
  )
}
