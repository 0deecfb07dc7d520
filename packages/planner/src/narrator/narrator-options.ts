import type { Choice, JsonObject, RegisteredAsset, ToolRequest, TurnEvent, TurnResult } from '@narratoria/protocol'
import type { Planner, PlanRequest } from '../planner.ts'
import type { Execute } from './execute-port.ts'

/** Options of a narrator. */
export interface NarratorOptions {
  planner: Planner
  /** Plans when the planner cannot (FR-005); a {@link StubPlanner} unless told. */
  fallback?: Planner
  execute: Execute
  /** Most plans of one turn, at most 5 (FR-023). */
  maxGenerations?: number
  /** Most executions of one plan, at most 3 (FR-024). */
  maxExecutions?: number
  /**
   * Time limit of one turn in milliseconds; 120,000. Its last eighth, at most 15 seconds, is for running tools to end:
   * they are stopped before it.
   */
  turnTimeoutMs?: number
  /** How long one plan may take to make before the fallback is asked, in milliseconds; 30,000. */
  planningTimeoutMs?: number
  /** Makes the id that keys a turn's work when the turn has none; `crypto.randomUUID` unless told. */
  createId?: () => string
}

/** What a player did, and the world that they did it in. */
export interface PlayRequest extends Pick<PlanRequest, 'prompt' | 'state' | 'recentTurns' | 'skills'> {
  /** Skills that this turn must not use. */
  disabledSkills?: readonly string[]
  /** Session and turn for the tools' requests. */
  request?: Pick<ToolRequest, 'sessionId' | 'sessionName' | 'turn'>
}

/** Options of one turn. */
export interface PlayOptions {
  signal?: AbortSignal
  /** Everything that happens, in order; a promise holds the turn back until it settles. */
  onEvent?: (event: NarratorEvent) => void | Promise<void>
}

/** What a narrator tells of a turn; the host adds the turn's start and end. */
export type NarratorEvent = Exclude<TurnEvent, { type: 'turn_started' | 'turn_finished' }>

/** What a turn came to. */
export interface TurnOutcome extends Pick<TurnResult, 'narrative' | 'plan' | 'execution' | 'attempts' | 'fallback'> {
  choices: Choice[]
  state: JsonObject
  assets: RegisteredAsset[]
  /** True when the player broke the turn off. */
  cancelled: boolean
}
