import { RuntimeError } from '../../errors.ts'
import type { StoreNotice } from '../session-store.ts'
import type { Connection } from './connection.ts'
import { copyDatabase } from './copy-database.ts'
import { migrations, schemaVersion } from './schema.ts'
import { timestamp } from './timestamp.ts'

/** Brings an empty or older file to this program's schema, in one transaction; an older one is copied first. */
export function migrate(connection: Connection): StoreNotice[] {
  const version = Number(connection.get('PRAGMA user_version')?.user_version)
  if (version >= schemaVersion) return []
  const notices: StoreNotice[] = []
  if (version === 0) {
    refuseForeign(connection)
    connection.exec('PRAGMA journal_mode = WAL')
  } else {
    const copy = backUp(connection, version)
    notices.push({
      code: 'migrated',
      message: `${connection.path} was migrated from schema ${version} to ${schemaVersion}; ${copy} is a copy of the previous file.`,
    })
  }
  connection.transaction(() => {
    for (const step of migrations.slice(version)) step(connection.database)
    connection.exec(`PRAGMA user_version = ${schemaVersion}`)
  })
  return notices
}

/** A file of version 0 is empty or belongs to another program. */
function refuseForeign(connection: Connection): void {
  if (Number(connection.get('SELECT count(*) AS tables FROM sqlite_schema')?.tables) === 0) return
  throw new RuntimeError(
    'store_foreign',
    `${connection.path} is a database of another program; it was left as it is. Choose another file.`,
  )
}

/** Copies the database to a file beside it, whole under its final name or not at all. */
function backUp(connection: Connection, version: number): string {
  const copy = `${connection.path}.backup-schema-${version}-${timestamp()}`
  copyDatabase(connection, copy, `${connection.path}.backup-unfinished`)
  return copy
}
