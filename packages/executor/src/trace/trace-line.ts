import type { ExecutionEvent } from '@narratoria/protocol'

/**
 * Writes an event of an execution as one line of NDJSON (FR-020). A tool's own event stands as the tool wrote it; the
 * events of a finished tool are not repeated, since a line each has come before.
 */
export function toTraceLine(event: ExecutionEvent, text?: string): string {
  if (event.type === 'tool_event' && text !== undefined) {
    return `${toTraceHead(event)}${text}}\n`
  }
  if (event.type === 'tool_finished') {
    return `${JSON.stringify({ ...event, result: { ...event.result, events: [] } })}\n`
  }
  return `${JSON.stringify(event)}\n`
}

/** The start of a tool event's line, up to where the tool's own line stands. */
export function toTraceHead(event: { planId: string; toolId: string; attempt: number; at: number }): string {
  const { planId, at, toolId, attempt } = event
  const ids = `"planId":${JSON.stringify(planId)},"at":${at},"toolId":${JSON.stringify(toolId)}`
  return `{"type":"tool_event",${ids},"attempt":${attempt},"event":`
}
