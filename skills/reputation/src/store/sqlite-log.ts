import { DatabaseSync } from 'node:sqlite'
import type { ChangeLog, ChangeRow } from './change-log.ts'

const version = 1

/**
 * Opens the changes of a session in a SQLite file and creates it if it is missing.
 *
 * @throws Error with SQLite's `errcode` if the file is damaged or cannot be used
 */
export function openSqliteLog(path: string): ChangeLog {
  const db = new DatabaseSync(path, { timeout: 20_000 })
  try {
    prepareSchema(db)
  } catch (error) {
    db.close()
    throw error
  }
  return {
    add(rows) {
      db.exec('BEGIN IMMEDIATE')
      try {
        const insert = db.prepare(
          'INSERT OR IGNORE INTO changes (key, seq, day, faction, amount, reason, at) VALUES (?, ?, ?, ?, ?, ?, ?)',
        )
        let added = 0
        for (const { key, seq, day, faction, amount, reason, at } of rows)
          added += Number(insert.run(key, seq, day, faction, amount, reason, at).changes)
        db.exec('COMMIT')
        return added
      } catch (error) {
        db.exec('ROLLBACK')
        throw error
      }
    },
    read: () =>
      db
        .prepare('SELECT key, seq, day, faction, amount, reason, at FROM changes ORDER BY id')
        .all() as unknown as ChangeRow[],
    close: () => db.close(),
  }
}

function prepareSchema(db: DatabaseSync): void {
  db.exec('PRAGMA synchronous = NORMAL')
  const found = (db.prepare('PRAGMA user_version').get() as { user_version: number }).user_version
  if (found === version) return
  if (found > version) throw new Error(`the file was written by a later version of this skill (${found})`)
  useWriteAheadLog(db)
  db.exec(`
    BEGIN IMMEDIATE;
    CREATE TABLE IF NOT EXISTS changes (
      id INTEGER PRIMARY KEY,
      key TEXT NOT NULL UNIQUE,
      seq INTEGER,
      day REAL,
      faction TEXT NOT NULL,
      amount REAL NOT NULL,
      reason TEXT NOT NULL,
      at REAL NOT NULL
    );
    PRAGMA user_version = ${version};
    COMMIT;
  `)
}

/**
 * Makes a new file keep a write-ahead log. SQLite fails here at once, without its time limit, while another process writes;
 * that process makes the same change.
 */
function useWriteAheadLog(db: DatabaseSync): void {
  try {
    db.exec('PRAGMA journal_mode = WAL')
  } catch (error) {
    const isBusy = (Number((error as { errcode?: unknown }).errcode) & 0xff) === 5
    if (!isBusy) throw error
  }
}

/** The readable changes of a damaged file, read from both ends. */
export function readReadableRows(path: string): ChangeRow[] {
  const found = new Map<string, ChangeRow>()
  for (const order of ['ASC', 'DESC']) {
    let db: DatabaseSync | undefined
    try {
      db = new DatabaseSync(path, { readOnly: true })
      for (const row of db.prepare(`SELECT * FROM changes NOT INDEXED ORDER BY id ${order}`).iterate()) {
        const { key, seq, day, faction, amount, reason, at } = row as unknown as ChangeRow
        if (typeof key === 'string' && typeof faction === 'string' && typeof amount === 'number')
          found.set(key, { key, seq, day, faction, amount, reason: String(reason), at })
      }
    } catch {
      // Rows after the damage cannot be read.
    } finally {
      db?.close()
    }
  }
  return [...found.values()].toSorted((left, right) => left.at - right.at)
}
