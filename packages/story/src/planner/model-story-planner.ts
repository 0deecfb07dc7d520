import type { LanguageModel } from '@narratoria/models'
import { fillPrompt } from '../context/planner-prompt.ts'
import { type AnswerSettings, askFor, modelName } from '../model/ask-for.ts'
import { planAnswerSchema } from '../model/answer-schemas.ts'
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
 * import { modelOf } from '@narratoria/models'
 * import { ModelStoryPlanner } from '@narratoria/story'
 *
 * const model = modelOf({ provider: 'ollama', baseUrl: 'http://127.0.0.1:11434', model: 'llama3.2' })
 * const planner = new ModelStoryPlanner(model)
 * assert.equal(planner.name, 'ollama:llama3.2')
 * ```
 */
export class ModelStoryPlanner implements StoryPlanner {
  readonly name: string
  readonly #model: LanguageModel
  readonly #settings: AnswerSettings

  /** @param settings Default to those of the server, and 4,096 tokens. */
  constructor(model: LanguageModel, settings: AnswerSettings = {}) {
    this.#model = model
    this.#settings = settings
    this.name = modelName(model)
  }

  async plan(request: StoryPlanRequest, options: { signal?: AbortSignal } = {}): Promise<StoryPlan> {
    const { context, config, memory, tools, answers } = request
    const plan = await askFor(
      this.#model,
      {
        ...this.#settings,
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
