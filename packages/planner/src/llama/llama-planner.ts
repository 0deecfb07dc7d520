import type { Plan } from '@narratoria/protocol'
import type { Skill } from '@narratoria/skills'
import { isAutomatic } from '../grammar/model-input.ts'
import { buildPlan, type PlanStamp } from '../plan/build-plan.ts'
import { PlannerError } from '../errors.ts'
import type { Planner, PlanRequest } from '../planner.ts'
import { untilAborted } from '../until-aborted.ts'
import { chooseSteps } from '../prompt/choose-steps.ts'
import { readPrompt } from '../prompt/prompt-text.ts'
import { quietNarrative } from '../prompt/quiet-narrative.ts'
import { candidatesFor, type Catalogue, createCatalogue } from './prompt-catalogue.ts'
import { expandPlan } from './expand-plan.ts'
import type { Completion, LocalModel } from '../model/local-model.ts'
import { planGrammar } from './plan-grammar.ts'
import { asRead, limits, turnText } from './plan-prompt.ts'
import type { ScriptChoice } from './script-choices.ts'

/** Options of a llama planner. */
export interface LlamaPlannerOptions extends PlanStamp {
  model: LocalModel
  /** How long a plan may take in milliseconds; 5,000 (FR-006). */
  deadlineMs?: number
  /** Most steps that the model may choose, 1 to 10; 6. */
  maxSteps?: number
  /** Most tokens that the model may write; 80 for a plan of two steps and 40 for each further one, so 240 for six. */
  maxTokens?: number
  /** 0 unless told: the same prompt gives the same plan. */
  temperature?: number
  seed?: number
  /** Told of what the model does not get to read or to choose, once for each script, set of skills, and player's words. */
  onWarning?: (warning: LlamaWarning) => void
  /** Told how each plan was made, one too that the model did not bring to an end. */
  onMeasure?: (measure: PlanMeasure) => void
}

/**
 * What a model cannot use: a script that no grammar can be made for, skills that its context has no room for, or the end of
 * a player's words.
 */
export interface LlamaWarning {
  code: 'unsupported_schema' | 'catalogue_cut' | 'prompt_cut'
  message: string
}

/** How long the parts of a plan took. */
export interface PlanMeasure extends Omit<Completion, 'text'> {
  /** Milliseconds to parse, check and expand what the model wrote. */
  validateMs: number
  totalMs: number
}

/** Tokens that a turn's own text has where the player's words leave room for it: with the chat's marks, under 200. */
const leanTokens = 180
/** Tokens that a turn's own text may have at most, for the sake of long words of a player. */
const turnTokens = 900

/** Tokens of a plan of two steps, and of each further one. */
const planTokens = { two: 80, more: 40 }

