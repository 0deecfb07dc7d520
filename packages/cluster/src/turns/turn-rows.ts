import type { JsonObject, TurnEvent, TurnResult } from '@narratoria/protocol'
import { type SessionStore, RuntimeError, type RuntimeErrorCode, type StoredTurn } from '@narratoria/runtime'
import { decompressJson } from '@narratoria/runtime/store-parts'

/** The channel on which the ids of turns with new events are sent. */
export const turnsChannel = 'narratoria_turns'

/** The channel on which the sessions are sent in which turns begin. */
export const startsChannel = 'narratoria_starts'

/** An event of a turn that is being played, or its end. Numbers begin with 1 and have no gaps. */
export interface LiveEvent {
  n: number
  event: TurnEvent
}

export interface EventRow {
  n: number
  kind: 'event' | 'end' | 'error'
  body: Uint8Array
}

/** How a turn ended: it was stored, or its result was not. */
export type TurnEnd = { stored: string } | { result: TurnResult }

/** Reads a row. @throws the error that ended the turn */
export async function readRow(store: SessionStore, sessionId: string, row: EventRow): Promise<TurnEvent> {
  if (row.kind === 'event') return decompressJson<TurnEvent & JsonObject>(row.body)
  if (row.kind === 'error') {
    const { code, message } = decompressJson<{ code: string | null; message: string }>(row.body)
    throw code === null ? new Error(message) : new RuntimeError(code as RuntimeErrorCode, message)
  }
  const end = decompressJson<TurnEnd & JsonObject>(row.body) as TurnEnd
  const result = 'stored' in end ? resultOf(await store.readTurn(sessionId, end.stored)) : end.result
  return { type: 'turn_finished', result }
}

/** A stored turn without what is only in the store. */
function resultOf(turn: StoredTurn): TurnResult {
  const { createdAt: _c, events: _e, assets: _a, recap: _r, label: _l, texts: _t, ...result } = turn
  return result
}
