import { isJsonObject, type JsonObject } from '@narratoria/protocol'
import type { StoredTurn, TurnSummary } from '@narratoria/runtime'
import type { TurnRevision, TurnRecap } from '@narratoria/runtime/store'
import {
  compressJson,
  decompressJson,
  nextStateRow,
  ownState,
  type PackedTurn,
  packTurn,
  readOnly,
  replaceNote,
  type StateChange,
  unpackTurn,
  unknownTurn,
} from '@narratoria/runtime/store-parts'
import type { Statements } from '../database/database.ts'
import { fromColumn, toColumn } from './columns.ts'
import { wordsColumn } from './search.ts'
import type { SessionRow } from './session-rows.ts'
import type { StateReader } from './state-reader.ts'

const columns = `t.session, t.seq, t.turn_id, t.parent, t.run_start, t.created_at, t.prompt, t.narrative, t.label, t.recap, t.amended, t.steps, t.bytes,
  (SELECT turn_id FROM narratoria.turns p WHERE p.session = t.session AND p.seq = t.parent) AS parent_id`

/** A turn's row without its state and details. */
export interface TurnRow {
  session: number
  seq: number
  turn_id: string
  parent: number | null
  parent_id: string | null
  run_start: number
  created_at: number
  prompt: string
  narrative: string
  label: string | null
  recap: string | null
  /** How often its state was replaced. */
  amended: number
  /** Patches since the last whole state, and their characters. */
  steps: number
  bytes: number
}

/** The part of a turn that is stored as one block. */
type Detail = Pick<PackedTurn, 'choices' | 'plan' | 'result' | 'attempts' | 'fallback' | 'events' | 'assets' | 'texts'>

/** Reads turns, given by the rest of a query on `narratoria.turns t`. */
export function turnRows(on: Statements, rest: string, values: readonly unknown[]): Promise<TurnRow[]> {
  return on.query<TurnRow>(`SELECT ${columns} FROM narratoria.turns t ${rest}`, values)
}

/** Reads one turn. @throws {RuntimeError} `unknown_turn` */
export async function turnRow(on: Statements, session: SessionRow, turnId: string): Promise<TurnRow> {
  const [row] = await turnRows(on, 'WHERE t.session = $1 AND t.turn_id = $2', [session.id, toColumn(turnId)])
  if (!row) throw unknownTurnOf(session, turnId)
  return row
}

export function unknownTurnOf(session: SessionRow, turnId: string): Error {
  return unknownTurn(fromColumn(session.session_id), turnId)
}

export async function parentRow(on: Statements, row: TurnRow): Promise<TurnRow | undefined> {
  if (row.parent === null) return undefined
  return (await turnRows(on, 'WHERE t.session = $1 AND t.seq = $2', [row.session, row.parent]))[0]
}

export function toSummary(row: TurnRow): TurnSummary {
  return {
    turnId: fromColumn(row.turn_id),
    seq: row.seq,
    parentId: row.parent_id === null ? null : fromColumn(row.parent_id),
    prompt: fromColumn(row.prompt),
    narrative: fromColumn(row.narrative),
    ...(row.label !== null && { label: fromColumn(row.label) }),
    createdAt: row.created_at,
  }
}

/** Converts a row for the summaries of its line. */
export function toRecap({ seq, prompt, narrative, recap }: TurnRow): TurnRecap {
  return {
    seq,
    prompt: fromColumn(prompt),
    narrative: fromColumn(narrative),
    ...(recap !== null && { recap: JSON.parse(recap) as TurnRecap['recap'] }),
  }
}

/** Writes a turn in the caller's transaction. */
export async function insertTurn(
  on: Statements,
  turn: StoredTurn,
  { session, states, epoch }: { session: SessionRow; states: StateReader; epoch: number },
): Promise<void> {
  const parent = turn.parentId === null ? undefined : await turnRow(on, session, turn.parentId)
  const before = await states.read(on, session, parent)
  const { turnId, seq, label, prompt, narrative, createdAt, state: change, ...packed } = packTurn(turn, before.state)
  const { row: columns, wholeLength } = nextStateRow({ change, state: turn.state }, parent, before.wholeLength)
  await insert(on, 'turns', {
    session: session.id,
    seq,
    turn_id: toColumn(turnId),
    parent: parent?.seq ?? null,
    run_start: parent?.seq === seq - 1 ? parent.run_start : seq,
    created_at: createdAt,
    prompt: toColumn(prompt),
    narrative: toColumn(narrative),
    label: label === undefined ? null : toColumn(label),
    recap: turn.recap === undefined ? null : JSON.stringify(turn.recap),
    epoch,
    ...columns,
    whole_length: wholeLength,
    detail: compressJson(detailOf(packed)),
    words: wordsColumn(prompt, narrative),
  })
  for (const [position, asset] of turn.assets.entries())
    await insert(on, 'assets', {
      session: session.id,
      seq,
      position,
      path: toColumn(asset.path),
      asset: JSON.stringify(asset),
    })
  states.keep(session, { seq, amended: 0 }, ownState(before.state, change), wholeLength)
}

