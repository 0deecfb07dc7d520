import type { JsonObject, Plan, ToolInvocation, ToolRequest } from '@narratoria/protocol'
import type { ExecuteOptions, ToolDescription } from '../options.ts'
import type { Deadlines } from '../schedule/deadlines.ts'
import type { Feed } from '../trace/feed.ts'
import type { Settings } from './settings.ts'

/** Why an execution takes no further steps. */
export type StopReason = 'cancelled' | 'plan_timeout'

/** Something that is ended when its execution stops. */
export interface Stoppable {
  stop: (how: 'ask' | 'kill') => void
}

/** What a tool shares with the execution it belongs to. */
export interface TaskHost {
  readonly settings: Settings
  readonly options: ExecuteOptions
  readonly plan: Plan
  readonly feed: Feed
  readonly deadlines: Deadlines
  /** Set once nothing new may start. */
  readonly stopReason: StopReason | undefined
  /** Settles when nothing new may start. */
  readonly stopped: Promise<void>
  /** A promise while a consumer of events is busy and the execution still goes on. */
  readonly hold: () => Promise<void> | undefined
  /** Waits; ends early when the execution stops. */
  pause: (delayMs: number) => Promise<void>
  /** Registers what is to be stopped with the execution, until it is dropped. */
  keep: (running: Stoppable) => void
  drop: (running: Stoppable) => void
  /** Told when a tool begins to wait for its next attempt and when it wants a place again. */
  onBackoff: (waiting: boolean) => void
  warn: (code: string, message: string, toolId?: string) => void
  readState: (position: number) => JsonObject
  readDependencies: (position: number) => ToolRequest['dependencies']
}

/** One tool of a plan, with what is the same for all of its attempts. */
export interface PlannedTool {
  readonly position: number
  readonly invocation: ToolInvocation
  /** Its real path. */
  readonly path: string
  readonly idempotencyKey: string
  readonly description: ToolDescription | undefined
}
