import type { LorebookDocument } from '@narratoria/interchange'
import type { StoryNotes } from '@narratoria/protocol'
import type { SessionRecord } from '@narratoria/runtime'
import type { TrashedSession, NewSession } from '@narratoria/runtime/store'
import { compressJson, compressText, unknownSession } from '@narratoria/runtime/store-parts'
import type { Statements } from '../database/database.ts'
import { fromColumn, toColumn } from './columns.ts'

const columns = `s.id, s.session_id, s.name, s.title, s.tags, s.notes, s.opening, s.head, s.tip, s.last_seq, s.turns, s.revision,
  s.in_flight_prompt, s.in_flight_since, s.epoch, s.host, s.created_at, s.updated_at, s.trashed_at, s.trashed_name,
  (SELECT turn_id FROM narratoria.turns WHERE session = s.id AND seq = s.head) AS head_id,
  (SELECT turn_id FROM narratoria.turns WHERE session = s.id AND seq = s.tip) AS tip_id`

/** A session's row, with the ids of the turns that it points to. */
export interface SessionRow {
  id: number
  session_id: string
  name: string | null
  title: string
  tags: string | null
  notes: string | null
  opening: string
  head: number | null
  tip: number | null
  last_seq: number
  turns: number
  revision: number
  in_flight_prompt: string | null
  in_flight_since: number | null
  epoch: number
  host: string | null
  created_at: number
  updated_at: number
  trashed_at: number | null
  trashed_name: string | null
  head_id: string | null
  tip_id: string | null
}

/** Reads sessions, given by the rest of a query. */
export function sessionRows(on: Statements, rest: string, values: readonly unknown[] = []): Promise<SessionRow[]> {
  return on.query<SessionRow>(`SELECT ${columns} FROM narratoria.sessions s ${rest}`, values)
}

/** Reads one session. With `lock`, no other transaction changes it until this one ends. @throws {RuntimeError} `unknown_session` */
export async function sessionRow(on: Statements, sessionId: string, { lock = false } = {}): Promise<SessionRow> {
  const rest = `WHERE s.session_id = $1${lock ? ' FOR UPDATE OF s' : ''}`
  const [row] = await sessionRows(on, rest, [toColumn(sessionId)])
  if (!row) throw unknownSession(sessionId)
  return row
}

export function toRecord(row: SessionRow): SessionRecord {
  return {
    sessionId: fromColumn(row.session_id),
    name: row.name === null ? null : fromColumn(row.name),
    title: fromColumn(row.title),
    tags: row.tags === null ? [] : (JSON.parse(row.tags) as string[]),
    notes: row.notes === null ? {} : (JSON.parse(row.notes) as StoryNotes),
    opening: fromColumn(row.opening),
    head: row.head_id === null ? null : fromColumn(row.head_id),
    tip: row.tip_id === null ? null : fromColumn(row.tip_id),
    turns: row.turns,
    revision: row.revision,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

/** A session of the trash, under the name that it had. */
export function toTrashed(row: SessionRow): TrashedSession {
  const name = row.trashed_name === null ? null : fromColumn(row.trashed_name)
  return { ...toRecord(row), name, trashedAt: row.trashed_at ?? 0 }
}

/** Writes the row of a session without turns. Returns its number. */
export async function insertSession(on: Statements, session: NewSession): Promise<number> {
  const { sessionId, name, title, tags = [], notes = {}, opening = '', initialState = {}, createdAt } = session
  const state = JSON.stringify(initialState)
  const [row] = await on.query<{ id: number }>(
    `INSERT INTO narratoria.sessions
       (session_id, name, title, tags, notes, lorebooks, opening, initial_state, initial_length, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10) RETURNING id`,
    [
      toColumn(sessionId),
      name === null ? null : toColumn(name),
      toColumn(title),
      tagsColumn(tags),
      notesColumn(notes),
      lorebooksColumn(session.lorebooks ?? []),
      toColumn(opening),
      compressText(state),
      state.length,
      createdAt,
    ],
  )
  return row!.id
}

export async function updateSession(on: Statements, id: number, change: Record<string, unknown>): Promise<void> {
  const names = Object.keys(change)
  const sets = names.map((name, at) => `${name} = $${at + 2}`).join()
  await on.query(`UPDATE narratoria.sessions SET ${sets} WHERE id = $1`, [id, ...Object.values(change)])
}

/** The column of a session's tags: unique ones in alphabetical order. */
export function tagsColumn(tags: readonly string[]): string | null {
  return tags.length === 0 ? null : JSON.stringify([...new Set(tags)].toSorted((a, b) => a.localeCompare(b)))
}

export function notesColumn(notes: StoryNotes): string | null {
  return Object.keys(notes).length === 0 ? null : JSON.stringify(notes)
}

export function lorebooksColumn(lorebooks: readonly LorebookDocument[]): Uint8Array | null {
  return lorebooks.length === 0 ? null : compressJson(lorebooks)
}
