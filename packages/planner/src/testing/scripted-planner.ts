import type { Plan, ToolInvocation } from '@narratoria/protocol'
import { randomUUID } from 'node:crypto'
import { PlannerError } from '../errors.ts'
import type { Planner, PlanRequest } from '../planner.ts'

/** A plan to be answered with: what is not said is made up from the request. */
export type ScriptedPlan = Partial<Omit<Plan, 'tools'>> & { tools?: ToolInvocation[] }

/** What a scripted planner does when it is asked: answers, computes an answer, or fails. */
export type ScriptedAnswer =
  | ScriptedPlan
  | Error
  | ((request: PlanRequest, options: { signal?: AbortSignal }) => ScriptedPlan | Promise<ScriptedPlan>)

/** A planner that answers from a list, the last entry over and over; `requests` holds what it was asked. */
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
