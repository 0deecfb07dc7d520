import type { ModelAnswer } from '../model/ask-for.ts'
import type { ContextSources, StoryContext } from '../context/build-context.ts'
import type { StoryPlan } from '../plan/story-plan.ts'

/** What a story planner gets. */
export interface StoryPlanRequest extends ContextSources {
  /** The prompt's parts, already within the token budget. */
  context: StoryContext
  /** The tick to plan. */
  tick: number
  /** Where a model's answers are kept for the error file. */
  answers: ModelAnswer[]
}

/** Plans the next scene. One class per back end, like the planners of play; hosts may write their own. */
export interface StoryPlanner {
  readonly name: string
  /** Rejects when it cannot; what it answers with is checked before anything runs. */
  plan(request: StoryPlanRequest, options?: { signal?: AbortSignal }): Promise<StoryPlan>
}
