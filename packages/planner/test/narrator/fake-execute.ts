import {
  type ExecutionResult,
  type ProtocolEvent,
  type ToolResult,
  type ToolState,
  mergePatch,
} from '@narratoria/protocol'
import type { Execute } from '../../src/index.ts'

/** What a pretended tool does: its events, and how its attempts end. */
export interface Act {
  events?: ProtocolEvent[]
  state?: ToolState
  retryable?: boolean
  error?: string
  summary?: string
  refused?: boolean
}

/** Runs plans in pretence: each tool does what `acts` says for the end of its path, one entry per run; and is counted. */
export function fakeExecute(acts: Record<string, Act[]>): { execute: Execute; runs: string[]; keys: string[] } {
  const runs: string[] = []
  const keys: string[] = []
  const execute: Execute = async (plan, { state = {}, onEvent, reuse, idempotencyKey, signal }) => {
    const results: ToolResult[] = []
    let now = state
    for (const tool of plan.tools) {
      const stamp = { planId: plan.requestId, at: 0, toolId: tool.toolId }
      const name = tool.toolPath.replace(/^.*\/|\.mjs$/g, '')
      const failedBefore = (tool.dependencies ?? []).some((id) => results.some((r) => r.toolId === id && !r.ok))
      let result = signal?.aborted || failedBefore ? toolResult(tool.toolId, { state: 'skipped' }) : reuse?.(tool)
      if (!result) {
        keys.push(idempotencyKey?.(tool) ?? '')
        const list = acts[name] ?? [{}]
        const act = list[Math.min(runs.filter((run) => run === name).length, list.length - 1)] ?? {}
        runs.push(name)
        for (const event of act.events ?? []) await onEvent?.({ ...stamp, type: 'tool_event', attempt: 1, event })
        result = toolResult(tool.toolId, act)
      }
      results.push(result)
      if (result.ok)
        for (const event of result.events) if (event.type === 'state_patch') now = mergePatch(now, event.patch)
      await onEvent?.({ ...stamp, type: 'tool_finished', result })
    }
    const failed = results.filter((result) => result.state === 'failed' || result.state === 'timeout')
    const success = results.every((result) => result.ok)
    return {
      planId: plan.requestId,
      success,
      narrative: plan.narrative ?? '',
      executionTime: 0,
      toolResults: results,
      failedTools: failed.map(({ toolId }) => toolId),
      generationAttempt: plan.metadata?.generationAttempt ?? 1,
      canReplan: !success && !signal?.aborted,
      ...(!success && {
        failureReason: signal?.aborted
          ? 'cancelled'
          : failed.some((r) => r.state === 'timeout')
            ? 'timeout'
            : 'tool_failure',
      }),
      state: now,
      assets: [],
    } satisfies ExecutionResult
  }
  return { execute, runs, keys }
}

function toolResult(
  toolId: string,
  { events = [], state = 'completed', retryable, error, summary, refused }: Act,
): ToolResult {
  const ok = state === 'completed'
  return {
    toolId,
    ok,
    state,
    output: {},
    executionTime: 1,
    retryCount: 0,
    ...(!ok && { error: error ?? 'exit code 1' }),
    ...(summary !== undefined && { summary }),
    ...(refused && { refused }),
    events,
    attempts:
      state === 'skipped'
        ? []
        : [
            {
              attempt: 1,
              startedAt: 0,
              endedAt: 1,
              ok,
              eventCount: events.length,
              ...(retryable !== undefined && { retryable }),
            },
          ],
  }
}

export const narration = (text: string, append = false, replace?: boolean): ProtocolEvent => ({
  version: '0',
  type: 'ui_event',
  event: 'narration',
  payload: { text, append, ...(replace !== undefined && { replace }) },
})
export const patch = (changes: Record<string, number | string | null>): ProtocolEvent => ({
  version: '0',
  type: 'state_patch',
  patch: changes,
})
export const choices = (...texts: string[]): ProtocolEvent => ({
  version: '0',
  type: 'ui_event',
  event: 'narrative_choice',
  payload: { choices: texts },
})
