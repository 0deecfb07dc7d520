import type {
  ExecutionEvent,
  ExecutionResult,
  JsonObject,
  Plan,
  ToolInvocation,
  ToolRequest,
  ToolResult,
} from '@narratoria/protocol'

/** Options with which the narrator executes a plan. */
export interface ExecutionRequest {
  signal?: AbortSignal
  state?: JsonObject
  onEvent?: (event: ExecutionEvent) => void | Promise<void>
  request?: Pick<ToolRequest, 'sessionId' | 'sessionName' | 'turn' | 'campaign'>
  /** Returns the recorded result of the same work, to use instead of running the tool. */
  reuse?: (tool: ToolInvocation) => ToolResult | undefined
  /** Returns a key that is the same for the same work throughout a turn. */
  idempotencyKey?: (tool: ToolInvocation) => string
}

/** Executes a plan, like `Executor.execute` of `@narratoria/executor`. Failures of tools are results, not rejections. */
export type Execute = (plan: Plan, request: ExecutionRequest) => Promise<ExecutionResult>
