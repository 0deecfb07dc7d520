import type { Plan } from '@narratoria/protocol'
import { buildPlan, type PlanStamp, type PlanStep } from './plan/build-plan.ts'
import { PlannerError } from './errors.ts'
import type { Planner, PlanOptions, PlanRequest } from './planner.ts'
import { chooseSteps } from './prompt/choose-steps.ts'
import { quietNarrative } from './prompt/quiet-narrative.ts'
import { readPrompt } from './prompt/prompt-text.ts'
import { chooseWorldSteps, inOrder } from './world/choose-world-steps.ts'

/**
 * A planner without a model. It chooses scripts by their triggers, and scripts without triggers by their descriptions. It
 * is deterministic except for the plan's id and time, uses no network, and takes milliseconds. It is the narrator's default
 * fallback.
 *
 * @example
 * ```ts
 * import { StubPlanner } from '@narratoria/planner'
 * import { discoverSkills } from '@narratoria/skills'
 *
 * const { skills } = await discoverSkills({ roots: ['../../skills'] })
 * const plan = await new StubPlanner().plan({
 *   prompt: 'I light the torch',
 *   state: {},
 *   recentTurns: [],
 *   skills,
 *   disabledSkills: [],
 *   attempt: 1,
 *   parentPlanId: null,
 * })
 * if (!plan.tools.some(({ toolId }) => toolId === 'torch-lighter-1')) throw new Error('the plan should light the torch')
 * ```
 */
export class StubPlanner implements Planner {
  readonly name = 'stub'
  readonly #stamp: PlanStamp

  /** @param stamp ids and times for reproducible plans. Defaults to random UUIDs and the current time. */
  constructor(stamp: PlanStamp = {}) {
    this.#stamp = stamp
  }

  /**
   * Resolves to a plan for any prompt. If no script fits, the plan has no tools but a short narrative.
   *
   * @throws {PlannerError} `planner_cancelled` if `signal` is aborted
   */
  async plan(request: PlanRequest, { signal }: { signal?: AbortSignal } = {}): Promise<Plan> {
    if (signal?.aborted) throw new PlannerError('planner_cancelled', 'planning was cancelled')
    const prompt = readPrompt(request.prompt)
    const steps =
      (request.world && chooseWorldSteps(request, request.world)) ?? inOrderOfWords(chooseSteps(request, prompt))
    return buildPlan(request, {
      ...this.#stamp,
      planner: this.name,
      steps,
      ...(steps.length === 0 && { narrative: quietNarrative(prompt.text) }),
    })
  }
}

/**
 * Plans a blank prompt as a narration without an act, and every other prompt with another planner. The scripts of the stage
 * `narrate` get a blank prompt; without one, the plan has a short narrative. Its plans of blank prompts have the planner `continuation`.
 */
export class ContinuationPlanner implements Planner {
  readonly #planner: Planner

  constructor(planner: Planner) {
    this.#planner = planner
  }

  get name(): string {
    return this.#planner.name
  }

  get limitsItself(): boolean {
    return this.#planner.limitsItself ?? false
  }

  async plan(request: PlanRequest, options?: PlanOptions): Promise<Plan> {
    if (request.prompt.trim() !== '') return this.#planner.plan(request, options)
    const steps = chooseSteps(request, readPrompt(''), ({ script }) => script.stage === 'narrate')
    const narrative = steps.length === 0 && { narrative: quietNarrative('') }
    return buildPlan(request, { planner: 'continuation', steps, ...narrative })
  }
}

// Acts of different skills happen in the order of the player's words too.
function inOrderOfWords(steps: readonly PlanStep[]): PlanStep[] {
  const acts = inOrder(steps.filter(({ script }) => script.stage === 'act').map((step) => ({ step })))
  return [...steps.filter(({ script }) => script.stage !== 'act'), ...acts]
}
