import { buildContext, type StoryContext } from '../context/build-context.ts'
import { checkStoryPlan } from '../plan/check-story-plan.ts'
import { StoryError } from '../errors.ts'
import type { StoryPlan } from '../plan/story-plan.ts'
import { readSources } from '../context/read-sources.ts'
import { nextAttempt } from '../project/failed-attempts.ts'
import { withTimeout } from './with-timeout.ts'
import type { TickHost } from './run-tick.ts'
import { basisOf, writePendingPlan, readPendingPlan } from './pending-plan.ts'

export interface Preview {
  tick: number
  plan: StoryPlan
  warnings: string[]
  context: StoryContext
}

/**
 * Returns the stored plan of the next tick, or asks the planner and stores its plan. `fresh` always asks the planner; the stub
 * then returns the same plan, because it depends only on the project.
 */
export async function preview(
  host: TickHost,
  { fresh = false, signal }: { fresh?: boolean; signal?: AbortSignal },
): Promise<Preview> {
  const sources = readSources(host)
  const tick = sources.state.current_tick + 1
  const context = buildContext(sources)
  const basis = basisOf(context, { planner: host.planner.name, attempt: nextAttempt(host.folder, tick) })
  const stored = fresh ? undefined : readPendingPlan(host.folder, tick, basis)
  const plan =
    stored ??
    (await withTimeout(`the planner "${host.planner.name}"`, { signal, timeoutMs: host.planningTimeoutMs }, (options) =>
      host.planner.plan({ ...sources, context, tick, answers: [] }, options),
    ))
  const { issues, warnings } = checkStoryPlan(plan, sources)
  if (issues.length > 0) {
    throw new StoryError('invalid_plan', `the planner's plan cannot run: ${issues.join('; ')}`, { issues })
  }
  if (!stored) writePendingPlan(host.folder, { tick, basis, plan }, host.disk)
  return { tick, plan, warnings, context }
}
