import { randomUUID } from 'node:crypto'
import type { SQLOutputValue } from 'node:sqlite'
import type { LorebookDocument } from '@narratoria/interchange'
import { isJsonObject, type JsonObject, type JsonValue, matches, mergePatch, StoryNotes } from '@narratoria/protocol'
import { areLorebooks } from '../../check-lorebooks.ts'
import { atOnce } from '../../in-slices.ts'
import type { StoredTurn } from '../../session-store.ts'
import { type CheckedTable, intact, stateChecksum } from '../checksums.ts'
import { decompressJson, decompressText } from '../../compress.ts'
import type { Connection, Row } from '../connection.ts'
import {
  type InitialColumns,
  type SessionChange,
  type SessionRow,
  initialChecksum,
  insertSession,
  notesColumn,
  recordColumns,
  tagsColumn,
  updateSession,
  writeLorebooks,
} from '../session-rows.ts'
import type { StateRow, StoredState } from '../state-rows.ts'
import { type TurnRow, turnColumns } from '../turn-row.ts'
import { insertTurn, salvageTurn } from '../turn-rows.ts'
import { type Piece, type StoredWhole, readWhole } from '../whole-states.ts'
import { openDamaged } from './first-page.ts'

/** How many row numbers are tried if no highest one can be read. */
const blindProbes = 100_000

export interface Salvaged {
  sessions: number
  /** Turns that were read. */
  turns: number
  /** Turns that could not be read. */
  lost: number
  /** Turns of `turns` that kept only their prompt and narrative. */
  bare: number
  /** Turns whose state was built on one that is lost. */
  inexact: number
  /** Turns and sessions whose own row does not match its checksum, though it can be read. */
  doubtful: number
}

/** Copies every session and turn that can be read from the file at `path` into an empty store. */
export function salvage(path: string, into: Connection): Salvaged {
  const source = openDamaged(path, into)
  if (!source) return { sessions: 0, turns: 0, lost: 0, bare: 0, inexact: 0, doubtful: 0 }
  try {
    return into.transaction(() => copyAll(source.connection, into))
  } finally {
    source.close()
  }
}

function copyAll(from: Connection, into: Connection): Salvaged {
  const counts: Salvaged = { sessions: 0, turns: 0, lost: 0, bare: 0, inexact: 0, doubtful: 0 }
  const find = pieceFinder(from)
  const bySession = new Map<number, TurnRow[]>()
  for (const row of readRows<TurnRow & { session: number }>(from, 'turns', readTurnRow(from))) {
    const rows = bySession.get(row.session)
    if (rows) rows.push(row)
    else bySession.set(row.session, [row])
  }
  const sessions = new Map(
    [...readRows(from, 'sessions', readSessionRow(from, find))].map((row) => [Number(row.id), row]),
  )
  for (const id of new Set([...sessions.keys(), ...bySession.keys()])) {
    const session = restoreSession(into, sessions.get(id), counts.sessions + 1)
    counts.sessions += 1
    const rows = (bySession.get(id) ?? []).toSorted((a, b) => a.seq - b.seq)
    counts.doubtful += rows.filter((row) => !isIntact(from, 'turns', row)).length
    if (session.row && !isIntactSession(from, session.row)) counts.doubtful += 1
    const outcome = restoreTurns(from, into, { ...session, rows, find })
    counts.turns += outcome.turns
    counts.bare += outcome.bare
    counts.inexact += outcome.inexact
    counts.lost += Math.max(0, Number(sessions.get(id)?.turns ?? rows.length) - outcome.turns)
  }
  return counts
}

/** Reads a session's row by its number, with the initial state, which schemas before 8 have in the same row. */
function readSessionRow(from: Connection, find: Reading['find']): (id: number) => Row | undefined {
  return (id) => {
    const row = from.get('SELECT * FROM sessions WHERE id = ?', id)
    if (!row || 'initial_state' in row) return row
    if (!('lorebooks' in row)) row.lorebooks = readLorebooksBlock(from, id)
    try {
      const initial = from.get<InitialColumns & { state: string }>('SELECT * FROM initial_states WHERE session = ?', id)
      if (!initial) return row
      const stored = { ...initial, session: id, snapshot: null }
      row.initial_state = initial.pieces ? textInPieces(from, stored, find) : initial.state
      row.initial_checksum = initialChecksum(initial)
    } catch {}
    return row
  }
}

function textInPieces(from: Connection, row: StoredWhole, find: Reading['find']): string {
  return decompressText(Buffer.concat(atOnce(readWhole(from, row, find)) ?? []))
}

/** Reads the lorebooks of a session, which schemas before 10 have in its row. */
function readLorebooksBlock(from: Connection, id: number): SQLOutputValue {
  try {
    const row = from.get('SELECT * FROM lorebooks WHERE session = ?', id)
    return row ? (intact(from, 'lorebooks', row).books ?? null) : null
  } catch {
    return null
  }
}

