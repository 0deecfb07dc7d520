import { closeSync, copyFileSync, existsSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs'
import { Connection } from '../connection.ts'
import { schemaVersion } from '../schema.ts'
import { findSchemaDamage } from './schema-text.ts'

/** A damaged file, open for reading. */
export interface DamagedFile {
  connection: Connection
  close(): void
}

/**
 * Opens a damaged file for reading. The first page contains the schema and says where the tables begin; it is the same in every file of a
 * schema, but for its counters. If it is damaged, a copy of the file is opened whose first page is that of `fresh`.
 */
export function openDamaged(path: string, fresh: Connection): DamagedFile | undefined {
  const direct = tryOpen(path)
  if (direct && !isChanged(direct)) return { connection: direct, close: () => direct.close() }
  direct?.close()
  const copy = `${path}.salvage`
  copyFileSync(path, copy)
  if (existsSync(`${path}-wal`)) copyFileSync(`${path}-wal`, `${copy}-wal`)
  replaceFirstPage(copy, fresh)
  const connection = tryOpen(copy)
  const close = () => {
    connection?.close()
    for (const suffix of ['', '-wal', '-shm']) rmSync(`${copy}${suffix}`, { force: true })
  }
  if (connection) return { connection, close }
  close()
  return undefined
}

/** Whether the schema was changed. The first page of an older schema is not known, so its file is read as it is. */
function isChanged(connection: Connection): boolean {
  const version = Number(connection.get('PRAGMA user_version')?.user_version)
  return version === schemaVersion && findSchemaDamage(connection) !== undefined
}

function tryOpen(path: string): Connection | undefined {
  let connection: Connection | undefined
  try {
    connection = new Connection(path, { readOnly: true })
    connection.get('SELECT count(*) FROM sqlite_schema')
    return connection
  } catch {
    connection?.close()
    return undefined
  }
}

function replaceFirstPage(path: string, fresh: Connection): void {
  fresh.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  const pageSize = Number(fresh.get('PRAGMA page_size')?.page_size)
  const page = readFileSync(fresh.path).subarray(0, pageSize)
  page.writeUInt32BE(Math.floor(statSync(path).size / pageSize), 28)
  // The list of free pages belongs to the other file.
  page.fill(0, 32, 40)
  const file = openSync(path, 'r+')
  writeSync(file, page, 0, pageSize, 0)
  closeSync(file)
}
