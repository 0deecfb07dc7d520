import type { JsonObject, RegisteredAsset, ToolResult } from '@narratoria/protocol'

/** The outcome of a task: one tool of a plan, with all its attempts. */
export interface TaskOutcome {
  result: ToolResult
  /** The patches of the successful attempt, in order. */
  patches: JsonObject[]
  assets: RegisteredAsset[]
}

/** The outcome of a task that made no attempt. */
export function outcomeWithoutAttempt(
  toolId: string,
  state: ToolResult['state'],
  why: Pick<ToolResult, 'failedDependency'> & { errorCode: string; error: string },
): TaskOutcome {
  const result: ToolResult = {
    toolId,
    ok: false,
    state,
    output: {},
    executionTime: 0,
    retryCount: 0,
    ...why,
    events: [],
    attempts: [],
  }
  return { result, patches: [], assets: [] }
}