/** Reads a turn's row by its number. The label is left out if it cannot be read. */
function readTurnRow(from: Connection): (id: number) => Row | undefined {
  return (id) => {
    const row = from.get('SELECT *, NULL AS label, NULL AS parent_id FROM turns WHERE id = ?', id)
    if (!row) return undefined
    try {
      const label = from.get('SELECT * FROM labels WHERE turn = ?', id)
      if (label) row.label = intact(from, 'labels', label).label ?? null
    } catch {}
    try {
      const parent = from.get('SELECT turn_id FROM turns WHERE session = ? AND seq = ?', row.session!, row.parent!)
      row.parent_id = parent?.turn_id ?? null
    } catch {}
    return row
  }
}

/** Reads a table row by row, so that a damaged page loses only its own rows. */
function* readRows<T = Row>(from: Connection, table: string, read: (id: number) => Row | undefined): Generator<T> {
  const last = highestId(from, table)
  for (let id = 1; id <= last; id++) {
    let row: Row | undefined
    try {
      row = read(id)
    } catch {}
    if (row) yield row as T
  }
}

/** Finds pieces by their rows, without the index, which may be damaged. */
function pieceFinder(from: Connection): Reading['find'] {
  const ids = new Map<string, number>()
  for (let id = 1; id <= lastPiece(from); id++)
    try {
      const row = from.get<Piece>('SELECT state, position FROM pieces WHERE id = ?', id)
      if (row) ids.set(`${row.state}/${row.position}`, id)
    } catch {}
  return (state, position) =>
    from.get<Piece>('SELECT * FROM pieces WHERE id = ?', ids.get(`${state}/${position}`) ?? -1)
}

function lastPiece(from: Connection): number {
  // Older schemas have no such table.
  if (!from.get("SELECT 1 FROM sqlite_schema WHERE name = 'pieces'")) return 0
  try {
    return Number(from.get('SELECT max(id) AS last FROM pieces')?.last ?? 0)
  } catch {
    return blindProbes
  }
}

function highestId(from: Connection, table: string): number {
  const sources =
    table === 'sessions'
      ? ['max(id) FROM sessions']
      : ['max(id) FROM turns', 'max(turn) FROM states', 'max(turn) FROM details']
  const found = sources.flatMap((source) => {
    try {
      return [Number(from.get(`SELECT ${source.replace(' FROM', ' AS last FROM')}`)?.last ?? 0)]
    } catch {
      return []
    }
  })
  return found.length > 0 ? Math.max(...found) : blindProbes
}

function restoreSession(into: Connection, row: Row | undefined, number: number) {
  const sessionId = typeof row?.session_id === 'string' ? row.session_id : randomUUID()
  const initialState = parseState(row?.initial_state)
  const record = {
    sessionId,
    name: typeof row?.name === 'string' ? row.name : null,
    title: typeof row?.title === 'string' ? row.title : `Recovered story ${number}`,
    opening: typeof row?.opening === 'string' ? row.opening : '',
    initialState,
    createdAt: Number(row?.created_at ?? Date.now()),
  }
  if (tryWrite(into, () => insertSession(into, record))) return { sessionId, initialState, row }
  const renamed = { ...record, sessionId: randomUUID(), name: null }
  insertSession(into, renamed)
  return { sessionId: renamed.sessionId, initialState, row }
}

interface SessionToRestore {
  sessionId: string
  initialState: JsonObject
  /** The session's own row, if it could be read. */
  row: Row | undefined
  rows: TurnRow[]
  find: Reading['find']
}

/** Writes a session's turns. A turn whose parent was lost follows the nearest turn before it. */
function restoreTurns(
  from: Connection,
  into: Connection,
  session: SessionToRestore,
): Pick<Salvaged, 'turns' | 'bare' | 'inexact'> {
  const id = Number(into.get('SELECT id FROM sessions WHERE session_id = ?', session.sessionId)?.id)
  const initial = { state: session.initialState, wholeLength: JSON.stringify(session.initialState).length }
  const states = new Map<number, StoredState>()
  const restored = new Map<number, TurnRow>()
  const inexact = new Set<number>()
  let bare = 0
  for (const row of session.rows) {
    const parentSeq = row.parent === null ? undefined : nearest(restored, row.parent)
    const parent = parentSeq === undefined ? undefined : restored.get(parentSeq)
    const before = (parentSeq === undefined ? undefined : states.get(parentSeq)) ?? initial
    const reading = { sessionId: session.sessionId, before: before.state, find: session.find }
    const whole = readWholeTurn(from, row, reading)
    const kept = readState(from, row.id, reading)
    const words = whole ?? readWords(session.sessionId, row, kept.state)
    const isOnLost = parentSeq === undefined ? row.parent !== null : parentSeq !== row.parent || inexact.has(parentSeq)
    if (kept.from === 'nothing' || (kept.from === 'patch' && isOnLost)) inexact.add(row.seq)
    const turn = { ...words, parentId: parent?.turn_id ?? null }
    const isWritten = tryWrite(into, () => states.set(row.seq, insertTurn(into, turn, { session: id, parent, before })))
    if (!isWritten) continue
    const written = into.get<TurnRow>(
      `SELECT ${turnColumns} FROM turns t WHERE t.session = ? AND t.seq = ?`,
      id,
      row.seq,
    )
    if (written) restored.set(row.seq, written)
    if (!whole) bare += 1
  }
  const last = session.rows.at(-1)
  const [head, tip] = [session.row?.head, session.row?.tip].map((seq) =>
    seq === null ? null : (nearest(restored, Number(seq ?? last?.seq ?? 0)) ?? null),
  )
  const record = into.get<SessionRow>(`SELECT ${recordColumns} FROM sessions s WHERE s.id = ?`, id)!
  updateSession(into, record, {
    head: head!,
    tip: tip!,
    turns: restored.size,
    last_seq: Math.max(last?.seq ?? 0, Number(session.row?.last_seq ?? 0)),
    updated_at: Number(session.row?.updated_at ?? last?.created_at ?? Date.now()),
    ...kept(session.row),
  })
  writeLorebooks(into, id, lorebooksIn(session.row))
  return { turns: restored.size, bare, inexact: inexact.size }
}

