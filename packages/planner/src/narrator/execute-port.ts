import type {
  ExecutionEvent,
  ExecutionResult,
  JsonObject,
  Plan,
  ToolInvocation,
  ToolRequest,
  ToolResult,
} from '@narratoria/protocol'

/** What the narrator asks of an execution. */
export interface ExecutionRequest {
  signal?: AbortSignal
  state?: JsonObject
  onEvent?: (event: ExecutionEvent) => void | Promise<void>
  request?: Pick<ToolRequest, 'sessionId' | 'sessionName' | 'turn'>
  /** A recorded result of the same work, used in place of a run. */
  reuse?: (tool: ToolInvocation) => ToolResult | undefined
  /** The same for the same work throughout a turn. */
  idempotencyKey?: (tool: ToolInvocation) => string
}

/** Runs a plan: `Executor.execute` of `@narratoria/executor`, or a host's own. It rejects only for bugs. */
export type Execute = (plan: Plan, request: ExecutionRequest) => Promise<ExecutionResult>
