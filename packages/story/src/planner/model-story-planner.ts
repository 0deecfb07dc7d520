import { fillPrompt } from '../context/planner-prompt.ts'
import { askFor } from '../model/ask-for.ts'
import { planAnswerSchema } from '../model/answer-schemas.ts'
import type { TextModel } from '../model/text-model.ts'
import { checkStoryPlan } from '../plan/check-story-plan.ts'
import type { StoryPlan } from '../plan/story-plan.ts'
import { generationOf } from '../project/config.ts'
import type { StoryPlanner, StoryPlanRequest } from './story-planner.ts'

/**
 * Plans with a language model. An invalid plan is returned to the model with its problems, up to `generation.max_attempts` of
 * the config.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { ModelStoryPlanner } from '@narratoria/story'
 *
 * const planner = new ModelStoryPlanner({ name: 'mine', complete: async ({ prompt }) => `An answer to: ${prompt}` })
 * assert.equal(planner.name, 'mine')
 * ```
 */
export class ModelStoryPlanner implements StoryPlanner {
  readonly name: string
  readonly #model: TextModel

  constructor(model: TextModel) {
    this.#model = model
    this.name = model.name
  }

  async plan(request: StoryPlanRequest, options: { signal?: AbortSignal } = {}): Promise<StoryPlan> {
    const { context, config, memory, tools, answers } = request
    const plan = await askFor(
      this.#model,
      {
        prompt: fillPrompt(context),
        schema: planAnswerSchema(tools, memory, context.active_character_id),
        maxAttempts: generationOf(config).maxAttempts,
        check: (answer) => checkStoryPlan(answer, { memory, tools }).issues,
      },
      { ...options, answers },
    )
    return plan as unknown as StoryPlan
  }
}
