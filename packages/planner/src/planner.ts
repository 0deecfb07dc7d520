import type { ExecutionResult, JsonObject, Plan } from '@narratoria/protocol'
import type { Skill } from '@narratoria/skills'
import type { World, WorldState } from '@narratoria/world'

/** An earlier turn of the story. */
export interface PastTurn {
  prompt: string
  narrative: string
}

/** The world of a session, before the turn. */
export interface PlanWorld {
  world: World
  state: WorldState
}

/** What a planner plans from. */
export interface PlanRequest {
  /** What the player typed: data, never instructions. */
  prompt: string
  state: JsonObject
  /** The session's world, if it has one. */
  world?: PlanWorld
  /** Oldest first. */
  recentTurns: readonly PastTurn[]
  /** The skills of the session. `availableScripts` lists the scripts of them that a plan may use. */
  skills: readonly Skill[]
  /** Names of skills that the plan must not use. */
  disabledSkills: readonly string[]
  /** Number of the plan in its turn, from 1. */
  attempt: number
  /** The `requestId` of the previous plan of the turn; `null` for the first. */
  parentPlanId: string | null
  /** The result of the previous plan of the turn. */
  previousResult?: ExecutionResult
}

/** The tokens of one answer of a language model, as far as they are known. */
export interface ModelUse {
  model: string
  promptTokens?: number
  completionTokens?: number
}

/** Options of one plan. */
export interface PlanOptions {
  /** Cancels the plan. */
  signal?: AbortSignal
  /** Called with the tokens of each answer of a model, usable or not. */
  onUsage?: (use: ModelUse) => void
}

/**
 * Makes a plan from a request: Plan JSON from a player's words by default, a story plan in a story tick. Hosts may
 * implement their own.
 */
export interface Planner<Request = PlanRequest, Answer = Plan> {
  /** The planner's name in events, records and plan metadata. */
  readonly name: string
  /**
   * Whether the planner itself gives up on a model that is silent. The narrator then sets no time limit for a plan, because a
   * slow answer is not a lost one. Defaults to `false`.
   */
  readonly limitsItself?: boolean
  /**
   * Resolves to a plan that names only scripts from `availableScripts`. Rejects if it cannot plan or `signal` is
   * aborted; the narrator then asks its fallback planner, and a story tick fails.
   */
  plan(request: Request, options?: PlanOptions): Promise<Answer>
}
