import type { NewSession, SessionRecord } from '../session-store.ts'
import type { Connection } from './connection.ts'

/** The columns that every query of {@link SessionRow}s selects. */
export const recordColumns = `s.id, s.session_id, s.name, s.title, s.opening, s.last_seq, s.turns,
  s.in_flight_prompt, s.in_flight_since, s.holder, s.created_at, s.updated_at,
  (SELECT turn_id FROM turns WHERE session = s.id AND seq = s.head) AS head_id,
  (SELECT turn_id FROM turns WHERE session = s.id AND seq = s.tip) AS tip_id`

/** A session's row, with the ids of the turns that it points to. */
export interface SessionRow {
  id: number
  session_id: string
  name: string | null
  title: string
  opening: string
  last_seq: number
  turns: number
  in_flight_prompt: string | null
  in_flight_since: number | null
  holder: string | null
  created_at: number
  updated_at: number
  head_id: string | null
  tip_id: string | null
}

/** Reads a session's row. */
export function toRecord(row: SessionRow): SessionRecord {
  return {
    sessionId: row.session_id,
    name: row.name,
    title: row.title,
    opening: row.opening,
    head: row.head_id,
    tip: row.tip_id,
    turns: row.turns,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

/** Writes the row of a session without turns. */
export function insertSession(connection: Connection, session: NewSession): void {
  const { sessionId, name, title, opening = '', initialState = {}, createdAt } = session
  connection.run(
    `INSERT INTO sessions (session_id, name, title, opening, initial_state, last_seq, turns, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, 0, 0, ?, ?)`,
    sessionId,
    name,
    title,
    opening,
    JSON.stringify(initialState),
    createdAt,
    createdAt,
  )
}
