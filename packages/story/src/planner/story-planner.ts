import type { Planner } from '@narratoria/planner'
import type { ModelAnswer } from '../model/ask-for.ts'
import type { ContextSources, StoryContext } from '../context/build-context.ts'
import type { StoryPlan } from '../plan/story-plan.ts'

/** The input of a story planner. */
export interface StoryPlanRequest extends ContextSources {
  /** The parts of the prompt. They fit the token budget. */
  context: StoryContext
  /** The tick to plan. */
  tick: number
  /** A planner can add a model's answers here; they are written to the error file. */
  answers: ModelAnswer[]
}

/**
 * Plans the next scene. A host can provide its own. The plan is checked before its tools run.
 */
export type StoryPlanner = Planner<StoryPlanRequest, StoryPlan>
