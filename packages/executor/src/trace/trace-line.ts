import type { ExecutionEvent } from '@narratoria/protocol'

/**
 * Returns an event as one line of NDJSON. A tool's event is the tool's own line behind a prefix. `tool_finished` omits the
 * tool's events, because each is an earlier line.
 */
export function toTraceLine(event: ExecutionEvent, text?: string): string {
  if (event.type === 'tool_event' && text !== undefined) return `${toTraceHead(event)}${text}}\n`
  if (event.type === 'tool_finished') {
    return `${JSON.stringify({ ...event, result: { ...event.result, events: [] } })}\n`
  }
  return `${JSON.stringify(event)}\n`
}

/** The start of a tool event's line, up to the tool's own line. */
export function toTraceHead(event: { planId: string; toolId: string; attempt: number; at: number }): string {
  const { planId, at, toolId, attempt } = event
  const ids = `"planId":${JSON.stringify(planId)},"at":${at},"toolId":${JSON.stringify(toolId)}`
  return `{"type":"tool_event",${ids},"attempt":${attempt},"event":`
}
