import { describeIssues, listIssues, Plan } from '@narratoria/protocol'
import { PlannerError } from '../errors.ts'
import type { Planner, PlanOptions, PlanRequest } from '../planner.ts'
import { untilAborted } from '../until-aborted.ts'
import { findUnwritable } from './plan-json.ts'

export interface AskOptions {
  signal: AbortSignal
  timeoutMs: number
  onUsage?: PlanOptions['onUsage']
}

/**
 * Calls a planner and validates its plan. A planner that throws, does not settle in time or resolves to something else
 * makes this reject with a {@link PlannerError}.
 *
 * @throws {PlannerError} `planner_failed`, `planner_timeout` or `planner_cancelled`
 */
export async function askPlanner(planner: Planner, request: PlanRequest, options: AskOptions): Promise<Plan> {
  const deadline = AbortSignal.timeout(options.timeoutMs)
  const signal = AbortSignal.any([options.signal, deadline])
  let answer: unknown
  try {
    answer = await untilAborted(signal, () => planner.plan(request, { signal, onUsage: options.onUsage }))
  } catch (error) {
    if (options.signal.aborted) throw new PlannerError('planner_cancelled', 'planning was cancelled', { cause: error })
    const late = deadline.aborted || (PlannerError.isInstance(error) && error.code === 'planner_timeout')
    if (late)
      throw new PlannerError('planner_timeout', `the planner "${nameOf(planner)}" made no plan in time`, {
        cause: error,
      })
    throw new PlannerError('planner_failed', `the planner "${nameOf(planner)}" failed: ${messageOf(error)}`, {
      cause: error,
    })
  }
  const fault = faultOf(answer)
  if (fault !== undefined)
    throw new PlannerError('planner_failed', `the planner "${nameOf(planner)}" made an invalid plan: ${fault}`)
  return answer as Plan
}

// Reading the value may throw, for example in a getter.
function faultOf(answer: unknown): string | undefined {
  try {
    const issues = listIssues(Plan, answer)
    return issues.length > 0 ? describeIssues(issues.slice(0, 3)) : findUnwritable(answer)
  } catch (error) {
    return messageOf(error)
  }
}

/** An error's message on one line, whatever was thrown. */
export function messageOf(error: unknown): string {
  try {
    const text = error instanceof Error ? error.message : String(error)
    return text.replaceAll(/\s+/g, ' ').trim().slice(0, 300)
  } catch {
    return 'the thrown value cannot be converted to a string'
  }
}

/** A planner's name for events, records and messages; one written in JavaScript may lack it. */
export function nameOf({ name }: { readonly name?: unknown }): string {
  return typeof name === 'string' && name !== '' ? name : 'unnamed'
}
