import { isJsonObject, type JsonObject } from '@narratoria/protocol'
import { RuntimeError } from '../../errors.ts'
import { type PackedTurn, packTurn, unpackTurn } from '../packed-turn.ts'
import type { StoredTurn, TurnSummary } from '../session-store.ts'
import { type StateChange, patchInPlace } from '../state-change.ts'
import { compressJson, decompressJson } from './compress.ts'
import { type Connection, damaged } from './connection.ts'

/** The columns that every query of {@link TurnRow}s selects. */
export const turnColumns = `t.id, t.seq, t.turn_id, t.parent, t.run_start, t.created_at, t.prompt, t.narrative, t.recap,
  (SELECT label FROM labels WHERE turn = t.id) AS label,
  (SELECT turn_id FROM turns p WHERE p.session = t.session AND p.seq = t.parent) AS parent_id`

/** A turn's row without its details. */
export interface TurnRow {
  id: number
  recap?: string | null
  seq: number
  turn_id: string
  parent: number | null
  parent_id: string | null
  run_start: number
  created_at: number
  prompt: string
  narrative: string
  label: string | null
}

/** The part of a turn that is stored as one block. */
type Detail = Pick<PackedTurn, 'choices' | 'plan' | 'result' | 'attempts' | 'fallback' | 'events' | 'assets'>

/** The most patches after a whole state, which bounds the time to read a state. */
const maxSteps = 100
/** Total size of patches, in bytes, below which no whole state is stored. */
const minSnapshotBytes = 4_096

/** Converts a row. */
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

/** The position of a new turn. */
export interface TurnPlace {
  session: number
  parent: TurnRow | undefined
  /** The state after the parent. */
  before: JsonObject
}

/** Writes a turn's rows inside the caller's transaction and returns the id of its main row. */
export function insertTurn(connection: Connection, turn: StoredTurn, { session, parent, before }: TurnPlace): number {
  const { turnId, seq, label, prompt, narrative, createdAt, state: change, ...packed } = packTurn(turn, before)
  const { choices, plan, result, attempts, fallback, events, assets } = packed
  const detail: Detail = { choices, plan, result, attempts, fallback, events, assets }
  const runStart = parent?.seq === seq - 1 ? parent.run_start : seq
  connection.run(
    `INSERT INTO turns (session, seq, turn_id, parent, run_start, created_at, prompt, narrative, recap)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    session,
    seq,
    turnId,
    parent?.seq ?? null,
    runStart,
    createdAt,
    prompt,
    narrative,
    turn.recap === undefined ? null : JSON.stringify(turn.recap),
  )
  const id = Number(connection.get('SELECT last_insert_rowid() AS id')?.id)
  insertState(connection, { id, parent, change, state: turn.state })
  connection.run('INSERT INTO details (turn, detail) VALUES (?, ?)', id, compressJson(detail))
  for (const [position, asset] of turn.assets.entries())
    connection.run(
      'INSERT INTO assets (session, seq, position, asset) VALUES (?, ?, ?, ?)',
      session,
      seq,
      position,
      JSON.stringify(asset),
    )
  if (label !== undefined)
    connection.run('INSERT INTO labels (turn, session, label) VALUES (?, ?, ?)', id, session, label)
  return id
}

function insertState(
  connection: Connection,
  turn: { id: number; parent: TurnRow | undefined; change: StateChange; state: JsonObject },
): void {
  const last = turn.parent
    ? connection.get<{ steps: number; bytes: number }>('SELECT steps, bytes FROM states WHERE turn = ?', turn.parent.id)
    : { steps: 0, bytes: 0 }
  const patch = 'patch' in turn.change ? JSON.stringify(turn.change.patch) : null
  const steps = (last?.steps ?? maxSteps) + 1
  const bytes = (last?.bytes ?? 0) + (patch?.length ?? 0)
  const whole =
    patch === null || steps > maxSteps || (bytes > minSnapshotBytes && bytes > JSON.stringify(turn.state).length)
  connection.run(
    'INSERT INTO states (turn, steps, bytes, patch, snapshot) VALUES (?, ?, ?, ?, ?)',
    turn.id,
    whole ? 0 : steps,
    whole ? 0 : bytes,
    patch,
    whole ? compressJson(turn.state) : null,
  )
}

/** The state after a turn: the nearest whole state before it, and every patch since. */
export function readState(connection: Connection, session: number, row: TurnRow | undefined): JsonObject {
  if (!row) return readInitialState(connection, session)
  const steps = connection.all<{ patch: string | null; snapshot: Uint8Array | null }>(
    `WITH RECURSIVE up (seq, parent, patch, snapshot) AS (
       SELECT t.seq, t.parent, s.patch, s.snapshot FROM turns t LEFT JOIN states s ON s.turn = t.id WHERE t.id = ?1
       UNION ALL
       SELECT t.seq, t.parent, s.patch, s.snapshot
       FROM up JOIN turns t ON t.session = ?2 AND t.seq = up.parent LEFT JOIN states s ON s.turn = t.id
       WHERE up.snapshot IS NULL
     ) SELECT patch, snapshot FROM up`,
    row.id,
    session,
  )
  const base = steps.at(-1)?.snapshot
  const state = base ? parse(connection, () => decompressJson<JsonObject>(base)) : readInitialState(connection, session)
  for (const { patch, snapshot } of steps.toReversed()) {
    if (snapshot) continue
    if (patch === null) throw damaged(connection.path, new Error(`turn ${row.seq} of session ${session} has no state`))
    patchInPlace(
      state,
      parse(connection, () => JSON.parse(patch) as JsonObject),
    )
  }
  return state
}

function readInitialState(connection: Connection, session: number): JsonObject {
  const text = connection.get<{ initial_state: string }>('SELECT initial_state FROM sessions WHERE id = ?', session)
  return parse(connection, () => JSON.parse(text?.initial_state ?? '{}') as JsonObject)
}

/** Builds a turn from its rows. `before` is the state of its parent. */
export function readTurnAt(connection: Connection, sessionId: string, row: TurnRow, before: JsonObject): StoredTurn {
  const stored = connection.get<{ patch: string | null; snapshot: Uint8Array | null; detail: Uint8Array }>(
    'SELECT s.patch, s.snapshot, d.detail FROM states s JOIN details d ON d.turn = s.turn WHERE s.turn = ?',
    row.id,
  )
  if (!stored) throw damaged(connection.path, new Error(`turn ${row.seq} of session ${sessionId} has no detail`))
  return parse(connection, () => {
    const { patch, snapshot } = stored
    const change: StateChange =
      patch === null
        ? { value: decompressJson<JsonObject>(snapshot ?? new Uint8Array()) }
        : { patch: JSON.parse(patch) }
    const detail = decompressJson<Detail>(stored.detail)
    if (!isJsonObject(detail)) throw new TypeError('a detail is not an object')
    const recap = row.recap ? (JSON.parse(row.recap) as StoredTurn['recap']) : undefined
    return unpackTurn({ ...detail, ...toSummary(row), sessionId, state: change, ...(recap && { recap }) }, before)
  })
}

/** Converts an error of reading: a row that SQLite returned but that cannot be parsed is damaged. */
function parse<T>(connection: Connection, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw RuntimeError.isInstance(error) ? error : damaged(connection.path, error)
  }
}
