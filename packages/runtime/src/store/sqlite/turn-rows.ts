import { isJsonObject, type JsonObject } from '@narratoria/protocol'
import { jsonPieces } from '@narratoria/protocol/rules'
import { type Steps, atOnce, inSlices } from '../in-slices.ts'
import { type PackedTurn, packTurn, unpackTurn } from '../packed-turn.ts'
import { replaceNote } from '../replace-note.ts'
import type { StoredTurn, TurnRecap, TurnRevision } from '../session-store.ts'
import type { WholeState } from '../next-state-row.ts'
import { changeInSteps, ownState, type StateChange } from '../state-change.ts'
import { insertChecked, intact, rowChecksum } from './checksums.ts'
import { compressJson, compressLarge, decompressJson } from '../compress.ts'
import { type Connection, damaged } from './connection.ts'
import { insertState, parseWhole, prepareWhole, type StateRow, type StoredState } from './state-rows.ts'
import { asDamage, intactTurn, parse, toSummary, turnColumns, type TurnRow } from './turn-row.ts'
import { readWhole } from './whole-states.ts'

/** The part of a turn that is stored as one block. */
type Detail = Pick<PackedTurn, 'choices' | 'plan' | 'result' | 'attempts' | 'fallback' | 'events' | 'assets' | 'texts'>

/** The position of a new turn. */
export interface TurnPlace {
  session: number
  parent: TurnRow | undefined
  /** The state after the parent. */
  before: StoredState
  /** What was prepared before the transaction. Defaults to nothing. */
  prepared?: PreparedTurn | undefined
}

/** What a transaction, which cannot wait, needs of a turn. */
export interface PreparedTurn {
  /** The state of its parent. */
  before: JsonObject
  change: StateChange
  /** The JSON of the change; null if it is not a patch. */
  patch: string | null
  /** The state after it: the store's own, read-only. */
  state: JsonObject
  whole: WholeState | undefined
  /** The block of its details. */
  detail: Uint8Array
}

/** Prepares a turn in steps, so that other work of the host runs meanwhile, however large the state is. */
export async function prepareTurn(
  connection: Connection,
  turn: StoredTurn,
  { parent, before }: Pick<TurnPlace, 'parent' | 'before'>,
): Promise<PreparedTurn> {
  const { change, state } = await inSlices(changeInSteps(before.state, turn.state))
  const patch = 'patch' in change ? await inSlices(textInSteps(change.patch)) : null
  const detail = await compressLarge(detailOf(packTurn(turn, before.state, change)))
  const whole = await prepareWhole(connection, { parent, before, patch, state })
  return { before: before.state, change, patch, state, whole, detail }
}

function* textInSteps(value: JsonObject): Steps<string> {
  let text = ''
  for (const piece of jsonPieces(value)) {
    text += piece
    yield
  }
  return text
}

/** A turn that was written, and the state after it. */
export interface WrittenTurn extends StoredState {
  turnId: string
}

/** Writes a turn's rows inside the caller's transaction. Returns its id, and a read-only state of the store's own. */
export function insertTurn(
  connection: Connection,
  turn: StoredTurn,
  { session, parent, before, prepared }: TurnPlace,
): WrittenTurn {
  const known = preparedFrom(before, prepared)
  const { turnId, seq, label, prompt, narrative, createdAt } = turn
  const { change, detail } = known ?? describeTurn(turn, before.state)
  const runStart = parent?.seq === seq - 1 ? parent.run_start : seq
  const id = Number(connection.get('SELECT coalesce(max(id), 0) + 1 AS id FROM turns')?.id)
  const row = {
    id,
    session,
    seq,
    turn_id: turnId,
    parent: parent?.seq ?? null,
    run_start: runStart,
    created_at: createdAt,
    prompt,
    narrative,
    recap: turn.recap === undefined ? null : JSON.stringify(turn.recap),
  }
  const checksum = rowChecksum('turns', { ...row, parent_id: parent?.turn_id })
  connection.insert('turns', { ...row, checksum })
  const wholeLength = insertState(connection, { ...written(known), id, parent, change, before, state: turn.state })
  insertChecked(connection, 'details', { turn: id, detail })
  for (const [position, asset] of turn.assets.entries())
    insertChecked(connection, 'assets', { session, seq, position, asset: JSON.stringify(asset) })
  if (label !== undefined) insertLabel(connection, { id, session }, label)
  return { turnId, state: known?.state ?? ownState(before.state, change), wholeLength }
}

