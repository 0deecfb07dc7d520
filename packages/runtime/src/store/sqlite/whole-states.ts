import type { JsonObject } from '@narratoria/protocol'
import type { Steps } from '../in-slices.ts'
import type { WholeState } from '../next-state-row.ts'
import { insertChecked, intact } from './checksums.ts'
import { compressInPieces } from '../compress.ts'
import { type Connection, damaged } from './connection.ts'

/**
 * The most compressed bytes of a whole state in the row of its turn. A larger one is stored in pieces of this size, because a row is read
 * at once.
 */
export const pieceBytes = 1 << 20

/** Where a whole state is stored: in the row of its turn or its session, or in pieces. */
export interface StoredWhole {
  turn?: number
  /** Of an initial state. */
  session?: number
  snapshot: Uint8Array | null
  /** The number of the whole state; null if it is not in pieces. Undefined in a file of an older schema. */
  pieces?: number | null
  piece_count?: number | null
}

/**
 * Writes a whole state, in pieces if it is large. Each piece is written in a transaction of its own, before that of the turn, so that no
 * transaction is large. Other work of the host runs meanwhile.
 */
export async function writeWhole(connection: Connection, state: JsonObject): Promise<WholeState> {
  const source = compressInPieces(state, pieceBytes)
  const pieces = { state: 0, count: 0 }
  const write = (piece: Uint8Array) => {
    pieces.state = connection.transaction(() => insertPiece(connection, { ...pieces, piece }))
    pieces.count += 1
  }
  try {
    let held = await source.next()
    if (held.done) throw new Error('a state was compressed to nothing')
    while (true) {
      const next = await source.next()
      if (next.done && pieces.count === 0) return { snapshot: held.value, length: next.value }
      write(held.value)
      if (next.done) return { snapshot: null, pieces, length: next.value }
      held = next
    }
  } catch (error) {
    dropUnused(connection, pieces.state)
    throw error
  }
}

/** @param state the number of the whole state; 0 for a new one, which gets the next number */
function insertPiece(
  connection: Connection,
  { state, count, piece }: { state: number; count: number; piece: Uint8Array },
): number {
  const number = state || Number(connection.get('SELECT coalesce(max(state), 0) + 1 AS next FROM pieces')?.next)
  insertChecked(connection, 'pieces', { state: number, position: count, piece })
  return number
}

/** Writes a whole state in pieces inside the caller's transaction. */
export function insertPieces(connection: Connection, snapshot: Uint8Array): { state: number; count: number } {
  const pieces = { state: 0, count: 0 }
  for (let at = 0; at < snapshot.length; at += pieceBytes) {
    pieces.state = insertPiece(connection, { ...pieces, piece: snapshot.subarray(at, at + pieceBytes) })
    pieces.count += 1
  }
  return pieces
}

export interface Piece {
  state: number
  position: number
  piece: Uint8Array
}

type FindPiece = (state: number, position: number) => Piece | undefined

/**
 * The compressed blocks of a whole state. Undefined if it was replaced or deleted while it was read.
 *
 * @param find finds a piece; by default, by the index
 */
export function* readWhole(
  connection: Connection,
  row: StoredWhole,
  find: FindPiece = (state, position) =>
    connection.get<Piece>('SELECT * FROM pieces WHERE state = ? AND position = ?', state, position),
): Steps<Uint8Array[] | undefined> {
  if (row.snapshot) return [row.snapshot]
  const blocks: Uint8Array[] = []
  for (let position = 0; position < (row.piece_count ?? 0); position++) {
    const found = find(row.pieces!, position)
    if (!found) {
      if (piecesNow(connection, row) !== row.pieces) return undefined
      throw damaged(connection.path, new Error(`piece ${position} of whole state ${row.pieces} is missing`))
    }
    blocks.push(intact(connection, 'pieces', found).piece)
    yield
  }
  return blocks
}

function piecesNow(connection: Connection, { turn, session }: StoredWhole): unknown {
  // The row of a turn also has the number of its session.
  const row =
    turn === undefined
      ? connection.get('SELECT pieces FROM initial_states WHERE session = ?', session!)
      : connection.get('SELECT pieces FROM states WHERE turn = ?', turn)
  return row?.pieces
}

/** Deletes the pieces of a whole state, unless a turn or a session has it. If that fails, {@link findOrphans} finds them at the next start. */
export function dropUnused(connection: Connection, state: number | undefined): void {
  if (!state) return
  try {
    const users = ['states', 'initial_states']
    if (users.some((table) => connection.get(`SELECT 1 FROM ${table} WHERE pieces = ?`, state))) return
    connection.run('DELETE FROM pieces WHERE state = ?', state)
  } catch {}
}

/**
 * The numbers of the whole states that a killed host has left without a turn or a session. No other host may be writing. An index may be damaged, so
 * none is read.
 */
export function findOrphans(connection: Connection): number[] {
  const used = connection.all<{ pieces: number }>(
    `SELECT pieces FROM states NOT INDEXED WHERE pieces IS NOT NULL
     UNION ALL SELECT pieces FROM initial_states WHERE pieces IS NOT NULL`,
  )
  const known = new Set(used.map(({ pieces }) => pieces))
  const stored = connection.all<{ state: number }>('SELECT DISTINCT state FROM pieces NOT INDEXED')
  return stored.map(({ state }) => state).filter((state) => !known.has(state))
}
