import type { ExecutionResult, FailureReason, JsonObject, Plan, TurnAttempt } from '@narratoria/protocol'
import type { PlanRequest } from '../planner.ts'

export function fail(attempt: TurnAttempt, reason: FailureReason, error: string): void {
  attempt.failureReason = reason
  attempt.error = error
}

/** A plan with the disabled skills and the metadata of its request, which a planner may have left out. */
export function withOrigin(plan: Plan, { attempt, parentPlanId, disabledSkills }: PlanRequest, planner: string): Plan {
  return {
    ...plan,
    disabledSkills: [...new Set([...(plan.disabledSkills ?? []), ...disabledSkills])],
    metadata: { planner, ...plan.metadata, generationAttempt: attempt, parentPlanId },
  }
}

/** The result of a plan that was refused before it was executed, for the request of the next plan. */
export function refusal(
  plan: Plan,
  { attempt, failureReason = 'invalid_plan', error = '' }: TurnAttempt,
  state: JsonObject,
): ExecutionResult {
  return {
    planId: plan.requestId,
    success: false,
    narrative: plan.narrative ?? '',
    executionTime: 0,
    toolResults: [],
    failedTools: [],
    generationAttempt: attempt,
    canReplan: true,
    failureReason,
    issues: [error],
    state,
    assets: [],
  }
}

/** Why an execution failed, on one line. */
export function describeFailure({ toolResults, failedTools, issues }: ExecutionResult): string {
  if (issues?.length) return issues.slice(0, 3).join('; ')
  const failed = toolResults.filter(({ toolId }) => failedTools.includes(toolId))
  return failed.map(({ toolId, error }) => `${toolId}: ${error ?? 'failed'}`).join('; ') || 'the plan failed'
}
