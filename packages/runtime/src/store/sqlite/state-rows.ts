import type { JsonObject } from '@narratoria/protocol'
import { isShort } from '@narratoria/protocol/rules'
import { RuntimeError } from '../../errors.ts'
import { type Steps, atOnce, inSlices } from '../in-slices.ts'
import { type WholeState, needsWhole, nextStateRow } from '../next-state-row.ts'
import { parseInSteps } from '../parse-in-steps.ts'
import { readOnlyInSteps } from '../same-json.ts'
import { type StateChange, patchInPlace } from '../state-change.ts'
import { insertChecked, intact } from './checksums.ts'
import { decompress, decompressAtOnce } from '../compress.ts'
import { type Connection, damaged } from './connection.ts'
import { type InitialColumns, initialChecksum } from './session-rows.ts'
import { type TurnRow, asDamage, intactTurn, parse, turnColumns } from './turn-row.ts'
import { type StoredWhole, insertPieces, pieceBytes, readWhole, writeWhole } from './whole-states.ts'

/** A row of a state. */
export interface StateRow extends StoredWhole {
  patch: string | null
  /** The checksum, where the row was joined with that of its turn. */
  state_checksum?: number
}

/** A state as it is stored: the nearest whole state before it, and the patches since. */
export interface StoredState {
  state: JsonObject
  /** About how many characters that whole state has. */
  wholeLength: number
}

/** Writes the state after a turn inside the caller's transaction. Returns the characters of the last whole state. */
export function insertState(
  connection: Connection,
  turn: {
    id: number
    parent: TurnRow | undefined
    before: StoredState
    change: StateChange
    /** The JSON of the change, if it was prepared. */
    patch?: string | null | undefined
    state: JsonObject
    whole?: WholeState | undefined
  },
): number {
  const { row, wholeLength } = nextStateRow(turn, stepsOf(connection, turn.parent), turn.before.wholeLength)
  // A patch counts as a step.
  const written = row.steps === 0 ? turn.whole?.pieces : undefined
  const isLarge = row.snapshot !== null && row.snapshot.length > pieceBytes
  const pieces = isLarge ? insertPieces(connection, row.snapshot!) : written
  const columns = pieces && { snapshot: null, pieces: pieces.state, piece_count: pieces.count }
  insertChecked(connection, 'states', { turn: turn.id, ...row, ...columns })
  return wholeLength
}

/** Writes a whole state before it is inserted, if one is due and it is large. Other work of the host runs meanwhile. */
export async function prepareWhole(
  connection: Connection,
  {
    parent,
    before,
    patch,
    state,
  }: { parent: TurnRow | undefined; before: StoredState; patch: string | null; state: JsonObject },
): Promise<WholeState | undefined> {
  const isDue = needsWhole(patch, stepsOf(connection, parent), before.wholeLength)
  if (!isDue || isShort(state)) return undefined
  return writeWhole(connection, state)
}

function stepsOf(connection: Connection, turn: TurnRow | undefined): { steps: number; bytes: number } | undefined {
  const lost = { steps: Infinity, bytes: 0 }
  return turn && (connection.get<typeof lost>('SELECT steps, bytes FROM states WHERE turn = ?', turn.id) ?? lost)
}

/** The rows that one step reads. */
const pageSize = 100

/** What a state is built from. */
interface StateParts {
  /** The nearest whole state before it: JSON, as UTF-8. */
  whole: { compressed: Uint8Array[] } | { text: Uint8Array }
  /** The patches since, the oldest first. */
  patches: string[]
}

/** The state after a turn, read-only: the nearest whole state before it, and every patch since. */
export function readState(connection: Connection, session: number, row: TurnRow | undefined): StoredState {
  const { whole, patches } = atOnce(readParts(connection, session, row))!
  return parse(connection, () =>
    atOnce(buildState('text' in whole ? whole.text : decompressAtOnce(Buffer.concat(whole.compressed)), patches)),
  )
}

