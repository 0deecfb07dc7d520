import type { LanguageModel } from '@narratoria/models'
import { fillPrompt } from '../context/planner-prompt.ts'
import { type AnswerSettings, askFor, modelName } from '../model/ask-for.ts'
import { planAnswerSchema } from '../model/answer-schemas.ts'
import type { Meter } from '../model/meter.ts'
import { nextBeat, type Outline } from '../outline/outline.ts'
import { checkOutlineAnswer, fillOutlinePrompt, outlineAnswerSchema, withAnswer } from './outline-answer.ts'
import { checkStoryPlan } from '../plan/check-story-plan.ts'
import type { StoryPlan } from '../plan/story-plan.ts'
import { generationOf } from '../project/config.ts'
import type { StoryPlanner, StoryPlanRequest } from './story-planner.ts'

/**
 * Plans with a language model. An invalid plan is returned to the model with its problems, up to `generation.max_attempts` of
 * the config.
 */
export class ModelStoryPlanner implements StoryPlanner {
  readonly name: string
  readonly #model: LanguageModel
  readonly #settings: AnswerSettings
  readonly #meter: Meter | undefined

  /**
   * @param settings Default to those of the server, and 4,096 tokens.
   * @param meter @internal Counts the calls by their steps.
   */
  constructor(model: LanguageModel, settings: AnswerSettings = {}, meter?: Meter) {
    this.#meter = meter
    this.#model = model
    this.#settings = settings
    this.name = modelName(model)
  }

  async plan(request: StoryPlanRequest, options: { signal?: AbortSignal } = {}): Promise<StoryPlan> {
    const { context, config, memory, tools, answers, outline, journal } = request
    this.#meter?.enter('plan')
    const plan = await askFor(
      this.#model,
      {
        ...this.#settings,
        prompt: fillPrompt(context),
        schema: planAnswerSchema(tools, memory, context.active_character_id),
        maxAttempts: generationOf(config).maxAttempts,
        check: (answer) => checkStoryPlan(answer, { memory, tools, outline }).issues,
      },
      { ...options, answers, step: 'plan', journal },
    )
    return { ...plan, beat: nextBeat(outline, memory)?.id ?? plan.beat } as unknown as StoryPlan
  }

  /** Plans the last part of the outline: acts with turning points, of the people, places and things that there are. */
  async outline(request: Omit<StoryPlanRequest, 'context'>, options: { signal?: AbortSignal } = {}): Promise<Outline> {
    const { state, config, memory, outline, answers, journal } = request
    const part = outline.parts.at(-1)
    if (!part) return outline
    this.#meter?.enter('outline')
    const hero = state.active_character
    const answer = await askFor(
      this.#model,
      {
        ...this.#settings,
        prompt: fillOutlinePrompt({ state, memory, outline }, part),
        schema: outlineAnswerSchema(memory),
        maxAttempts: generationOf(config).maxAttempts,
        check: (object) => checkOutlineAnswer(object, { outline, memory, hero }),
      },
      { ...options, answers, step: 'outline', journal },
    )
    return withAnswer(outline, answer, { hero, by: this.name })
  }
}
