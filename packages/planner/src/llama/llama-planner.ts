import type { Plan } from '@narratoria/protocol'
import type { Skill } from '@narratoria/skills'
import type { PlanStamp } from '../plan/build-plan.ts'
import { PlannerError } from '../errors.ts'
import type { Planner, PlanOptions, PlanRequest } from '../planner.ts'
import { untilAborted } from '../until-aborted.ts'
import { readPrompt } from '../prompt/prompt-text.ts'
import { expandPlan } from '../question/expand-plan.ts'
import { modelPlan } from '../question/model-plan.ts'
import { limits, toOneLine, turnText } from '../question/plan-prompt.ts'
import { candidatesFor, type Catalogue, choicesOf, createCatalogue } from '../question/prompt-catalogue.ts'
import type { ScriptChoice } from '../question/script-choices.ts'
import type { Completion, LocalModel } from '../model/local-model.ts'
import { planGrammar } from './plan-grammar.ts'

/** Options of {@link LlamaPlanner}. */
export interface LlamaPlannerOptions extends PlanStamp {
  /** The model to plan with. The planner does not close it. */
  model: LocalModel
  /** Time limit of a plan in milliseconds. Defaults to 5,000. */
  deadlineMs?: number
  /** Most steps that the model may choose, 1 to 10. Defaults to 6. */
  maxSteps?: number
  /** Most tokens that the model may write. Defaults to 80, plus 40 for each step of `maxSteps` beyond two. */
  maxTokens?: number
  /** Randomness of the choice of tokens. Defaults to 0, which makes plans deterministic. */
  temperature?: number
  /** Seed for a `temperature` above 0. Defaults to a random one. */
  seed?: number
  /** Called when the model cannot read or use something, once for each script, set of skills, and prompt. */
  onWarning?: (warning: LlamaWarning) => void
  /** Called with the measures of each completion, also if its plan cannot be used. */
  onMeasure?: (measure: PlanMeasure) => void
}

/** Something that the model does not read or use: a script, some skills, or the end of the player's words. */
export interface LlamaWarning {
  code: 'unsupported_schema' | 'catalogue_cut' | 'prompt_cut'
  message: string
}

/** Tokens and times of one plan. */
export interface PlanMeasure extends Omit<Completion, 'text'> {
  /** Milliseconds to parse, validate and expand the completion. */
  validateMs: number
  totalMs: number
}

/** Most tokens of a turn's text if the player's words are short enough. With the chat template it stays under 200. */
const usualTurnTokens = 180
/** Most tokens of a turn's text in any case. */
const maxTurnTokens = 900

/** Most tokens of a plan of two steps, and of each additional step. */
const planTokens = { two: 80, more: 40 }

/**
 * Plans with a local model. The model writes only which scripts run, with what input, in what order, and a narrative,
 * constrained by a grammar; code makes the plan from that. So every plan is valid, whatever the model writes.
 */
export class LlamaPlanner implements Planner {
  readonly name = 'llama'
  readonly #options: LlamaPlannerOptions
  readonly #warned = new Set<string>()
  #cutPrompt: string | undefined
  #catalogue: { key: string; made: Promise<Catalogue> } | undefined

  constructor(options: LlamaPlannerOptions) {
    this.#options = options
  }

  /** Evaluates the catalogue of the skills before the first turn. Resolves to the number of evaluated tokens. */
  async prepare(skills: readonly Skill[], { signal }: { signal?: AbortSignal } = {}): Promise<number> {
    const { system } = await this.#catalogueOf(skills)
    return this.#options.model.warm([system], { signal })
  }

