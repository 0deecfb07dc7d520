import type { Choice, JsonObject, RegisteredAsset, ToolRequest, TurnEvent, TurnResult } from '@narratoria/protocol'
import type { Planner, PlanRequest } from '../planner.ts'
import type { Execute } from './execute-port.ts'

/** Options of {@link Narrator}. */
export interface NarratorOptions {
  planner: Planner
  /** Plans the rest of a turn after `planner` failed. Defaults to a {@link StubPlanner}. */
  fallback?: Planner
  execute: Execute
  /** Most plans of one turn, 1 to 5. Defaults to 5. */
  maxGenerations?: number
  /** Most executions of one plan, 1 to 3. Defaults to 3. */
  maxExecutions?: number
  /**
   * Time limit of one turn in milliseconds. Running tools are stopped before the last eighth of it, at most 15 seconds, in
   * which they may shut down. The time of a planner that `limitsItself` does not count. Defaults to 120,000.
   */
  turnTimeoutMs?: number
  /** Time limit in milliseconds for making one plan; when it is exceeded, `fallback` plans. Defaults to 30,000. */
  planningTimeoutMs?: number
  /** Returns an id for a turn without one; it keys the turn's work. Defaults to `crypto.randomUUID`. */
  createId?: () => string
}

/** What a player typed, and the session in which they typed it. */
export interface PlayRequest extends Pick<PlanRequest, 'prompt' | 'state' | 'world' | 'recentTurns' | 'skills'> {
  /** Names of skills that this turn must not use. Defaults to none. */
  disabledSkills?: readonly string[]
  /** The session and turn, for the requests of the tools. */
  request?: Pick<ToolRequest, 'sessionId' | 'sessionName' | 'turn' | 'campaign'>
}

/** Options of {@link Narrator.play}. */
export interface PlayOptions {
  /** Cancels the turn, which still resolves. */
  signal?: AbortSignal
  /** Called with each event, in order. The turn waits for the promise that it returns. */
  onEvent?: (event: NarratorEvent) => void | Promise<void>
}

/** An event of a turn. The host adds `turn_started` and `turn_finished`. */
export type NarratorEvent = Exclude<TurnEvent, { type: 'turn_started' | 'turn_finished' }>

/** The outcome of a turn. */
export interface TurnOutcome extends Pick<TurnResult, 'narrative' | 'plan' | 'execution' | 'attempts' | 'fallback'> {
  choices: Choice[]
  state: JsonObject
  assets: RegisteredAsset[]
  /** Whether the turn was cancelled by its `signal`. */
  cancelled: boolean
}
