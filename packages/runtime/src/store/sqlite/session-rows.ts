import type { LorebookDocument } from '@narratoria/interchange'
import type { StoryNotes } from '@narratoria/protocol'
import type { NewSession, SessionRecord } from '../session-store.ts'
import { insertChecked, rowChecksum, stateChecksum } from './checksums.ts'
import { compressJson, compressText } from '../compress.ts'
import type { Connection } from './connection.ts'
import { insertPieces } from './whole-states.ts'

/** The columns that every query of {@link SessionRow}s selects. */
export const recordColumns = `s.id, s.session_id, s.name, s.title, s.opening, s.state_checksum, s.head, s.tip, s.last_seq, s.turns,
  s.in_flight_prompt, s.in_flight_since, s.holder, s.created_at, s.updated_at, s.tags, s.trashed_at, s.trashed_name, s.revision, s.notes,
  s.checksum,
  (SELECT turn_id FROM turns WHERE session = s.id AND seq = s.head) AS head_id,
  (SELECT turn_id FROM turns WHERE session = s.id AND seq = s.tip) AS tip_id`

/** A session's row, with the ids of the turns that it points to. */
export interface SessionRow {
  id: number
  session_id: string
  name: string | null
  title: string
  opening: string
  /** The checksum of the initial state. */
  state_checksum: number
  head: number | null
  tip: number | null
  last_seq: number
  turns: number
  in_flight_prompt: string | null
  in_flight_since: number | null
  holder: string | null
  created_at: number
  updated_at: number
  /** A JSON list. */
  tags: string | null
  trashed_at: number | null
  trashed_name: string | null
  /** How often one of its turns was edited. */
  revision: number | null
  /** A JSON object. */
  notes: string | null
  head_id: string | null
  tip_id: string | null
}

/** Reads a session's row. */
export function toRecord(row: SessionRow): SessionRecord {
  return {
    sessionId: row.session_id,
    name: row.name,
    title: row.title,
    tags: row.tags === null ? [] : (JSON.parse(row.tags) as string[]),
    notes: row.notes === null ? {} : (JSON.parse(row.notes) as StoryNotes),
    opening: row.opening,
    head: row.head_id,
    tip: row.tip_id,
    turns: row.turns,
    revision: row.revision ?? 0,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

/** Writes the row of a session without turns. */
export function insertSession(connection: Connection, session: NewSession): void {
  const { sessionId, name, title, tags = [], notes = {}, opening = '', initialState = {}, createdAt } = session
  const initial = initialRow(connection, JSON.stringify(initialState))
  const id = Number(connection.get('SELECT coalesce(max(id), 0) + 1 AS id FROM sessions')?.id)
  const row = {
    id,
    session_id: sessionId,
    name,
    title,
    opening,
    state_checksum: initialChecksum(initial),
    last_seq: 0,
    turns: 0,
    created_at: createdAt,
    updated_at: createdAt,
    tags: tagsColumn(tags),
    notes: notesColumn(notes),
  }
  connection.insert('sessions', { ...row, checksum: rowChecksum('sessions', row) })
  connection.insert('initial_states', { session: id, ...initial })
  writeLorebooks(connection, id, session.lorebooks ?? [])
}

/** The columns of an initial state. Its text is empty if it is in pieces. */
export interface InitialColumns {
  state: string | Uint8Array | null
  pieces?: number | null
  piece_count?: number | null
}

/** The most characters of an initial state in one row: a longer text takes long to read, even where it is compressed to little. */
const maxInitialLength = 1 << 20

function initialRow(connection: Connection, text: string): InitialColumns {
  if (text.length <= maxInitialLength) return { state: text }
  const { state, count } = insertPieces(connection, compressText(text))
  return { state: '', pieces: state, piece_count: count }
}

/** The checksum of an initial state, which is in the row of its session. Pieces have checksums of their own. */
export function initialChecksum({ state, pieces, piece_count: count }: InitialColumns): number {
  return stateChecksum(pieces ? `${pieces}/${count}` : (state ?? ''))
}

/** The column of a session's tags: unique ones in alphabetical order. */
export function tagsColumn(tags: readonly string[]): string | null {
  return tags.length === 0 ? null : JSON.stringify([...new Set(tags)].toSorted((a, b) => a.localeCompare(b)))
}

/** The column of the author's notes. */
export function notesColumn(notes: StoryNotes): string | null {
  return Object.keys(notes).length === 0 ? null : JSON.stringify(notes)
}

/** Replaces the lorebooks of a session, which have a row of their own. */
export function writeLorebooks(connection: Connection, session: number, lorebooks: readonly LorebookDocument[]): void {
  connection.run('DELETE FROM lorebooks WHERE session = ?', session)
  if (lorebooks.length > 0) insertChecked(connection, 'lorebooks', { session, books: compressJson(lorebooks) })
}

/** The columns of a session that change. */
export type SessionChange = Partial<
  Pick<
    SessionRow,
    | 'name'
    | 'title'
    | 'head'
    | 'tip'
    | 'last_seq'
    | 'turns'
    | 'in_flight_prompt'
    | 'in_flight_since'
    | 'holder'
    | 'updated_at'
    | 'tags'
    | 'trashed_at'
    | 'trashed_name'
    | 'revision'
    | 'notes'
  > & { context: Uint8Array | null }
>

/** Changes some columns of a session's row, and its checksum. */
export function updateSession(connection: Connection, row: SessionRow, change: SessionChange): void {
  const values = { ...change, checksum: rowChecksum('sessions', { ...row, ...change }) }
  const columns = Object.keys(values).map((column) => `${column} = ?`)
  connection.run(`UPDATE sessions SET ${columns.join()} WHERE id = ?`, ...Object.values(values), row.id)
}
