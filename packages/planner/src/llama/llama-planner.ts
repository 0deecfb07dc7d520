import type { Plan } from '@narratoria/protocol'
import type { Skill } from '@narratoria/skills'
import { isAutomatic } from '@narratoria/skills/grammar'
import { buildPlan, type PlanStamp } from '../build/build-plan.ts'
import { PlannerError } from '../errors.ts'
import { untilAborted } from '../narrator/ask-planner.ts'
import type { Planner, PlanRequest } from '../planner.ts'
import { chooseSteps } from '../stub/choose-steps.ts'
import { readPrompt } from '../stub/prompt-text.ts'
import { quietNarrative } from '../stub/quiet-narrative.ts'
import { candidatesFor, type Catalogue, createCatalogue } from './catalogue.ts'
import { expandPlan } from './expand-plan.ts'
import type { Completion, LocalModel } from './local-model.ts'
import { planGrammar } from './plan-grammar.ts'
import { turnText } from './plan-prompt.ts'
import type { ScriptChoice } from './script-choices.ts'

/** Options of a llama planner. */
export interface LlamaPlannerOptions extends PlanStamp {
  model: LocalModel
  /** How long a plan may take in milliseconds; 5,000 (FR-006). */
  deadlineMs?: number
  /** Most steps that the model may choose, 1 to 10; 6. */
  maxSteps?: number
  /** Most tokens that the model may write; 400. */
  maxTokens?: number
  /** 0 unless told: the same prompt gives the same plan. */
  temperature?: number
  seed?: number
  /** Told of scripts that no grammar can be made for, once for each. */
  onWarning?: (warning: { code: 'unsupported_schema'; message: string }) => void
  /** Told how each plan was made. */
  onMeasure?: (measure: PlanMeasure) => void
}

/** How long the parts of a plan took. */
export interface PlanMeasure extends Omit<Completion, 'text'> {
  /** Milliseconds to parse, check and expand what the model wrote. */
  validateMs: number
  totalMs: number
}

/** Tokens of the context that a turn's own text may take. */
const turnTokens = 900

/**
 * Plans with a local model. The model decides which scripts, with what input, in what order, and what to say; a grammar
 * keeps it to that, and the code makes the plan of it. So every plan is valid whatever the model (FR-002, FR-009).
 */
export class LlamaPlanner implements Planner {
  readonly name = 'llama'
  readonly #options: LlamaPlannerOptions
  readonly #warned = new Set<string>()
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
    const candidates = candidatesFor(request, catalogue)
    const choices = [...catalogue.known.filter(({ skill }) => !disabled.has(skill.name)), ...candidates]
    const text = await untilAborted(signal, () => this.#turnText(request, candidates))
    const { model, maxSteps = 6, maxTokens = 400, temperature = 0, seed } = this.#options
    const completion = await untilAborted(signal, () =>
      model.complete(
        {
          lane: 'planner',
          messages: [catalogue.system, { role: 'user', content: text }],
          grammar: planGrammar(choices, Math.min(maxSteps, 10)),
          maxTokens,
          temperature,
          ...(seed !== undefined && { seed }),
        },
        { signal },
      ),
    )
    const validatingAt = performance.now()
    const plan = this.#expand(request, completion.text, choices)
    const { text: _, ...measured } = completion
    const now = performance.now()
    this.#options.onMeasure?.({ ...measured, validateMs: now - validatingAt, totalMs: now - startedAt })
    return plan
  }

  // Odd characters can take a token each: the player's words are cut until the turn's text has its size.
  async #turnText(request: PlanRequest, candidates: readonly ScriptChoice[]): Promise<string> {
    let text = turnText(request, candidates)
    for (let length = Math.min(request.prompt.length, 1_000); length > 0; length = Math.floor(length / 2)) {
      if (Buffer.byteLength(text) <= turnTokens || (await this.#options.model.countTokens(text)) <= turnTokens) break
      text = turnText({ ...request, recentTurns: [], state: {} }, candidates, length)
    }
    return text
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
      const { model, maxTokens = 400 } = this.#options
      const made = createCatalogue(skills, model, Math.max(0, model.info.contextSize - turnTokens - maxTokens))
      this.#catalogue = { key, made }
      made.then(
        ({ refused }) => this.#warn(refused),
        () => (this.#catalogue = undefined),
      )
    }
    return this.#catalogue.made
  }

  #warn(refused: Catalogue['refused']): void {
    for (const { skill, script, reason } of refused) {
      if (this.#warned.has(script.path)) continue
      this.#warned.add(script.path)
      const message = `the model cannot use ${skill.name}/${script.name}: ${reason}`
      this.#options.onWarning?.({ code: 'unsupported_schema', message })
    }
  }
}
