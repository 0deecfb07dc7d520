import { crc32 } from 'node:zlib'
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import { type Connection, damaged } from './connection.ts'

/**
 * The columns that the checksum of a row covers. A column without a value is left out, so a new column may be appended
 * without changing the checksums that are stored.
 */
const covered = {
  sessions: [
    'id',
    'session_id',
    'name',
    'title',
    'opening',
    'state_checksum',
    'head',
    'tip',
    'last_seq',
    'turns',
    'in_flight_prompt',
    'in_flight_since',
    'holder',
    'created_at',
    'updated_at',
    'tags',
    'trashed_at',
    'trashed_name',
    'revision',
    'notes',
  ],
  turns: [
    'id',
    'session',
    'seq',
    'turn_id',
    'parent',
    'parent_id',
    'run_start',
    'created_at',
    'prompt',
    'narrative',
    'recap',
  ],
  states: ['turn', 'steps', 'bytes', 'patch', 'snapshot', 'pieces', 'piece_count'],
  pieces: ['state', 'position', 'piece'],
  details: ['turn', 'detail'],
  assets: ['session', 'seq', 'position', 'asset'],
  labels: ['turn', 'session', 'label'],
  lorebooks: ['session', 'books'],
} as const

/** A table whose rows have checksums. */
export type CheckedTable = keyof typeof covered

type Values = { readonly [column: string]: SQLOutputValue | undefined }

/** Returns the CRC-32 of a row's content, with the names and lengths of its columns. */
export function rowChecksum(table: CheckedTable, row: object): number {
  let text = ''
  const blocks: Uint8Array[] = []
  for (const column of covered[table]) {
    const value = (row as Values)[column]
    if (value === null || value === undefined) continue
    if (value instanceof Uint8Array) blocks.push(value)
    const content = value instanceof Uint8Array ? '' : String(value)
    text += `${column}:${value instanceof Uint8Array ? value.length : content.length}:${content}\n`
  }
  return blocks.reduce((sum, block) => crc32(block, sum), crc32(text))
}

/** The CRC-32 of a session's initial state: of its text, or of the bytes of its text. */
export function stateChecksum(state: string | Uint8Array): number {
  return crc32(state)
}

/** Inserts a row with its checksum. */
export function insertChecked(
  connection: Connection,
  table: CheckedTable,
  row: Record<string, string | number | null | Uint8Array>,
): void {
  connection.insert(table, { ...row, checksum: rowChecksum(table, row) })
}

/**
 * Returns a row whose checksum is right.
 *
 * @throws {RuntimeError} `store_damaged`
 */
export function intact<Row extends object>(connection: Connection, table: CheckedTable, row: Row): Row {
  // Only a row of an older schema, which is read to recover its file, has no column for it.
  const { checksum } = row as Values
  if (checksum === undefined || checksum === rowChecksum(table, row)) return row
  throw damaged(connection.path, new Error(`a row of the table "${table}" does not match its checksum`))
}

/** Adds the column of the checksums to every table and fills it. */
export function addChecksums(database: DatabaseSync): void {
  database.function('state_checksum', (text) => stateChecksum(String(text)))
  database.exec(`ALTER TABLE sessions ADD COLUMN state_checksum INTEGER NOT NULL DEFAULT 0;
    UPDATE sessions SET state_checksum = state_checksum(initial_state);`)
  for (const table of Object.keys(covered) as CheckedTable[]) {
    const present = database.prepare(`SELECT name FROM pragma_table_info('${table}')`).all()
    // Later schemas have more columns, and more tables.
    if (present.length === 0) continue
    const columns = covered[table].filter(
      (column) => column === 'parent_id' || present.some(({ name }) => name === column),
    )
    database.function('row_checksum', { varargs: true }, (_, ...values) =>
      rowChecksum(table, Object.fromEntries(values.map((value, index) => [columns[index], value]))),
    )
    const values = columns.map((column) => (column === 'parent_id' ? parentId : column))
    database.exec(`ALTER TABLE ${table} ADD COLUMN checksum INTEGER NOT NULL DEFAULT 0;
      UPDATE ${table} SET checksum = row_checksum('${table}', ${values.join()});`)
  }
}

const parentId = '(SELECT p.turn_id FROM turns p WHERE p.session = turns.session AND p.seq = turns.parent)'
