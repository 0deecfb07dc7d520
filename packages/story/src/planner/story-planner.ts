import type { Planner } from '@narratoria/planner'
import type { ModelAnswer } from '../model/ask-for.ts'
import type { CallJournal } from '../model/call-journal.ts'
import type { Outline } from '../outline/outline.ts'
import type { ContextSources, StoryContext } from '../context/build-context.ts'
import type { StoryPlan } from '../plan/story-plan.ts'

/** The input of a story planner. */
export interface StoryPlanRequest extends ContextSources {
  /** The parts of the prompt. They fit the token budget. */
  context: StoryContext
  /** The tick to plan. */
  tick: number
  /** Keeps the accepted answers of a model, so that a killed tick does not ask again. */
  journal?: CallJournal
  /** A planner can add a model's answers here; they are written to the error file. */
  answers: ModelAnswer[]
}

/**
 * Plans the next scene. A host can provide its own. The plan is checked before its tools run.
 */
export type StoryPlanner = Planner<StoryPlanRequest, StoryPlan> & {
  /** Plans the last part of the outline again. Defaults to the outline of the built-in texts. */
  outline?(request: Omit<StoryPlanRequest, 'context'>, options?: { signal?: AbortSignal }): Promise<Outline>
}
