import type { JsonObject } from '@narratoria/protocol'
import { nextStateRow } from '../next-state-row.ts'
import { type StateChange, patchInPlace } from '../state-change.ts'
import { insertChecked, intact, stateChecksum } from './checksums.ts'
import { decompressText } from './compress.ts'
import { type Connection, damaged } from './connection.ts'
import { type TurnRow, intactTurn, parse, turnColumns } from './turn-row.ts'

/** A row of a state. */
export interface StateRow {
  patch: string | null
  snapshot: Uint8Array | null
  /** The checksum, where the row was joined with that of its turn. */
  state_checksum?: number
}

/** A state as it is stored: the nearest whole state before it, and the patches since. */
export interface StoredState {
  state: JsonObject
  /** Characters of that whole state. */
  wholeLength: number
}

/** Writes the state after a turn inside the caller's transaction. Returns the characters of the last whole state. */
export function insertState(
  connection: Connection,
  turn: { id: number; parent: TurnRow | undefined; before: StoredState; change: StateChange; state: JsonObject },
): number {
  const lost = { steps: Infinity, bytes: 0 }
  const last =
    turn.parent &&
    (connection.get<typeof lost>('SELECT steps, bytes FROM states WHERE turn = ?', turn.parent.id) ?? lost)
  const { row, wholeLength } = nextStateRow(turn, last, turn.before.wholeLength)
  insertChecked(connection, 'states', { turn: turn.id, ...row })
  return wholeLength
}

/** The state after a turn: the nearest whole state before it, and every patch since. */
export function readState(connection: Connection, session: number, row: TurnRow | undefined): StoredState {
  if (!row) return readInitialState(connection, session)
  const steps = connection.all<TurnRow & StateRow>(
    `WITH RECURSIVE up (turn, parent, whole) AS (
       SELECT t.id, t.parent, s.snapshot IS NOT NULL FROM turns t LEFT JOIN states s ON s.turn = t.id WHERE t.id = ?1
       UNION ALL
       SELECT t.id, t.parent, s.snapshot IS NOT NULL
       FROM up JOIN turns t ON t.session = ?2 AND t.seq = up.parent LEFT JOIN states s ON s.turn = t.id
       WHERE NOT up.whole
     ) SELECT ${turnColumns}, s.turn, s.steps, s.bytes, s.patch, s.snapshot, s.checksum AS state_checksum
       FROM up JOIN turns t ON t.id = up.turn LEFT JOIN states s ON s.turn = t.id`,
    row.id,
    session,
  )
  for (const step of steps) {
    intactTurn(connection, step)
    intact(connection, 'states', { ...step, checksum: step.state_checksum })
  }
  const base = steps.at(-1)?.snapshot
  const { state, wholeLength } = base
    ? parse(connection, () => parseState(decompressText(base)))
    : readInitialState(connection, session)
  for (const { patch, snapshot } of steps.toReversed()) {
    if (snapshot) continue
    if (patch === null) throw damaged(connection.path, new Error(`turn ${row.seq} of session ${session} has no state`))
    patchInPlace(
      state,
      parse(connection, () => JSON.parse(patch) as JsonObject),
    )
  }
  return { state, wholeLength }
}

function parseState(text: string): StoredState {
  return { state: JSON.parse(text) as JsonObject, wholeLength: text.length }
}

function readInitialState(connection: Connection, session: number): StoredState {
  // As bytes, whose checksum costs a tenth of that of a string.
  const found = connection.get<{ state: Uint8Array | null; state_checksum: number }>(
    `SELECT CAST(i.state AS BLOB) AS state, s.state_checksum
     FROM sessions s LEFT JOIN initial_states i ON i.session = s.id WHERE s.id = ?`,
    session,
  )
  if (!found) return { state: {}, wholeLength: 2 }
  if (!found.state || found.state_checksum !== stateChecksum(found.state))
    throw damaged(connection.path, new Error(`the initial state of session ${session} does not match its checksum`))
  const text = new TextDecoder().decode(found.state)
  return parse(connection, () => parseState(text))
}
