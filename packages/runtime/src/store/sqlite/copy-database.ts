import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import type { Connection } from './connection.ts'

/** Copies an open database to a new file. `copy` is the whole database, on the disk, or does not exist. */
export function copyDatabase(connection: Connection, copy: string, unfinished = `${copy}-unfinished`): void {
  rmSync(unfinished, { force: true })
  connection.run('VACUUM INTO ?', unfinished)
  const file = openSync(unfinished, 'r+')
  fsyncSync(file)
  closeSync(file)
  renameSync(unfinished, copy)
}
