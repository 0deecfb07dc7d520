import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { RuntimeError } from '../../errors.ts'
import { decompressJson } from './compress.ts'
import { Connection } from './connection.ts'
import { readWriteLog, type WriteLog } from './write-log.ts'

/** Files up to this size have their structure checked at every start: that takes a few milliseconds. */
export const alwaysCheckedBytes = 4 << 20

/**
 * How much of a file is looked at: of a large one that was closed in good order its `frame`, of one that was not what
 * was written last too (`recent`), which take the same time however long it is; the `structure` of all its pages; or
 * every stored turn with its checksums too (`content`).
 */
export type CheckDepth = 'frame' | 'recent' | 'structure' | 'content'

/** Says what is damaged in a database file, `undefined` when nothing is known to be. Changes nothing. */
export function findDamage(path: string, depth: CheckDepth): string | undefined {
  if (statSync(path).size === 0) return undefined
  let connection: Connection | undefined
  try {
    // A connection that only reads leaves the file and its log as they are, whatever state they are in.
    connection = new Connection(path, { readOnly: true })
    if (depth === 'frame') {
      if (statSync(path).size !== expectedSize(path)) return 'the file has lost its end'
      return firstProblem(connection, `PRAGMA quick_check('sessions')`) ?? probe(connection)
    }
    if (depth === 'recent') {
      const log = readWriteLog(`${path}-wal`)
      return log ? findRecentDamage(connection, log) : findDamage(path, 'content')
    }
    return firstProblem(connection, 'PRAGMA quick_check(1)') ?? (depth === 'content' ? walk(connection) : undefined)
  } catch (error) {
    if (RuntimeError.isInstance(error) && error.code !== 'store_damaged') throw error
    return damageIn(error)
  } finally {
    connection?.close()
  }
}

/** What an error that came of reading a file says of it. */
export function damageIn(error: unknown): string {
  const cause = RuntimeError.isInstance(error) && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? cause.message : String(cause)
}

/** Checks the frame of a file that was not closed in good order, and every turn that was written since it last was. */
function findRecentDamage(connection: Connection, log: WriteLog): string | undefined {
  if (isEmpty(connection)) return undefined
  const pages = Number(connection.get('PRAGMA page_count')?.page_count)
  const pageSize = Number(connection.get('PRAGMA page_size')?.page_size)
  // What is not in the file yet is in the log.
  for (let page = Math.floor(statSync(connection.path).size / pageSize) + 1; page <= pages; page++)
    if (!log.pages.has(page)) return 'the file has lost its end'
  for (const table of ['sessions', 'labels']) {
    const problem = firstProblem(connection, `PRAGMA quick_check('${table}')`)
    if (problem !== undefined) return problem
  }
  for (const row of log.rows) checkRow(connection, row)
  return probe(connection)
}

function walk(connection: Connection): undefined {
  if (isEmpty(connection)) return
  for (let row: number | undefined = 0; row !== undefined; row = checkTurnAfter(connection, row));
}

/**
 * Reads the turn that follows row `last` with all that belongs to it, and answers with its row; `undefined` after the
 * last one. Throws where a page, a block's checksum or an index is not as it was written.
 */
export function checkTurnAfter(connection: Connection, last: number): number | undefined {
  const turn = connection.get<WalkedTurn>(`${walkedTurns} WHERE t.id > ? ORDER BY t.id LIMIT 1`, last)
  if (turn) checkTurn(connection, turn)
  return turn?.id
}

/** The same for the turn of one row. Where there is none, nothing of it may be there. */
function checkRow(connection: Connection, row: number): void {
  const turn = connection.get<WalkedTurn>(`${walkedTurns} WHERE t.id = ?`, row)
  if (turn) return checkTurn(connection, turn)
  const rest = connection.get(
    'SELECT turn FROM states WHERE turn = ?1 UNION SELECT turn FROM details WHERE turn = ?1',
    row,
  )
  if (rest) throw new Error('a turn is missing that has parts')
}

const walkedTurns = `SELECT t.id, t.session, t.seq, t.parent, t.turn_id, s.patch, s.snapshot, d.detail FROM turns t
  LEFT JOIN states s ON s.turn = t.id LEFT JOIN details d ON d.turn = t.id`

function checkTurn(connection: Connection, turn: WalkedTurn): void {
  const { id, session, seq, parent, turn_id: turnId, patch, snapshot, detail } = turn
  if (detail === null || (patch === null && snapshot === null)) throw new Error(`a part of turn ${seq} is missing`)
  decompressJson(detail)
  if (snapshot) decompressJson(snapshot)
  if (patch !== null) JSON.parse(patch)
  const from = 'SELECT id FROM turns INDEXED BY'
  const found = [
    connection.get(`${from} turns_by_seq WHERE session = ? AND seq = ?`, session, seq),
    connection.get(`${from} turns_by_id WHERE session = ? AND turn_id = ?`, session, turnId),
    connection.get(`${from} turns_by_parent WHERE session = ? AND parent IS ? AND seq = ?`, session, parent, seq),
  ]
  if (found.some((row) => row?.id !== id)) throw new Error(`turn ${seq} is missing from an index`)
  connection.all('SELECT asset FROM assets WHERE session = ? AND seq = ?', session, seq)
}

interface WalkedTurn {
  id: number
  session: number
  seq: number
  parent: number | null
  turn_id: string
  patch: string | null
  snapshot: Uint8Array | null
  detail: Uint8Array | null
}

function firstProblem(connection: Connection, check: string): string | undefined {
  const first = Object.values(connection.get(check) ?? {})[0]
  return first === 'ok' ? undefined : String(first)
}

/** Reads the newest turn of all: a part of the file that the next turn needs. */
function probe(connection: Connection): undefined {
  if (isEmpty(connection)) return
  connection.get(
    'SELECT * FROM turns t JOIN states s ON s.turn = t.id JOIN details d ON d.turn = t.id ORDER BY t.id DESC LIMIT 1',
  )
}

function isEmpty(connection: Connection): boolean {
  return Number(connection.get('PRAGMA user_version')?.user_version) === 0
}

/** The size that the file's header tells, in bytes. */
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
