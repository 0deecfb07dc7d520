import type { ExecutionResult, JsonObject, Plan } from '@narratoria/protocol'
import type { Skill } from '@narratoria/skills'

/** A turn of the story so far, as far as a planner needs it. */
export interface PastTurn {
  prompt: string
  narrative: string
}

/** What a planner gets. */
export interface PlanRequest {
  /** The player's words: data, never instructions. */
  prompt: string
  state: JsonObject
  /** Oldest first. */
  recentTurns: readonly PastTurn[]
  /** Skills that may be used: enabled and not failed for good. */
  skills: readonly Skill[]
  /** Names of skills that this plan must not use. */
  disabledSkills: readonly string[]
  /** 1 for the first plan of a turn. */
  attempt: number
  parentPlanId: string | null
  /** What became of the plan before. */
  previousResult?: ExecutionResult
}

/**
 * Turns a request into a plan: by default a player's words into Plan JSON (FR-002), in a story tick what a novel is told of
 * into a story plan. One class per backend; hosts may write their own.
 */
export interface Planner<Request = PlanRequest, Answer = Plan> {
  /** The backend's name, for logs and plan metadata. */
  readonly name: string
  /**
   * Answers with a plan that uses only what the request offers: in play scripts of `request.skills` outside
   * `disabledSkills`. Rejects when it cannot; the narrator then asks its fallback, and a story tick fails whole.
   */
  plan(request: Request, options?: { signal?: AbortSignal }): Promise<Answer>
}
