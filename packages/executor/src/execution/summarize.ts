import type { ExecutionResult, FailureReason, JsonObject, Plan } from '@narratoria/protocol'
import type { StopReason } from './cancellation.ts'
import type { TaskOutcome } from './task-outcome.ts'

const lastGeneration = 5

/** Input of {@link summarize}. */
export interface ResultParts {
  plan: Plan
  /** By position in the plan. */
  outcomes: readonly TaskOutcome[]
  order: readonly number[]
  executionTime: number
  stopReason: StopReason | undefined
  state: JsonObject
  warnings: string[]
}

export function summarize(parts: ResultParts): ExecutionResult {
  const { plan, outcomes, order, stopReason, warnings } = parts
  const unfinished = outcomes.filter(({ result }, at) => plan.tools[at]!.required !== false && !result.ok)
  const cancelled = stopReason === 'cancelled' && outcomes.some(({ result }) => result.errorCode === 'cancelled')
  const success = unfinished.length === 0 && !cancelled
  const generationAttempt = plan.metadata?.generationAttempt ?? 1
  const result: ExecutionResult = {
    planId: plan.requestId,
    success,
    narrative: plan.narrative ?? '',
    executionTime: parts.executionTime,
    toolResults: outcomes.map((outcome) => outcome.result),
    failedTools: outcomes
      .filter(({ result: { state } }) => state === 'failed' || state === 'timeout')
      .map((outcome) => outcome.result.toolId),
    generationAttempt,
    canReplan: !success && !cancelled && generationAttempt < lastGeneration,
    state: parts.state,
    assets: order.flatMap((position) => outcomes[position]!.assets),
  }
  if (!success) result.failureReason = findReason(unfinished, stopReason, cancelled)
  if (warnings.length > 0) result.warnings = warnings
  return result
}

/** Returns the result of a plan that was refused before anything ran. */
export function refusal(
  plan: unknown,
  why: { failureReason: FailureReason; issues: string[]; state: JsonObject },
): ExecutionResult {
  const { requestId, narrative, metadata } = (typeof plan === 'object' && plan !== null ? plan : {}) as Partial<Plan>
  const given: unknown = metadata?.generationAttempt
  const generationAttempt = typeof given === 'number' && Number.isInteger(given) && given >= 1 ? given : 1
  return {
    planId: typeof requestId === 'string' ? requestId : '',
    success: false,
    narrative: typeof narrative === 'string' ? narrative : '',
    executionTime: 0,
    toolResults: [],
    failedTools: [],
    generationAttempt,
    canReplan: generationAttempt < lastGeneration,
    failureReason: why.failureReason,
    issues: why.issues,
    state: why.state,
    assets: [],
  }
}

function findReason(
  unfinished: readonly TaskOutcome[],
  stopReason: StopReason | undefined,
  cancelled: boolean,
): FailureReason {
  if (cancelled) return 'cancelled'
  const timedOut = unfinished.some(({ result }) => result.state === 'timeout')
  return timedOut || stopReason === 'plan_timeout' ? 'timeout' : 'tool_failure'
}
