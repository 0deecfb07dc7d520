import type { DatabaseSync } from 'node:sqlite'
import type { Connection } from '../connection.ts'
import { migrations } from '../schema.ts'
import { sqlite } from '../sqlite.ts'

/** A row of SQLite's own table of tables and indexes. Its position and its page differ from file to file. */
interface SchemaRow {
  type: string
  name: string
  tbl_name: string
  sql: string | null
}

const schemaRows = 'SELECT type, name, tbl_name, sql FROM sqlite_schema'

/** Describes how the schema's text differs from that of its version. Tables of other programs are ignored. */
export function findSchemaDamage(connection: Connection): string | undefined {
  const version = Number(connection.get('PRAGMA user_version')?.user_version)
  const found = new Set(connection.all(schemaRows).map(keyOf))
  const missing = expectedRows(version).find((row) => !found.has(keyOf(row)))
  return missing && `the definition of "${missing.name}" was changed`
}

function keyOf({ type, name, tbl_name: table, sql }: Partial<Record<keyof SchemaRow, unknown>>): string {
  return JSON.stringify([type, name, table, sql])
}

/** The rows in every file of a version. */
function expectedRows(version: number): SchemaRow[] {
  const database: DatabaseSync = new (sqlite().DatabaseSync)(':memory:')
  try {
    for (const step of migrations.slice(0, version)) step(database)
    return database.prepare(`${schemaRows} ORDER BY rowid`).all() as unknown as SchemaRow[]
  } finally {
    database.close()
  }
}
