import type { ExecutionResult, JsonObject, TurnAttempt } from '@narratoria/protocol'
import { sameJson } from './same-json.ts'
import type { StoredTurn } from './session-store.ts'
import { type StateChange, applyChange, describeChange } from './state-change.ts'

/** A result with the change from the state before the turn; `null` if its state equals the turn's. */
type PackedResult = Omit<ExecutionResult, 'state'> & { state: StateChange | null }
type PackedAttempt = Omit<TurnAttempt, 'result'> & { result?: PackedResult }

/**
 * The form of a turn in files and exports, without repeated states, so that the size of a story depends on its
 * events and not on the size of its state. `result` is the turn's `execution`.
 */
export interface PackedTurn extends Omit<StoredTurn, 'status' | 'state' | 'execution' | 'attempts'> {
  state: StateChange
  result: PackedResult | null
  attempts: PackedAttempt[]
}

/** Packs a turn. `before` is the state of its parent, and `change` the change from there, if it is known. */
export function packTurn(
  { status: _, execution, ...turn }: StoredTurn,
  before: JsonObject,
  change: StateChange = describeChange(before, turn.state),
): PackedTurn {
  const pack = (result: ExecutionResult): PackedResult => {
    return { ...result, state: sameJson(result.state, turn.state) ? null : describeChange(before, result.state) }
  }
  return {
    ...turn,
    state: change,
    result: execution && pack(execution),
    attempts: turn.attempts.map((attempt) => replaceResult(attempt, pack)),
  }
}

/** Restores a packed turn, with its keys in the order of a played one. `before` is the state of its parent. */
export function unpackTurn(packed: PackedTurn, before: JsonObject): StoredTurn {
  const state = applyChange(before, packed.state)
  const unpack = (result: PackedResult): ExecutionResult => ({
    ...result,
    state: result.state ? applyChange(before, result.state) : state,
  })
  return {
    sessionId: packed.sessionId,
    turnId: packed.turnId,
    seq: packed.seq,
    parentId: packed.parentId,
    prompt: packed.prompt,
    status: 'stored',
    narrative: packed.narrative,
    choices: packed.choices,
    plan: packed.plan,
    execution: packed.result && unpack(packed.result),
    state,
    attempts: packed.attempts.map((attempt) => replaceResult(attempt, unpack)),
    fallback: packed.fallback,
    createdAt: packed.createdAt,
    events: packed.events,
    assets: packed.assets,
    ...(packed.label !== undefined && { label: packed.label }),
    ...(packed.recap !== undefined && { recap: packed.recap }),
    ...(packed.texts !== undefined && { texts: packed.texts }),
  }
}

function replaceResult<From, To, Attempt extends { result?: From }>(
  attempt: Attempt,
  replace: (result: From) => To,
): Omit<Attempt, 'result'> & { result?: To } {
  const { result, ...others } = attempt
  return result === undefined ? others : { ...attempt, result: replace(result) }
}
