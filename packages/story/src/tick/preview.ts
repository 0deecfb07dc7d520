import { buildContext, type StoryContext } from '../context/build-context.ts'
import { checkStoryPlan } from '../plan/check-story-plan.ts'
import { StoryError } from '../errors.ts'
import type { StoryPlan } from '../plan/story-plan.ts'
import { readSources } from '../context/read-sources.ts'
import { nextAttempt } from '../project/failed-attempts.ts'
import { inTime } from './in-time.ts'
import type { TickHost } from './run-tick.ts'
import { basisOf, keepPendingPlan, readPendingPlan } from './pending-plan.ts'

/** What a dry run shows. */
export interface Preview {
  tick: number
  plan: StoryPlan
  warnings: string[]
  context: StoryContext
}

/**
 * Plans the tick to come, or gives the plan again that was made for it, and keeps it for the tick. `fresh` asks the planner
 * whatever waits; one that decides by the project alone, as the stub does, answers as before.
 */
export async function preview(
  host: TickHost,
  { fresh = false, signal }: { fresh?: boolean; signal?: AbortSignal },
): Promise<Preview> {
  const sources = readSources(host)
  const tick = sources.state.current_tick + 1
  const context = buildContext(sources)
  const basis = basisOf(context, { planner: host.planner.name, attempt: nextAttempt(host.folder, tick) })
  const waiting = fresh ? undefined : readPendingPlan(host.folder, tick, basis)
  const plan =
    waiting ??
    (await inTime(`the planner "${host.planner.name}"`, { signal, timeoutMs: host.planningTimeoutMs }, (options) =>
      host.planner.plan({ ...sources, context, tick, answers: [] }, options),
    ))
  const { issues, warnings } = checkStoryPlan(plan, sources)
  if (issues.length > 0) {
    throw new StoryError('invalid_plan', `the planner's plan cannot run: ${issues.join('; ')}`, { issues })
  }
  if (!waiting) keepPendingPlan(host.folder, { tick, basis, plan }, host.disk)
  return { tick, plan, warnings, context }
}
