import type { Plan } from '@narratoria/protocol'
import { askStructured, type LanguageModel, type StructuredLevel, type TokenUsage } from '@narratoria/models'
import { PlannerError } from './errors.ts'
import type { Planner, PlanOptions, PlanRequest } from './planner.ts'
import { planQuestion, type PlanQuestionOptions } from './question/plan-question.ts'

/** Options of {@link ModelPlanner}. */
export interface ModelPlannerOptions extends Omit<PlanQuestionOptions, 'planner' | 'contextTokens'> {
  /** The model to plan with. The planner does not close it. */
  model: LanguageModel
  /** The strongest form of structured output that is enforced. Defaults to that of the model. */
  structured?: StructuredLevel
}

/**
 * Plans with any language model. The model writes only which scripts run, with what input, in what order, and a narrative; code
 * checks that and makes the plan, and the model may correct it once. So every plan is valid, whatever the model writes.
 */
export class ModelPlanner implements Planner {
  readonly name = 'model'
  /** A remote model is limited by its silence, not by a time for the whole plan. */
  readonly limitsItself = true
  readonly #options: ModelPlannerOptions
  #level: StructuredLevel | undefined

  constructor(options: ModelPlannerOptions) {
    this.#options = options
    this.#level = options.structured
  }

  /**
   * Makes a plan with the model.
   *
   * @throws {PlannerError} `planner_failed` if the model fails or writes an unusable plan twice, `planner_cancelled` if `signal`
   *   is aborted
   */
  async plan(request: PlanRequest, { signal, onUsage }: PlanOptions = {}): Promise<Plan> {
    const { model, structured: _, ...options } = this.#options
    try {
      signal?.throwIfAborted()
      const { contextTokens } = model
      const question = await planQuestion(request, { ...options, contextTokens, planner: this.name })
      const asked = {
        ...question,
        level: this.#level,
        onUsage: (usage: TokenUsage) => onUsage?.({ model: model.id, ...usage }),
      }
      const { value, level } = await askStructured(model, asked, { signal })
      this.#level = level
      return value
    } catch (cause) {
      if (signal?.aborted) throw new PlannerError('planner_cancelled', 'planning was cancelled', { cause })
      throw new PlannerError('planner_failed', cause instanceof Error ? cause.message : String(cause), { cause })
    }
  }
}
