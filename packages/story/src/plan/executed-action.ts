import type { JsonObject } from '@narratoria/protocol'

/** The result of one action of a story plan. */
export interface ExecutedAction {
  action_index: number
  tool: string
  args: JsonObject
  success: boolean
  result?: JsonObject
  error?: string
  /** The error code of the tool or the executor. */
  error_code?: string
  /** True if the action did not run because an earlier one failed. */
  skipped?: boolean
  duration_ms?: number
  stderr?: string
}

/** The result of running a plan. */
export interface StoryExecution {
  success: boolean
  actions_executed: ExecutedAction[]
  errors: string[]
}