  /**
   * Makes a plan with the model.
   *
   * @throws {PlannerError} `planner_timeout` after `deadlineMs`, `planner_failed` if the model fails or writes an unusable
   *   plan, `planner_cancelled` if `signal` is aborted
   */
  async plan(request: PlanRequest, { signal, onUsage }: PlanOptions = {}): Promise<Plan> {
    const deadline = AbortSignal.timeout(this.#options.deadlineMs ?? 5_000)
    try {
      return await this.#plan(request, { signal: signal ? AbortSignal.any([signal, deadline]) : deadline, onUsage })
    } catch (cause) {
      if (signal?.aborted) throw new PlannerError('planner_cancelled', 'planning was cancelled', { cause })
      if (deadline.aborted) throw new PlannerError('planner_timeout', 'the model made no plan in time', { cause })
      if (PlannerError.isInstance(cause)) throw cause
      throw new PlannerError('planner_failed', cause instanceof Error ? cause.message : String(cause), { cause })
    }
  }

  async #plan(
    request: PlanRequest,
    { signal, onUsage }: { signal: AbortSignal; onUsage: PlanOptions['onUsage'] },
  ): Promise<Plan> {
    signal.throwIfAborted()
    const startedAt = performance.now()
    const catalogue = await untilAborted(signal, this.#catalogueOf(request.skills))
    const { text, candidates } = await untilAborted(signal, this.#turnText(request, candidatesFor(request, catalogue)))
    const choices = choicesOf(request, catalogue, candidates)
    const { model, temperature = 0, seed } = this.#options
    const completion = await untilAborted(
      signal,
      model.complete(
        {
          lane: 'planner',
          messages: [catalogue.system, { role: 'user', content: text }],
          grammar: planGrammar(choices, this.#maxSteps),
          maxTokens: this.#maxTokens,
          temperature,
          ...(seed !== undefined && { seed }),
        },
        { signal },
      ),
    )
    const { promptTokens, completionTokens } = completion
    onUsage?.({ model: model.info.name, promptTokens, completionTokens })
    const validatingAt = performance.now()
    try {
      const { createId, now } = this.#options
      const chosen = expandPlan(completion.text, choices, readPrompt(request.prompt).text)
      return modelPlan(request, chosen, { createId, now, planner: this.name })
    } finally {
      const { text: _, ...measured } = completion
      const now = performance.now()
      this.#options.onMeasure?.({ ...measured, validateMs: now - validatingAt, totalMs: now - startedAt })
    }
  }

  get #maxSteps(): number {
    return Math.min(this.#options.maxSteps ?? 6, 10)
  }

  get #maxTokens(): number {
    return this.#options.maxTokens ?? planTokens.two + planTokens.more * Math.max(0, this.#maxSteps - 2)
  }

  // Only this text is evaluated in each turn. To keep it short, candidates are dropped first, then the past and the state.
  async #turnText(request: PlanRequest, candidates: readonly ScriptChoice[]) {
    const { world, ...withoutWorld } = { ...request, recentTurns: [], state: {} }
    const bare = withoutWorld
    for (const shown of [request, ...(world ? [{ ...bare, world }] : []), bare]) {
      for (let count = candidates.length; count >= Math.min(candidates.length, 1); count -= 1) {
        const named = candidates.slice(0, count)
        const text = turnText(shown, named)
        if (!(await this.#fits(text, usualTurnTokens))) continue
        this.#warnOfPrompt(request.prompt, limits.prompt)
        return { text, candidates: named }
      }
    }
    // A character can take a token: halve the player's words until the text fits.
    let text = turnText(bare, candidates)
    let read: number = limits.prompt
    for (let length = Math.min(toOneLine(request.prompt).length, 1_000); length > 0; length = Math.floor(length / 2)) {
      if (await this.#fits(text, maxTurnTokens)) break
      text = turnText(bare, candidates, length)
      read = length
    }
    this.#warnOfPrompt(request.prompt, read)
    return { text, candidates }
  }

  async #fits(text: string, tokens: number): Promise<boolean> {
    return Buffer.byteLength(text) <= tokens || (await this.#options.model.countTokens(text)) <= tokens
  }

  #catalogueOf(skills: readonly Skill[]): Promise<Catalogue> {
    const key = JSON.stringify(
      skills.map(({ name, path, enabled, errorState, description, prompt, priority, scripts }) => {
        return [name, path, enabled, errorState === 'permanentFailure', description, prompt, priority, scripts]
      }),
    )
    if (this.#catalogue?.key !== key) {
      const { model } = this.#options
      const room = model.info.contextSize - maxTurnTokens - this.#maxTokens
      const made = createCatalogue(skills, { countTokens: (text) => model.countTokens(text) }, Math.max(0, room))
      this.#catalogue = { key, made }
      made.then(
        ({ refused, cut }) => this.#warn(refused, cut),
        () => (this.#catalogue = undefined),
      )
    }
    return this.#catalogue.made
  }

  // Several plans of a turn have the same prompt; warn once.
  #warnOfPrompt(prompt: string, read: number): void {
    const { length } = toOneLine(prompt)
    if (length <= read || prompt === this.#cutPrompt) return
    this.#cutPrompt = prompt
    const message = `the model plans from the first ${read} of your ${prompt.length} characters; scripts get all of them`
    this.#options.onWarning?.({ code: 'prompt_cut', message })
  }

  #warn(refused: Catalogue['refused'], cut: string | undefined): void {
    if (cut !== undefined && !this.#warned.has(cut)) {
      this.#warned.add(cut)
      this.#options.onWarning?.({ code: 'catalogue_cut', message: cut })
    }
    for (const { skill, script, reason } of refused) {
      if (this.#warned.has(script.path)) continue
      this.#warned.add(script.path)
      const message = `the model cannot use ${skill.name}/${script.name}: ${reason}`
      this.#options.onWarning?.({ code: 'unsupported_schema', message })
    }
  }
}
