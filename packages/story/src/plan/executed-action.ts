import type { JsonObject } from '@narratoria/protocol'

/** What became of one action of a story plan (P3 §6.1). */
export interface ExecutedAction {
  action_index: number
  tool: string
  args: JsonObject
  success: boolean
  result?: JsonObject
  error?: string
  /** Structured: the tool's own code and details. */
  error_code?: string
  /** True where an earlier failure kept it from running. */
  skipped?: boolean
  duration_ms?: number
  stderr?: string
}

/** What became of a plan (P3 §6.1). */
export interface StoryExecution {
  success: boolean
  actions_executed: ExecutedAction[]
  errors: string[]
}