/** The prepared change, unless the state of the parent has been replaced since. */
function preparedFrom(before: StoredState, prepared: PreparedTurn | undefined): PreparedTurn | undefined {
  return prepared?.before === before.state ? prepared : undefined
}

/** What was prepared of its state. */
function written(known: PreparedTurn | undefined): Pick<Partial<PreparedTurn>, 'patch' | 'whole'> {
  return { patch: known?.patch, whole: known?.whole }
}

/** What is prepared of a turn that is small or is written with others. */
function describeTurn(turn: StoredTurn, before: JsonObject): Pick<PreparedTurn, 'change' | 'detail'> {
  const { state: change, ...packed } = packTurn(turn, before)
  return { change, detail: compressJson(detailOf(packed)) }
}

/** Labels a turn that has no label. */
export function insertLabel(connection: Connection, turn: { id: number; session: number }, label: string): void {
  insertChecked(connection, 'labels', { turn: turn.id, session: turn.session, label })
}

/** Replaces the state and the details of a stored turn inside the caller's transaction. */
export function amendTurn(
  connection: Connection,
  turn: StoredTurn,
  { id, parent, before, prepared }: Omit<TurnPlace, 'session'> & { id: number },
): WrittenTurn {
  const known = preparedFrom(before, prepared)
  const { change, detail } = known ?? describeTurn(turn, before.state)
  const replaced = connection.get<{ pieces: number | null }>('SELECT pieces FROM states WHERE turn = ?', id)?.pieces
  connection.run('DELETE FROM states WHERE turn = ?', id)
  const wholeLength = insertState(connection, { ...written(known), id, parent, change, before, state: turn.state })
  // Afterwards, so that the new pieces get another number: the old ones may be being read.
  connection.run('DELETE FROM pieces WHERE state = ?', replaced ?? null)
  replaceDetail(connection, id, detail)
  const row = connection.get<TurnRow>(`SELECT ${turnColumns} FROM turns t WHERE t.id = ?`, id)!
  updateTurn(connection, row, { recap: turn.recap ? JSON.stringify(turn.recap) : null })
  return { turnId: turn.turnId, state: known?.state ?? ownState(before.state, change), wholeLength }
}

/** Replaces the text of a stored turn, and the line about it in later summaries, inside the caller's transaction. */
export function reviseTurn(
  connection: Connection,
  row: TurnRow,
  { prompt, narrative, texts, note = '' }: TurnRevision,
): void {
  const block = intact(connection, 'details', detailBlock(connection, row))
  replaceDetail(connection, row.id, compressJson({ ...readBlock<Detail>(connection, block.detail), texts }))
  const old = readRecap(connection, row)?.note
  updateTurn(connection, row, { prompt, narrative })
  if (old === undefined) return
  const written = JSON.stringify(old).slice(1, -1)
  const later = connection.all<TurnRow>(
    `SELECT ${turnColumns} FROM turns t WHERE t.session = ? AND t.seq >= ? AND instr(t.recap, ?) > 0`,
    row.session,
    row.seq,
    written,
  )
  for (const each of later) {
    const recap = readRecap(connection, intactTurn(connection, each))
    const replaced = recap && replaceNote(recap, old, note)
    if (replaced) updateTurn(connection, each, { recap: JSON.stringify(replaced) })
  }
}

/** Changes some columns of a turn's row, and its checksum. */
function updateTurn(
  connection: Connection,
  row: TurnRow,
  change: Partial<Record<'prompt' | 'narrative' | 'recap', string | null>>,
): void {
  const values = { ...change, checksum: rowChecksum('turns', { ...row, ...change }) }
  const columns = Object.keys(values).map((column) => `${column} = ?`)
  connection.run(`UPDATE turns SET ${columns.join()} WHERE id = ?`, ...Object.values(values), row.id)
}

