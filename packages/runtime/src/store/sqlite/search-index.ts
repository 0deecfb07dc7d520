import { rmSync } from 'node:fs'
import { RuntimeError } from '../../errors.ts'
import type { FoundTurn } from '../session-store.ts'
import { comparable, excerptOf, readSearch, type SearchTerm } from '../search-words.ts'
import { Connection } from './connection.ts'
import { type SessionRow, toRecord } from './session-rows.ts'
import type { StoreRows } from './store-rows.ts'

const version = 3

const schema = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  CREATE TABLE IF NOT EXISTS indexed (session_id TEXT PRIMARY KEY, seq INTEGER NOT NULL, revision INTEGER NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS places (id INTEGER PRIMARY KEY, session_id TEXT NOT NULL, seq INTEGER NOT NULL) STRICT;
  CREATE INDEX IF NOT EXISTS places_by_session ON places (session_id, seq);
  CREATE VIRTUAL TABLE IF NOT EXISTS words USING fts5 (
    text, content = '', contentless_delete = 1, tokenize = "unicode61 remove_diacritics 2"
  );
  PRAGMA user_version = ${version};`

/**
 * Finds words in the turns of a store, with an index in the file `<path>-search`. The index is made of the store: turns are added
 * to it when something is searched, and it is made again if it is damaged or missing.
 */
export class SearchIndex {
  readonly #path: string
  readonly #rows: StoreRows
  #connection: Connection | undefined

  constructor(storePath: string, rows: StoreRows) {
    this.#path = `${storePath}-search`
    this.#rows = rows
  }

  search(text: string, { sessionId, limit = 50 }: { sessionId?: string; limit?: number } = {}): FoundTurn[] {
    const terms = readSearch(text)
    if (terms.length === 0) return []
    const sessions = this.#rows.sessionRows('WHERE s.trashed_at IS NULL')
    try {
      return this.#search(terms, { sessions, sessionId, limit })
    } catch (error) {
      if (!RuntimeError.isInstance(error) || error.code !== 'store_damaged') throw error
      this.remove()
      return this.#search(terms, { sessions, sessionId, limit })
    }
  }

  close(): void {
    this.#connection?.close()
    this.#connection = undefined
  }

  /** Removes the file. The next search makes it again. */
  remove(): void {
    this.close()
    for (const ending of ['', '-wal', '-shm']) rmSync(`${this.#path}${ending}`, { force: true })
  }

  #search(
    terms: readonly SearchTerm[],
    { sessions, sessionId, limit }: { sessions: SessionRow[]; sessionId: string | undefined; limit: number },
  ): FoundTurn[] {
    const connection = this.#open()
    connection.transaction(() => this.#update(connection, sessions))
    const bySession = new Map(sessions.map((session) => [session.session_id, session]))
    const only = sessionId === undefined ? '' : 'AND p.session_id = ?3'
    const found = connection.all<{ session_id: string; seq: number }>(
      `SELECT p.session_id, p.seq FROM words JOIN places p ON p.id = words.rowid
       WHERE words MATCH ?1 ${only} ORDER BY words.rank, p.id DESC LIMIT ?2`,
      queryOf(terms),
      limit,
      ...(sessionId === undefined ? [] : [sessionId]),
    )
    return found.flatMap(({ session_id: id, seq }): FoundTurn[] => {
      const session = bySession.get(id)
      const turn = session && this.#rows.turnRow('t.session = ? AND t.seq = ?', session.id, seq)
      if (!turn) return []
      const { excerpt, marks } = excerptOf(
        [turn.prompt, turn.narrative].filter((text) => text !== '').join(' · '),
        terms,
      )
      return [{ session: toRecord(session), turnId: turn.turn_id, seq, excerpt, marks }]
    })
  }

  /** Adds the turns that were stored since the last search, and removes the sessions that are gone. */
  #update(connection: Connection, sessions: readonly SessionRow[]): void {
    const indexed = new Map(
      connection
        .all<{ session_id: string; seq: number; revision: number }>('SELECT * FROM indexed')
        .map((row) => [row.session_id, row]),
    )
    for (const { id, session_id: sessionId, last_seq: last, revision } of sessions) {
      const found = indexed.get(sessionId)
      const current = revision ?? 0
      indexed.delete(sessionId)
      if (found?.seq === last && found.revision === current) continue
      // Any of its turns may have been edited.
      if (found && found.revision !== current) forget(connection, sessionId)
      const from = found?.revision === current ? found.seq : 0
      for (const turn of this.#rows.pages('t.session = ? AND t.seq > ?', id, last, from)) {
        connection.insert('places', { session_id: sessionId, seq: turn.seq })
        connection.run('INSERT INTO words (rowid, text) VALUES (last_insert_rowid(), ?)', comparable(textOf(turn)))
      }
      connection.run('INSERT OR REPLACE INTO indexed VALUES (?, ?, ?)', sessionId, last, current)
    }
    for (const sessionId of indexed.keys()) forget(connection, sessionId)
  }

  #open(): Connection {
    if (this.#connection) return this.#connection
    const connection = new Connection(this.#path)
    const found = Number(connection.get('PRAGMA user_version')?.user_version)
    if (found !== 0 && found !== version) {
      connection.close()
      this.remove()
      return this.#open()
    }
    connection.exec(schema)
    return (this.#connection = connection)
  }
}

/** Removes a session from the index. */
function forget(connection: Connection, sessionId: string): void {
  connection.run('DELETE FROM words WHERE rowid IN (SELECT id FROM places WHERE session_id = ?)', sessionId)
  for (const table of ['places', 'indexed']) connection.run(`DELETE FROM ${table} WHERE session_id = ?`, sessionId)
}

function textOf({ prompt, narrative }: { prompt: string; narrative: string }): string {
  return `${prompt}\n${narrative}`
}

/** The query of FTS5. Words are quoted, so that no word is an operator. */
function queryOf(terms: readonly SearchTerm[]): string {
  return terms.map(({ words, isBeginning }) => `"${words.join(' ')}"${isBeginning ? ' *' : ''}`).join(' AND ')
}
