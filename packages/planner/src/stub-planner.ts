import type { Plan } from '@narratoria/protocol'
import { buildPlan, type PlanStamp } from './plan/build-plan.ts'
import { PlannerError } from './errors.ts'
import type { Planner, PlanRequest } from './planner.ts'
import { chooseSteps } from './prompt/choose-steps.ts'
import { quietNarrative } from './prompt/quiet-narrative.ts'
import { readPrompt } from './prompt/prompt-text.ts'

/**
 * A planner without a model and without a network: it chooses scripts by their triggers, and skills without triggers by
 * their descriptions. The same request gives the same plan, but for its id and time. It is the fallback of every other
 * planner (FR-005) and answers in milliseconds.
 */
export class StubPlanner implements Planner {
  readonly name = 'stub'
  readonly #stamp: PlanStamp

  /** @param stamp ids and time, for plans that can be compared */
  constructor(stamp: PlanStamp = {}) {
    this.#stamp = stamp
  }

  /**
   * Answers with a plan whatever the prompt: with a narrative of its own where no skill fits.
   *
   * @throws {PlannerError} `planner_cancelled` when `signal` is aborted
   */
  async plan(request: PlanRequest, { signal }: { signal?: AbortSignal } = {}): Promise<Plan> {
    if (signal?.aborted) throw new PlannerError('planner_cancelled', 'planning was cancelled')
    const prompt = readPrompt(request.prompt)
    const steps = chooseSteps(request, prompt)
    return buildPlan(request, {
      ...this.#stamp,
      planner: this.name,
      steps,
      ...(steps.length === 0 && { narrative: quietNarrative(prompt.text) }),
    })
  }
}
