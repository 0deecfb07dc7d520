import type { Planner } from '@narratoria/planner'
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

/**
 * Plans the next scene: a planner like those of play, asked about a novel. One class per back end; hosts may write their
 * own. What it answers with is checked before anything runs.
 */
export type StoryPlanner = Planner<StoryPlanRequest, StoryPlan>
