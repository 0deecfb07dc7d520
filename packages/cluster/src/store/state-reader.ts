import type { JsonObject } from '@narratoria/protocol'
import { decompressText, patchInPlace, readOnly } from '@narratoria/runtime/store-parts'
import type { Statements } from '../database/database.ts'
import type { SessionRow } from './session-rows.ts'
import type { TurnRow } from './turn-rows.ts'

/** A state, and the characters of the last whole state before it. */
export interface StoredState {
  state: JsonObject
  wholeLength: number
}

/** How many states are kept in memory. */
const recentStates = 32

/** Reads states, and keeps those that were used last. A state that another host replaced is read again. */
export class StateReader {
  readonly #recent = new Map<string, StoredState>()

  /** The state after a turn, read-only; the initial one without a turn. */
  async read(on: Statements, session: SessionRow, row: TurnRow | undefined): Promise<StoredState> {
    const key = keyOf(session, row)
    const kept = this.#recent.get(key)
    if (kept) return kept
    const stored = row ? await readState(on, session, row) : await readInitial(on, session)
    this.#remember(key, stored)
    return stored
  }

  /** Keeps the state after a turn that is being written. */
  keep(session: SessionRow, turn: Pick<TurnRow, 'seq' | 'amended'>, state: JsonObject, wholeLength: number): void {
    this.#remember(keyOf(session, turn), { state: readOnly(state), wholeLength })
  }

  /** Forgets every state: what was kept was not stored. */
  forget(): void {
    this.#recent.clear()
  }

  #remember(key: string, stored: StoredState): void {
    this.#recent.delete(key)
    this.#recent.set(key, stored)
    if (this.#recent.size > recentStates) this.#recent.delete(this.#recent.keys().next().value!)
  }
}

async function readState(on: Statements, session: SessionRow, row: TurnRow): Promise<StoredState> {
  const steps = await on.query<{ patch: string | null; snapshot: Uint8Array | null }>(
    `WITH RECURSIVE up AS (
       SELECT t.seq, t.parent, t.patch, t.snapshot, 0 AS depth FROM narratoria.turns t WHERE t.session = $1 AND t.seq = $2
       UNION ALL
       SELECT t.seq, t.parent, t.patch, t.snapshot, up.depth + 1
       FROM up JOIN narratoria.turns t ON t.session = $1 AND t.seq = up.parent WHERE up.snapshot IS NULL
     ) SELECT patch, snapshot FROM up ORDER BY depth DESC`,
    [session.id, row.seq],
  )
  const base = steps[0]?.snapshot
  const { state, wholeLength } = base ? parse(base) : await readInitial(on, session, { own: true })
  for (const { patch, snapshot } of steps) if (!snapshot) patchInPlace(state, JSON.parse(patch!) as JsonObject)
  return { state: readOnly(state), wholeLength }
}

async function readInitial(on: Statements, session: SessionRow, { own = false } = {}): Promise<StoredState> {
  const [row] = await on.query<{ initial_state: Uint8Array }>(
    'SELECT initial_state FROM narratoria.sessions WHERE id = $1',
    [session.id],
  )
  const stored = parse(row!.initial_state)
  return own ? stored : { ...stored, state: readOnly(stored.state) }
}

function parse(bytes: Uint8Array): StoredState {
  const text = decompressText(bytes)
  return { state: JSON.parse(text) as JsonObject, wholeLength: text.length }
}

function keyOf(session: SessionRow, row: Pick<TurnRow, 'seq' | 'amended'> | undefined): string {
  return row ? `${session.id}:${row.seq}:${row.amended}` : String(session.id)
}
