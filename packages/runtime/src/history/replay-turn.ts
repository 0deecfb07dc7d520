import type { JsonObject, TurnEvent } from '@narratoria/protocol'
import type { StoredTurn } from '../store/session-store.ts'
import { foldTurn } from './fold-turn.ts'

/** A turn as replayed from its record. */
export interface ReplayedTurn {
  turnId: string
  state: JsonObject
  narrative: string
  /** Whether both equal those of the turn as it was played, byte by byte. */
  faithful: boolean
  /** All events of the turn, including `turn_finished`. */
  events: TurnEvent[]
}

/** Replays a stored turn from its recorded events; no tool runs. `before` is the state of its parent. */
export function replayTurn(turn: StoredTurn, before: JsonObject): ReplayedTurn {
  const { createdAt: _, events, assets: __, label: ___, recap: ____, texts = [turn], ...result } = turn
  // The player may have edited the text since.
  const played = texts[0]!
  const { state, narrative } = foldTurn(events, before)
  return {
    turnId: turn.turnId,
    state,
    narrative,
    faithful: narrative === played.narrative && JSON.stringify(state) === JSON.stringify(turn.state),
    events: [...events, { type: 'turn_finished', result: { ...result, prompt: played.prompt, state, narrative } }],
  }
}