/** What belongs to a session beside its turns. */
function kept(row: Row | undefined): SessionChange {
  const { tags, trashed_at: trashedAt, trashed_name: name, revision, notes } = row ?? {}
  return {
    tags: tagsColumn(readTags(tags)),
    notes: notesColumn(readNotes(notes)),
    ...(typeof revision === 'number' && { revision }),
    ...(typeof trashedAt === 'number' && { trashed_at: trashedAt }),
    ...(typeof trashedAt === 'number' && typeof name === 'string' && { trashed_name: name }),
  }
}

function readNotes(text: unknown): StoryNotes {
  const notes = parseState(text)
  return matches(StoryNotes, notes) ? notes : {}
}

/** The lorebooks in the row of a session, without those that cannot be read. */
function lorebooksIn(row: Row | undefined): readonly LorebookDocument[] {
  try {
    const books = row?.lorebooks instanceof Uint8Array ? decompressJson<JsonValue>(row.lorebooks) : []
    return areLorebooks(books) ? books : []
  } catch {
    return []
  }
}

function readTags(text: unknown): string[] {
  try {
    const tags: unknown = JSON.parse(typeof text === 'string' ? text : '[]')
    return Array.isArray(tags) ? tags.filter((tag) => typeof tag === 'string') : []
  } catch {
    return []
  }
}

function isIntact(from: Connection, table: CheckedTable, row: object): boolean {
  try {
    return intact(from, table, row) === row
  } catch {
    return false
  }
}

function isIntactSession(from: Connection, row: Row): boolean {
  const { state_checksum: checksum, initial_state: state, initial_checksum: found = stateChecksum(String(state)) } = row
  return isIntact(from, 'sessions', row) && (checksum === undefined || checksum === found)
}

/** Writes everything or nothing. Returns false if a constraint refused values from a damaged page. */
function tryWrite(into: Connection, write: () => void): boolean {
  into.exec('SAVEPOINT piece')
  try {
    write()
    into.exec('RELEASE piece')
    return true
  } catch {
    into.exec('ROLLBACK TO piece; RELEASE piece')
    return false
  }
}

type Reading = Parameters<typeof salvageTurn>[2]

function readWholeTurn(from: Connection, row: TurnRow, reading: Reading): StoredTurn | undefined {
  try {
    const { label: _, ...turn } = salvageTurn(from, row, reading)
    return row.label === null ? turn : { ...turn, label: row.label }
  } catch {
    return undefined
  }
}

/** A turn whose details are lost. */
function readWords(sessionId: string, row: TurnRow, state: JsonObject): StoredTurn {
  const { turn_id: turnId, seq, prompt, narrative, created_at: createdAt, label } = row
  const named = label === null ? {} : { label }
  const words = { sessionId, turnId, seq, parentId: null, prompt, narrative, createdAt, state, ...named }
  const lost = { choices: [], plan: null, execution: null, attempts: [], fallback: false, events: [], assets: [] }
  return { ...words, ...lost, status: 'stored' }
}

/** The state after a turn, and what it was read from. */
function readState(
  from: Connection,
  turn: number,
  { before, find }: Reading,
): { state: JsonObject; from: 'whole' | 'patch' | 'nothing' } {
  try {
    const row = from.get<StateRow>('SELECT * FROM states WHERE turn = ?', turn)
    if (row) intact(from, 'states', row)
    if (row?.snapshot || row?.pieces) {
      const blocks = atOnce(readWhole(from, row, find)) ?? []
      return { state: decompressJson<JsonObject>(Buffer.concat(blocks)), from: 'whole' }
    }
    if (row?.patch) return { state: mergePatch(before, parseState(row.patch)), from: 'patch' }
  } catch {}
  return { state: before, from: 'nothing' }
}

function parseState(text: unknown): JsonObject {
  try {
    const value: unknown = JSON.parse(String(text))
    return isJsonObject(value) ? value : {}
  } catch {
    return {}
  }
}

function nearest(restored: ReadonlyMap<number, TurnRow>, seq: number): number | undefined {
  for (let candidate = seq; candidate > 0; candidate--) if (restored.has(candidate)) return candidate
  return undefined
}