function replaceDetail(connection: Connection, turn: number, detail: Uint8Array): void {
  connection.run('DELETE FROM details WHERE turn = ?', turn)
  insertChecked(connection, 'details', { turn, detail })
}

function detailBlock(connection: Connection, row: TurnRow): { detail: Uint8Array } {
  // Every column, because a file of an older schema has no checksums.
  const block = connection.get<{ detail: Uint8Array }>('SELECT * FROM details WHERE turn = ?', row.id)
  if (!block) throw damaged(connection.path, new Error(`turn ${row.seq} has no detail`))
  return block
}

function readRecap(connection: Connection, { recap }: TurnRow): TurnRecap['recap'] {
  return parse(connection, () => (recap ? (JSON.parse(recap) as TurnRecap['recap']) : undefined))
}

function detailOf({ choices, plan, result, attempts, fallback, events, assets, texts }: Detail): Detail {
  return { choices, plan, result, attempts, fallback, events, assets, ...(texts && { texts }) }
}

/** The rows of a turn other than its main row. */
interface TurnParts {
  state: StateRow
  detail: Uint8Array
}

/**
 * Builds a turn from its rows. A whole state of its own is used even where a patch was stored, because `before`, the state of its
 * parent, may have been lost.
 */
export function salvageTurn(
  connection: Connection,
  row: TurnRow,
  { sessionId, before, find }: { sessionId: string; before: JsonObject; find: Parameters<typeof readWhole>[2] },
): StoredTurn {
  const parts = readParts(connection, sessionId, row)
  return parse(connection, () => {
    const { snapshot, pieces } = parts.state
    const blocks = (snapshot ?? pieces) ? atOnce(readWhole(connection, parts.state, find)) : undefined
    const value = blocks ? decompressJson<JsonObject>(Buffer.concat(blocks)) : undefined
    return toTurn(connection, { sessionId, row, before }, parts, value)
  })
}

/**
 * Builds a turn from its rows. `before` is the state of its parent. However large the state is, other work of the host runs every few
 * milliseconds.
 */
export async function loadTurnAt(
  connection: Connection,
  sessionId: string,
  row: TurnRow,
  before: JsonObject,
): Promise<StoredTurn> {
  const parts = readParts(connection, sessionId, row)
  try {
    const blocks = parts.state.patch === null ? await inSlices(readWhole(connection, parts.state)) : []
    // It was replaced meanwhile.
    if (!blocks) return await loadTurnAt(connection, sessionId, row, before)
    const value = blocks.length > 0 ? await parseWhole(blocks) : undefined
    return toTurn(connection, { sessionId, row, before }, parts, value)
  } catch (error) {
    throw asDamage(connection, error)
  }
}

function readParts(connection: Connection, sessionId: string, row: TurnRow): TurnParts {
  // Every column, because a file of an older schema has no checksums.
  const stored = connection.get<StateRow>('SELECT * FROM states WHERE turn = ?', row.id)
  const block = detailBlock(connection, row)
  if (!stored) throw damaged(connection.path, new Error(`turn ${row.seq} of session ${sessionId} has no state`))
  return { state: intact(connection, 'states', stored), detail: intact(connection, 'details', block).detail }
}

/** @param value the whole state, where no patch was stored */
function toTurn(
  connection: Connection,
  { sessionId, row, before }: { sessionId: string; row: TurnRow; before: JsonObject },
  { state: { patch }, detail: block }: TurnParts,
  value: JsonObject | undefined,
): StoredTurn {
  const change: StateChange = value ? { value } : { patch: JSON.parse(patch!) as JsonObject }
  const detail = decompressJson<Detail>(block)
  if (!isJsonObject(detail)) throw new TypeError('a detail is not an object')
  const recap = readRecap(connection, row)
  return unpackTurn({ ...detail, ...toSummary(row), sessionId, state: change, ...(recap && { recap }) }, before)
}

/** Reads a compressed block of JSON. */
export function readBlock<T>(connection: Connection, bytes: Uint8Array): T {
  return parse(connection, () => decompressJson<T>(bytes))
}
