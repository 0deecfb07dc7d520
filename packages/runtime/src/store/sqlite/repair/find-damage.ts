import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs'
import { RuntimeError } from '../../../errors.ts'
import type { JsonValue } from '@narratoria/protocol'
import { type Steps, atOnce } from '../../in-slices.ts'
import { parseInSteps } from '../../parse-in-steps.ts'
import { decompressAtOnce, decompressJson, decompressUpTo } from '../../compress.ts'
import { intact } from '../checksums.ts'
import { Connection, type Row } from '../connection.ts'
import { schemaVersion } from '../schema.ts'
import { type InitialColumns, initialChecksum } from '../session-rows.ts'
import { type TurnRow, intactTurn, turnColumns } from '../turn-row.ts'
import { type StoredWhole, readWhole } from '../whole-states.ts'
import { findSchemaDamage } from './schema-text.ts'

/** The structure of files up to this size is checked at every start, which takes a few milliseconds. */
export const alwaysCheckedBytes = 4 << 20

/** A state of more bytes is read and checked in steps. */
const largeBytes = 1 << 20

/**
 * How much of a file is checked. `frame`: its length, sessions and newest turn, in a time that does not depend on its
 * size. `structure`: all pages, with SQLite's `quick_check`. `content`: the checksums of every stored turn, too.
 */
export type CheckDepth = 'frame' | 'structure' | 'content'

/** Returns a description of the damage of a database file, if any is found. Does not change the file. */
export function findDamage(path: string, depth: CheckDepth): string | undefined {
  if (statSync(path).size === 0) return undefined
  let connection: Connection | undefined
  try {
    // A writing connection would move the log into a damaged file.
    connection = new Connection(path, { readOnly: true })
    const changed = findSchemaDamage(connection)
    if (changed !== undefined) return changed
    if (depth === 'frame') {
      if (!existsSync(`${path}-wal`) && statSync(path).size !== expectedSize(path)) return 'the file has lost its end'
      return firstProblem(connection, `PRAGMA quick_check('sessions')`) ?? probe(connection)
    }
    return firstProblem(connection, 'PRAGMA quick_check(1)') ?? (depth === 'content' ? walk(connection) : undefined)
  } catch (error) {
    if (RuntimeError.isInstance(error) && error.code !== 'store_damaged') throw error
    return damageIn(error)
  } finally {
    connection?.close()
  }
}

/** The description of the damage that an error reports. */
export function damageIn(error: unknown): string {
  const cause = RuntimeError.isInstance(error) && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? cause.message : String(cause)
}

/** Reads everything that has a checksum, which older schemas have not. */
function walk(connection: Connection): undefined {
  if (versionOf(connection) !== schemaVersion) return
  atOnce(checkStories(connection))
}

/**
 * Reads every session, and every turn with its state and details. Throws if a page, a checksum or an index is damaged, or if turns
 * are lost.
 */
export function* checkStories(connection: Connection): Steps<void> {
  for (let id = 0; ;) {
    const session = connection.get<SessionToCheck>(
      `SELECT s.*, (SELECT count(*) FROM turns WHERE session = s.id) AS found
       FROM sessions s WHERE s.id > ? ORDER BY s.id LIMIT 1`,
      id,
    )
    if (!session) break
    yield* whileUnchanged(connection, () => checkSession(connection, session), [['sessions', 'id', session.id]])
    yield
    id = session.id
  }
  for (let id = 0; ;) {
    const turn = connection.get<TurnRow>(`SELECT ${turnColumns} FROM turns t WHERE t.id > ? ORDER BY t.id LIMIT 1`, id)
    if (!turn) return
    yield* whileUnchanged(connection, () => checkTurn(connection, turn), [
      ['turns', 'id', turn.id],
      ['states', 'turn', turn.id],
      ['details', 'turn', turn.id],
    ])
    yield
    id = turn.id
  }
}

/**
 * Runs a check in steps. The host may change or delete the checked rows between two steps; a fault found after that is ignored. Changed
 * rows are checked at the next start.
 */
function* whileUnchanged(
  connection: Connection,
  check: () => Steps<void>,
  rows: readonly (readonly [table: string, key: string, id: number])[],
): Steps<void> {
  const checksums = () =>
    JSON.stringify(
      rows.map(([table, key, id]) => connection.get(`SELECT checksum FROM ${table} WHERE ${key} = ?`, id)?.checksum),
    )
  const before = checksums()
  try {
    yield* check()
  } catch (error) {
    if (checksums() === before) throw error
  }
}

