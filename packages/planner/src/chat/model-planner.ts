import type { Plan } from '@narratoria/protocol'
import { askStructured, type LanguageModel, type StructuredLevel, type TokenUsage } from '@narratoria/models'
import { PlannerError } from '../errors.ts'
import { isAutomatic } from '../grammar/model-input.ts'
import type { ExpandedPlan } from '../llama/expand-plan.ts'
import { candidatesFor, type Catalogue, createCatalogue } from '../llama/prompt-catalogue.ts'
import { turnText } from '../llama/plan-prompt.ts'
import { buildPlan, type PlanStamp } from '../plan/build-plan.ts'
import type { Planner, PlanRequest } from '../planner.ts'
import { chooseSteps } from '../prompt/choose-steps.ts'
import { readPrompt } from '../prompt/prompt-text.ts'
import { quietNarrative } from '../prompt/quiet-narrative.ts'
import { flatPlanSchema, planSchema } from './plan-schema.ts'
import { readPlan } from './read-plan.ts'

/** Options of {@link ModelPlanner}. */
export interface ModelPlannerOptions extends PlanStamp {
  /** The model to plan with. The planner does not close it. */
  model: LanguageModel
  /** The strongest form of structured output that the model's server enforces. Defaults to `schema`. */
  structured?: StructuredLevel
  /** Most steps that the model may choose, 1 to 10. Defaults to 6. */
  maxSteps?: number
  /** Most tokens of an answer, reasoning included. Defaults to 2,000. */
  maxTokens?: number
  /** Defaults to 0. */
  temperature?: number
  /** Called with the tokens of each plan. */
  onUsage?: (usage: TokenUsage) => void
}

/** Characters of a token, low enough for every tokenizer of English. */
const charactersPerToken = 3
const defaultContextTokens = 8_192
/** Tokens for the turn's own text. */
const turnTokens = 900

/**
 * Plans with any language model. The model writes only which scripts run, with what input, in what order, and a narrative; code
 * checks that and makes the plan, and the model may correct it once. So every plan is valid, whatever the model writes.
 */
export class ModelPlanner implements Planner {
  readonly name = 'model'
  /** A remote model is limited by its silence, not by a time for the whole plan. */
  readonly limitsItself = true
  readonly #options: ModelPlannerOptions
  #level: StructuredLevel
  #catalogue: { skills: PlanRequest['skills']; made: Promise<Catalogue> } | undefined

  constructor(options: ModelPlannerOptions) {
    this.#options = options
    this.#level = options.structured ?? 'schema'
  }

  /**
   * Makes a plan with the model.
   *
   * @throws {PlannerError} `planner_failed` if the model fails or writes an unusable plan twice, `planner_cancelled` if `signal`
   *   is aborted
   */
  async plan(request: PlanRequest, { signal }: { signal?: AbortSignal } = {}): Promise<Plan> {
    try {
      return await this.#plan(request, signal)
    } catch (cause) {
      if (signal?.aborted) throw new PlannerError('planner_cancelled', 'planning was cancelled', { cause })
      throw new PlannerError('planner_failed', cause instanceof Error ? cause.message : String(cause), { cause })
    }
  }

  async #plan(request: PlanRequest, signal: AbortSignal | undefined): Promise<Plan> {
    signal?.throwIfAborted()
    const { model, maxSteps = 6, maxTokens = 2_000, temperature = 0, onUsage } = this.#options
    const catalogue = await this.#catalogueOf(request.skills)
    const candidates = candidatesFor(request, catalogue)
    const disabled = new Set(request.disabledSkills)
    const choices = [...catalogue.known.filter(({ skill }) => !disabled.has(skill.name)), ...candidates]
    const prompt = readPrompt(request.prompt).text
    const { value, level, usage } = await askStructured(
      model,
      {
        messages: [catalogue.system, { role: 'user', content: turnText(request, candidates) }],
        schema: planSchema(choices),
        flat: flatPlanSchema(choices),
        level: this.#level,
        maxTokens,
        temperature,
        read: (answer) => readPlan(answer, { choices, prompt, maxSteps: Math.min(maxSteps, 10) }),
      },
      { signal },
    )
    this.#level = level
    onUsage?.(usage)
    return this.#build(request, value)
  }

  #build(request: PlanRequest, { steps, narrative }: ExpandedPlan): Plan {
    const prompt = readPrompt(request.prompt)
    const all = [...steps, ...chooseSteps(request, prompt, ({ script }) => isAutomatic(script))]
    const shown = narrative !== '' ? narrative : all.length === 0 ? quietNarrative(prompt.text) : undefined
    const { createId, now } = this.#options
    const narrated = shown === undefined ? {} : { narrative: shown }
    return buildPlan(request, { createId, now, planner: this.name, steps: all, ...narrated })
  }

  #catalogueOf(skills: PlanRequest['skills']): Promise<Catalogue> {
    if (this.#catalogue?.skills !== skills) {
      const { model, maxTokens = 2_000 } = this.#options
      const room = (model.contextTokens ?? defaultContextTokens) - turnTokens - Math.min(maxTokens, 1_000)
      const countTokens = async (text: string) => Math.ceil(text.length / charactersPerToken)
      this.#catalogue = { skills, made: createCatalogue(skills, { countTokens }, Math.max(0, room)) }
    }
    return this.#catalogue.made
  }
}
