import type { ExecutionResult, JsonObject, TurnAttempt } from '@narratoria/protocol'
import type { StoredTurn } from './session-store.ts'
import { type StateChange, applyChange, describeChange } from './state-change.ts'

/** A result whose state is told by its difference to the state before the turn; `null`: it is the turn's own. */
type PackedResult = Omit<ExecutionResult, 'state'> & { state: StateChange | null }
type PackedAttempt = Omit<TurnAttempt, 'result'> & { result?: PackedResult }

/**
 * A turn without the states that it repeats, so that a story's size grows with what happened, not with its state. Keys
 * keep their order: put together again, it is the same to the byte.
 */
export interface PackedTurn extends Omit<StoredTurn, 'state' | 'result' | 'attempts'> {
  state: StateChange
  result: PackedResult | null
  attempts: PackedAttempt[]
}

/** Takes the states out of a turn; `before` is the state of its parent. */
export function packTurn(turn: StoredTurn, before: JsonObject): PackedTurn {
  const whole = JSON.stringify(turn.state)
  const pack = (result: ExecutionResult): PackedResult => {
    const same = result.state === turn.state || JSON.stringify(result.state) === whole
    return { ...result, state: same ? null : describeChange(before, result.state) }
  }
  return {
    ...turn,
    state: describeChange(before, turn.state),
    result: turn.result && pack(turn.result),
    attempts: turn.attempts.map((attempt) => replaceResult(attempt, pack)),
  }
}

/** Puts a turn together again; `before` is the state of its parent. */
export function unpackTurn(packed: PackedTurn, before: JsonObject): StoredTurn {
  const state = applyChange(before, packed.state)
  const unpack = (result: PackedResult): ExecutionResult => ({
    ...result,
    state: result.state ? applyChange(before, result.state) : state,
  })
  return {
    ...packed,
    state,
    result: packed.result && unpack(packed.result),
    attempts: packed.attempts.map((attempt) => replaceResult(attempt, unpack)),
  }
}

function replaceResult<From, To, Attempt extends { result?: From }>(
  attempt: Attempt,
  replace: (result: From) => To,
): Omit<Attempt, 'result'> & { result?: To } {
  const { result, ...others } = attempt
  return result === undefined ? others : { ...attempt, result: replace(result) }
}
