import type { DatabaseSync } from 'node:sqlite'

const version = 1

/** Creates the tables of a new file. Throws if the file has a later version. */
export function prepareSchema(db: DatabaseSync): void {
  const found = (db.prepare('PRAGMA user_version').get() as { user_version: number }).user_version
  if (found === version) return
  if (found > version) throw new Error(`the file was written by a later version of this skill (${found})`)
  useWriteAheadLog(db)
  db.exec('BEGIN IMMEDIATE')
  db.exec(`
    CREATE TABLE IF NOT EXISTS memories (
      id INTEGER PRIMARY KEY,
      key TEXT NOT NULL UNIQUE,
      seq INTEGER,
      at REAL NOT NULL,
      text TEXT NOT NULL,
      details TEXT NOT NULL,
      characters TEXT NOT NULL,
      places TEXT NOT NULL,
      significance REAL NOT NULL
    );
    CREATE INDEX IF NOT EXISTS memories_seq ON memories (seq);
    CREATE TABLE IF NOT EXISTS vectors (
      embedder TEXT NOT NULL,
      memory INTEGER NOT NULL REFERENCES memories (id),
      norm REAL NOT NULL,
      vector BLOB NOT NULL,
      UNIQUE (embedder, memory)
    );
    CREATE TABLE IF NOT EXISTS packs (
      embedder TEXT NOT NULL,
      last INTEGER NOT NULL,
      numbers BLOB NOT NULL,
      vectors BLOB NOT NULL,
      UNIQUE (embedder, last)
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