/** Like {@link readState}. However large the state is, other work of the host runs every few milliseconds. */
export async function loadState(
  connection: Connection,
  session: number,
  row: TurnRow | undefined,
): Promise<StoredState> {
  let parts = await inSlices(readParts(connection, session, row))
  while (!parts) parts = await inSlices(readParts(connection, session, row))
  const { whole, patches } = parts
  try {
    return await inSlices(buildState('text' in whole ? whole.text : await decompress(whole.compressed), patches))
  } catch (error) {
    throw asDamage(connection, error)
  }
}

/** Parses the blocks of a whole state, read-only. */
export async function parseWhole(blocks: readonly Uint8Array[]): Promise<JsonObject> {
  return (await inSlices(buildState(await decompress(blocks), []))).state
}

/** Undefined if the whole state was replaced while it was read. */
function* readParts(connection: Connection, session: number, row: TurnRow | undefined): Steps<StateParts | undefined> {
  const patches: string[] = []
  for (let seq = row?.seq ?? null; seq !== null;) {
    const steps = readSteps(connection, session, seq)
    yield
    // The story was deleted while it was read.
    if (steps.length === 0)
      throw new RuntimeError('unknown_turn', `Turn ${seq} of session ${session} is not stored any more.`)
    for (const step of steps) {
      intactTurn(connection, step)
      intact(connection, 'states', { ...step, checksum: step.state_checksum })
      if (step.snapshot || step.pieces) {
        const compressed = yield* readWhole(connection, step)
        return compressed && { whole: { compressed }, patches: patches.toReversed() }
      }
      if (step.patch === null)
        throw damaged(connection.path, new Error(`turn ${step.seq} of session ${session} has no state`))
      patches.push(step.patch)
      seq = step.parent
    }
  }
  const whole = yield* readInitialState(connection, session)
  return whole && { whole, patches: patches.toReversed() }
}

/** The turn `seq` and those before it, up to one with a whole state. */
function readSteps(connection: Connection, session: number, seq: number): (TurnRow & StateRow)[] {
  return connection.all<TurnRow & StateRow>(
    `WITH RECURSIVE up (turn, parent, whole, depth) AS (
       SELECT t.id, t.parent, s.steps = 0, 1
       FROM turns t LEFT JOIN states s ON s.turn = t.id WHERE t.session = ?1 AND t.seq = ?2
       UNION ALL
       SELECT t.id, t.parent, s.steps = 0, up.depth + 1
       FROM up JOIN turns t ON t.session = ?1 AND t.seq = up.parent LEFT JOIN states s ON s.turn = t.id
       WHERE NOT up.whole AND up.depth < ?3
     ) SELECT ${turnColumns}, s.turn, s.steps, s.bytes, s.patch, s.snapshot, s.pieces, s.piece_count, s.checksum AS state_checksum
       FROM up JOIN turns t ON t.id = up.turn LEFT JOIN states s ON s.turn = t.id`,
    session,
    seq,
    pageSize,
  )
}

function* buildState(whole: Uint8Array, patches: readonly string[]): Steps<StoredState> {
  const state = (yield* parseInSteps(whole)) as JsonObject
  for (const patch of patches) {
    patchInPlace(state, JSON.parse(patch) as JsonObject)
    yield
  }
  return { state: yield* readOnlyInSteps(state), wholeLength: whole.length }
}

/** The state before the first turn. Undefined if it was deleted while it was read. */
function* readInitialState(connection: Connection, session: number): Steps<StateParts['whole'] | undefined> {
  // As bytes, whose checksum costs a tenth of that of a string.
  const found = connection.get<InitialColumns & { state: Uint8Array | null; state_checksum: number }>(
    `SELECT CAST(i.state AS BLOB) AS state, i.pieces, i.piece_count, s.state_checksum
     FROM sessions s LEFT JOIN initial_states i ON i.session = s.id WHERE s.id = ?`,
    session,
  )
  if (!found) return { text: Buffer.from('{}') }
  yield
  if (!found.state || found.state_checksum !== initialChecksum(found))
    throw damaged(connection.path, new Error(`the initial state of session ${session} does not match its checksum`))
  if (!found.pieces) return { text: found.state }
  const compressed = yield* readWhole(connection, { ...found, session, snapshot: null })
  return compressed && { compressed }
}
