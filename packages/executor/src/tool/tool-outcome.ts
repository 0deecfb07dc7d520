import type { JsonObject, RegisteredAsset, ToolResult } from '@narratoria/protocol'

/** What one tool of a plan came to. */
export interface ToolOutcome {
  result: ToolResult
  /** The patches of its successful attempt, in order. */
  patches: JsonObject[]
  assets: RegisteredAsset[]
}

/** What became of a tool without any attempt. */
export function outcomeWithoutAttempt(
  toolId: string,
  state: ToolResult['state'],
  why: Pick<ToolResult, 'failedDependency'> & { errorCode: string; error: string },
): ToolOutcome {
  return {
    result: {
      toolId,
      ok: false,
      state,
      output: {},
      executionTime: 0,
      retryCount: 0,
      ...why,
      events: [],
      attempts: [],
    },
    patches: [],
    assets: [],
  }
}
