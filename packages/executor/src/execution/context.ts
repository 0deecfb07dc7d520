import type { ExecuteOptions } from '../options.ts'
import type { CheckedPlan } from '../plan/validate-plan.ts'
import type { Deadlines } from '../schedule/deadlines.ts'
import type { StateView } from '../schedule/state-view.ts'
import type { Settings } from '../settings.ts'
import type { Feed } from '../trace/feed.ts'
import type { Cancellation } from './cancellation.ts'
import type { Pauses } from './pause.ts'

/** What the tasks of one execution share. */
export interface ExecutionContext {
  readonly checked: CheckedPlan
  readonly settings: Settings
  readonly options: ExecuteOptions
  readonly feed: Feed
  readonly deadlines: Deadlines
  readonly cancellation: Cancellation
  readonly state: StateView
  readonly pauses: Pauses
  readonly warn: (code: string, message: string, toolId: string) => void
}