/**
 * Plans with a local model. The model decides which scripts, with what input, in what order, and what to say; a grammar
 * keeps it to that, and the code makes the plan of it. So every plan is valid whatever the model (FR-002, FR-009).
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

  /** Evaluates the catalogue of a set of skills ahead of the first turn; answers with how many tokens that took. */
  async prepare(skills: readonly Skill[], { signal }: { signal?: AbortSignal } = {}): Promise<number> {
    const { system } = await this.#catalogueOf(skills)
    return this.#options.model.warm([system], { signal })
  }

  /**
   * @throws {PlannerError} `planner_timeout` past the deadline, `planner_failed` where the model cannot answer,
   *   `planner_cancelled`; the narrator then asks its fallback
   */
  async plan(request: PlanRequest, { signal }: { signal?: AbortSignal } = {}): Promise<Plan> {
    const deadline = AbortSignal.timeout(this.#options.deadlineMs ?? 5_000)
    try {
      return await this.#plan(request, signal ? AbortSignal.any([signal, deadline]) : deadline)
    } catch (cause) {
      if (signal?.aborted) throw new PlannerError('planner_cancelled', 'planning was cancelled', { cause })
      if (deadline.aborted) throw new PlannerError('planner_timeout', 'the model gave no plan in time', { cause })
      if (PlannerError.isInstance(cause)) throw cause
      throw new PlannerError('planner_failed', cause instanceof Error ? cause.message : String(cause), { cause })
    }
  }

  async #plan(request: PlanRequest, signal: AbortSignal): Promise<Plan> {
    const startedAt = performance.now()
    const catalogue = await untilAborted(signal, () => this.#catalogueOf(request.skills))
    const disabled = new Set(request.disabledSkills)
    const { text, candidates } = await untilAborted(signal, () =>
      this.#turnText(request, candidatesFor(request, catalogue)),
    )
    const choices = [...catalogue.known.filter(({ skill }) => !disabled.has(skill.name)), ...candidates]
    const { model, temperature = 0, seed } = this.#options
    const completion = await untilAborted(signal, () =>
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
    const validatingAt = performance.now()
    try {
      return this.#expand(request, completion.text, choices)
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

  // The turn's text is what has to be evaluated. The player's words come first; scripts that the catalogue has no room
  // for and the past are named as far as all of it stays lean.
  async #turnText(request: PlanRequest, candidates: readonly ScriptChoice[]) {
    const bare = { ...request, recentTurns: [], state: {} }
    for (const kept of [request, bare]) {
      for (let count = candidates.length; count >= Math.min(candidates.length, 1); count -= 1) {
        const named = candidates.slice(0, count)
        const text = turnText(kept, named)
        if (!(await this.#fits(text, leanTokens))) continue
        this.#warnOfPrompt(request.prompt, limits.prompt)
        return { text, candidates: named }
      }
    }
    // Odd characters can take a token each: the words are cut until the text has its size.
    let text = turnText(bare, candidates)
    let read: number = limits.prompt
    for (let length = Math.min(asRead(request.prompt).length, 1_000); length > 0; length = Math.floor(length / 2)) {
      if (await this.#fits(text, turnTokens)) break
      text = turnText(bare, candidates, length)
      read = length
    }
    this.#warnOfPrompt(request.prompt, read)
    return { text, candidates }
  }

  async #fits(text: string, tokens: number): Promise<boolean> {
    return Buffer.byteLength(text) <= tokens || (await this.#options.model.countTokens(text)) <= tokens
  }

  #expand(request: PlanRequest, text: string, choices: readonly ScriptChoice[]): Plan {
    const prompt = readPrompt(request.prompt)
    const { steps, narrative } = expandPlan(text, choices, prompt.text)
    const all = [...steps, ...chooseSteps(request, prompt, ({ script }) => isAutomatic(script))]
    const said = narrative !== '' ? narrative : all.length === 0 ? quietNarrative(prompt.text) : undefined
    const { createId, now } = this.#options
    return buildPlan(request, {
      createId,
      now,
      planner: this.name,
      steps: all,
      ...(said !== undefined && { narrative: said }),
    })
  }

  #catalogueOf(skills: readonly Skill[]): Promise<Catalogue> {
    const key = JSON.stringify(
      skills.map(({ name, path, enabled, errorState, description, prompt, priority, scripts }) => {
        return [name, path, enabled, errorState === 'permanentFailure', description, prompt, priority, scripts]
      }),
    )
    if (this.#catalogue?.key !== key) {
      const { model } = this.#options
      const room = model.info.contextSize - turnTokens - this.#maxTokens
      const made = createCatalogue(skills, model, Math.max(0, room))
      this.#catalogue = { key, made }
      made.then(
        ({ refused, cut }) => this.#warn(refused, cut),
        () => (this.#catalogue = undefined),
      )
    }
    return this.#catalogue.made
  }

  // Plans of one turn that follow each other have the same words.
  #warnOfPrompt(prompt: string, read: number): void {
    const { length } = asRead(prompt)
    if (length <= read || prompt === this.#cutPrompt) return
    this.#cutPrompt = prompt
    const message = `the model reads the first ${read} of your ${prompt.length} characters to plan the turn; scripts get them all`
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
