import type { Plan } from '@narratoria/protocol'
import { buildPlan } from './plan/build-plan.ts'
import type { Planner, PlanOptions, PlanRequest } from './planner.ts'
import { chooseSteps } from './prompt/choose-steps.ts'
import { readPrompt } from './prompt/prompt-text.ts'
import { quietNarrative } from './prompt/quiet-narrative.ts'

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
