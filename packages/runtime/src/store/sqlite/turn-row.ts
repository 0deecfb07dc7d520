import { RuntimeError } from '../../errors.ts'
import type { TurnRecap, TurnSummary } from '../session-store.ts'
import { intact } from './checksums.ts'
import { type Connection, damaged } from './connection.ts'

/** The columns that every query of {@link TurnRow}s selects. */
export const turnColumns = `t.id, t.session, t.seq, t.turn_id, t.parent, t.run_start, t.created_at, t.prompt, t.narrative,
  t.recap, t.checksum,
  (SELECT label FROM labels WHERE turn = t.id) AS label,
  (SELECT checksum FROM labels WHERE turn = t.id) AS label_checksum,
  (SELECT turn_id FROM turns p WHERE p.session = t.session AND p.seq = t.parent) AS parent_id`

/** A turn's row without its details. */
export interface TurnRow {
  id: number
  session: number
  recap?: string | null
  seq: number
  turn_id: string
  parent: number | null
  parent_id: string | null
  run_start: number
  created_at: number
  prompt: string
  narrative: string
  checksum?: number
  label: string | null
  /** `undefined` if the label was not read. */
  label_checksum?: number | null
}

/**
 * Returns a turn's row whose checksums are right.
 *
 * @throws {RuntimeError} `store_damaged`
 */
export function intactTurn(connection: Connection, row: TurnRow): TurnRow {
  if (row.label !== null)
    intact(connection, 'labels', { turn: row.id, session: row.session, label: row.label, checksum: row.label_checksum })
  return intact(connection, 'turns', row)
}

export function toSummary(row: TurnRow): TurnSummary {
  return {
    turnId: row.turn_id,
    seq: row.seq,
    parentId: row.parent_id,
    prompt: row.prompt,
    narrative: row.narrative,
    ...(row.label === null ? {} : { label: row.label }),
    createdAt: row.created_at,
  }
}

/** Converts a row for the summaries of its line. */
export function toRecap({ seq, prompt, narrative, recap }: TurnRow): TurnRecap {
  return { seq, prompt, narrative, ...(recap && { recap: JSON.parse(recap) as TurnRecap['recap'] }) }
}

/** Converts an error of reading: a row that SQLite returned but that cannot be parsed is damaged. */
export function parse<T>(connection: Connection, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw asDamage(connection, error)
  }
}

/** Converts an error of reading. */
export function asDamage(connection: Connection, error: unknown): RuntimeError {
  return RuntimeError.isInstance(error) ? error : damaged(connection.path, error)
}