/** Replaces the state and the details of a stored turn in the caller's transaction. */
export async function amendTurn(
  on: Statements,
  turn: StoredTurn,
  { session, row, states }: { session: SessionRow; row: TurnRow; states: StateReader },
): Promise<void> {
  const parent = await parentRow(on, row)
  const before = await states.read(on, session, parent)
  const { state: change, ...packed } = packTurn(turn, before.state)
  const { row: state, wholeLength } = nextStateRow({ change, state: turn.state }, parent, before.wholeLength)
  await updateTurn(on, row, {
    ...state,
    whole_length: wholeLength,
    amended: row.amended + 1,
    detail: compressJson(detailOf(packed)),
    recap: turn.recap ? JSON.stringify(turn.recap) : null,
  })
}

/** Replaces the text of a stored turn, and the line about it in later summaries, in the caller's transaction. */
export async function reviseTurn(
  on: Statements,
  row: TurnRow,
  { prompt, narrative, texts, note = '' }: TurnRevision,
): Promise<void> {
  const detail: Detail = { ...(await readDetail(on, row)), texts }
  await updateTurn(on, row, {
    prompt: toColumn(prompt),
    narrative: toColumn(narrative),
    detail: compressJson(detailOf(detail)),
    words: wordsColumn(prompt, narrative),
  })
  const old = toRecap(row).recap?.note
  if (old === undefined) return
  const later = await turnRows(on, 'WHERE t.session = $1 AND t.seq >= $2 AND strpos(t.recap, $3) > 0', [
    row.session,
    row.seq,
    JSON.stringify(old).slice(1, -1),
  ])
  for (const each of later) {
    const { recap } = toRecap(each)
    const replaced = recap && replaceNote(recap, old, note)
    if (replaced) await updateTurn(on, each, { recap: JSON.stringify(replaced) })
  }
}

/** A turn's row with its state and details. */
export interface WholeTurnRow extends TurnRow {
  patch: string | null
  snapshot: Uint8Array | null
  detail: Uint8Array
}

/** Reads turns as {@link turnRows} does, with their states and details. */
export function wholeTurnRows(on: Statements, rest: string, values: readonly unknown[]): Promise<WholeTurnRow[]> {
  return on.query<WholeTurnRow>(
    `SELECT ${columns}, t.patch, t.snapshot, t.detail FROM narratoria.turns t ${rest}`,
    values,
  )
}

/** Builds a turn from its row. `before` is the state of its parent. */
export function toTurn(sessionId: string, row: WholeTurnRow, before: JsonObject): StoredTurn {
  const { patch, snapshot, detail } = row
  const state: StateChange =
    patch === null ? { value: decompressJson<JsonObject>(snapshot!) } : { patch: JSON.parse(patch) as JsonObject }
  const { recap } = toRecap(row)
  const turn = unpackTurn(
    { ...decompressJson<Detail>(detail), ...toSummary(row), sessionId, state, ...(recap && { recap }) },
    before,
  )
  readOnly(turn.state)
  return turn
}

async function readDetail(on: Statements, row: TurnRow): Promise<Detail> {
  const [stored] = await on.query<{ detail: Uint8Array }>(
    'SELECT detail FROM narratoria.turns WHERE session = $1 AND seq = $2',
    [row.session, row.seq],
  )
  const detail = decompressJson<Detail>(stored!.detail)
  if (!isJsonObject(detail)) throw new TypeError(`The details of turn ${row.seq} are not an object.`)
  return detail
}

export async function updateTurn(on: Statements, row: TurnRow, change: Record<string, unknown>): Promise<void> {
  const sets = Object.keys(change).map((name, at) => `${name} = $${at + 3}`)
  await on.query(`UPDATE narratoria.turns SET ${sets.join()} WHERE session = $1 AND seq = $2`, [
    row.session,
    row.seq,
    ...Object.values(change),
  ])
}

async function insert(on: Statements, table: string, row: Record<string, unknown>): Promise<void> {
  const names = Object.keys(row)
  const places = names.map((_, at) => `$${at + 1}`).join()
  await on.query(`INSERT INTO narratoria.${table} (${names.join()}) VALUES (${places})`, Object.values(row))
}

function detailOf({ choices, plan, result, attempts, fallback, events, assets, texts }: Detail): Detail {
  return { choices, plan, result, attempts, fallback, events, assets, ...(texts && { texts }) }
}