function* checkSession(connection: Connection, session: SessionToCheck): Steps<void> {
  const { id, title, state_checksum: checksum, context } = intact(connection, 'sessions', session)
  const initial = connection.get<InitialColumns>(
    'SELECT CAST(state AS BLOB) AS state, pieces, piece_count FROM initial_states WHERE session = ?',
    id,
  )
  // A large one of an older schema takes a while to be read, and another one to be checked.
  yield
  if (!initial?.state || initialChecksum(initial) !== checksum)
    throw new Error(`the initial state of "${title}" does not match its checksum`)
  if (initial.pieces) yield* readWhole(connection, { ...initial, session: id, snapshot: null })
  if (context) decompressJson(context)
  const lorebooks = connection.get<{ books: Uint8Array }>('SELECT * FROM lorebooks WHERE session = ?', id)
  if (lorebooks) decompressJson(intact(connection, 'lorebooks', lorebooks).books)
  if (session.found !== session.turns) throw new Error(`"${title}" has ${session.found} of ${session.turns} turns`)
}

function* checkTurn(connection: Connection, turn: TurnRow): Steps<void> {
  intactTurn(connection, turn)
  const { id, session, seq, parent, turn_id: turnId } = turn
  const state = connection.get<StoredWhole>('SELECT * FROM states WHERE turn = ?', id)
  const block = connection.get<{ detail: Uint8Array }>('SELECT * FROM details WHERE turn = ?', id)
  if (!state || !block) throw new Error(`a part of turn ${seq} is missing`)
  if (state.snapshot && state.snapshot.length > largeBytes) yield
  intact(connection, 'states', state)
  // Only the rows of pieces are compared with their checksums, because it is large.
  if (state.pieces) yield* readWhole(connection, state)
  const { assets } = yield* readDetail(intact(connection, 'details', block).detail)
  if (state.snapshot) checkWhole(state.snapshot)
  const from = 'SELECT id FROM turns INDEXED BY'
  const found = [
    connection.get(`${from} turns_by_seq WHERE session = ? AND seq = ?`, session, seq),
    connection.get(`${from} turns_by_id WHERE session = ? AND turn_id = ?`, session, turnId),
    ...(state.pieces
      ? [connection.get('SELECT turn AS id FROM states INDEXED BY states_by_pieces WHERE pieces = ?', state.pieces)]
      : []),
    connection.get(`${from} turns_by_parent WHERE session = ? AND parent IS ? AND seq = ?`, session, parent, seq),
  ]
  if (found.some((row) => row?.id !== id)) throw new Error(`turn ${seq} is missing from an index`)
  const rows = connection.all('SELECT * FROM assets WHERE session = ? AND seq = ?', session, seq)
  for (const row of rows) intact(connection, 'assets', row)
  if (rows.length !== assets.length) throw new Error(`turn ${seq} has ${rows.length} of ${assets.length} assets`)
}

function* readDetail(block: Uint8Array): Steps<{ assets: unknown[] }> {
  const short = decompressUpTo(block, largeBytes)
  if (short) return JSON.parse(short.toString()) as { assets: unknown[] }
  yield
  const content = decompressAtOnce(block)
  yield
  return (yield* parseInSteps(content)) as { assets: JsonValue[] }
}

/** Reads the content of a whole state, unless it is large: its checksum is right. */
function checkWhole(snapshot: Uint8Array): void {
  if (snapshot.length > largeBytes) return
  const content = decompressUpTo(snapshot, largeBytes)
  if (content) JSON.parse(content.toString())
}

type SessionToCheck = Row & {
  id: number
  title: string
  state_checksum: number
  context: Uint8Array | null
  turns: number
  found: number
}

function firstProblem(connection: Connection, check: string): string | undefined {
  const first = Object.values(connection.get(check) ?? {})[0]
  return first === 'ok' ? undefined : String(first)
}

/** Reads the newest turn, which the next one needs. */
function probe(connection: Connection): undefined {
  if (versionOf(connection) === 0) return
  // `||` makes SQLite read all of a value, which is not copied then.
  connection.get(
    `SELECT t.*, d.*, length(s.patch || '') + length(s.snapshot || '')
     FROM turns t JOIN states s ON s.turn = t.id JOIN details d ON d.turn = t.id ORDER BY t.id DESC LIMIT 1`,
  )
}

function versionOf(connection: Connection): number {
  return Number(connection.get('PRAGMA user_version')?.user_version)
}

/** The file's size according to its header, in bytes. */
function expectedSize(path: string): number {
  const header = Buffer.alloc(100)
  const file = openSync(path, 'r')
  try {
    readSync(file, header, 0, header.length, 0)
  } finally {
    closeSync(file)
  }
  const pageSize = header.readUInt16BE(16)
  return header.readUInt32BE(28) * (pageSize === 1 ? 65_536 : pageSize)
}
