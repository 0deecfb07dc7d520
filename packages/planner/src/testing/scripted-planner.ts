import type { Plan, ToolInvocation } from '@narratoria/protocol'
import { randomUUID } from 'node:crypto'
import { PlannerError } from '../errors.ts'
import type { Planner, PlanRequest } from '../planner.ts'

/** A plan for {@link ScriptedPlanner}. Missing parts are taken from the request. */
export type ScriptedPlan = Partial<Omit<Plan, 'tools'>> & { tools?: ToolInvocation[] }

/** A plan, an error to reject with, or a function that makes a plan. */
export type ScriptedAnswer =
  | ScriptedPlan
  | Error
  | ((request: PlanRequest, options: { signal?: AbortSignal }) => ScriptedPlan | Promise<ScriptedPlan>)

/** A planner that returns plans from a list, and the last one repeatedly. `requests` contains the requests so far. */
export class ScriptedPlanner implements Planner {
  readonly name: string
  readonly requests: PlanRequest[] = []
  readonly #answers: readonly ScriptedAnswer[]

  constructor(answers: readonly ScriptedAnswer[], name = 'scripted') {
    this.#answers = answers
    this.name = name
  }

  async plan(request: PlanRequest, options: { signal?: AbortSignal } = {}): Promise<Plan> {
    if (options.signal?.aborted) throw new PlannerError('planner_cancelled', 'planning was cancelled')
    this.requests.push(request)
    const answer = this.#answers[Math.min(this.requests.length, this.#answers.length) - 1]
    if (answer instanceof Error) throw answer
    const plan = typeof answer === 'function' ? await answer(request, options) : answer
    return {
      requestId: randomUUID(),
      tools: [],
      disabledSkills: [...request.disabledSkills],
      metadata: { generationAttempt: request.attempt, parentPlanId: request.parentPlanId, planner: this.name },
      ...plan,
    }
  }
}
