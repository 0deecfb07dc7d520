import {
  type Choice,
  type ExecutionResult,
  type Plan,
  type ProtocolEvent,
  type ToolResult,
  type UiEvent,
  isJsonObject,
} from '@narratoria/protocol'
import { parseChoices } from '@narratoria/protocol/rules'

/** The payload of a tool's `narration` event. */
export interface Passage {
  text: string
  /** True to continue the previous paragraph, false to start a new one. */
  append: boolean
  /** True to withdraw the tool's earlier passages. */
  replace?: boolean
}

export function lastEvents({ events, attempts }: ToolResult): ProtocolEvent[] {
  const last = attempts.at(-1)
  return last ? events.slice(Math.max(0, events.length - last.eventCount)) : events
}

/** The passage in a `narration` event; `undefined` for any other event or payload. */
export function parsePassage(event: ProtocolEvent): Passage | undefined {
  if (!isUi(event, 'narration') || !isJsonObject(event.payload)) return undefined
  const { text, append, replace } = event.payload
  if (typeof text !== 'string' || (text === '' && replace !== true)) return undefined
  return { text, append: append === true, ...(replace === true && { replace }) }
}

/** The results of the tools that completed, in plan order. */
export function completedResults(plan: Plan, result: ExecutionResult): ToolResult[] {
  const byId = new Map(result.toolResults.map((tool) => [tool.toolId, tool]))
  return plan.tools.flatMap(({ toolId }) => {
    const tool = byId.get(toolId)
    return tool?.state === 'completed' ? [tool] : []
  })
}

/** The choices of the last `narrative_choice` event of the completed tools. */
export function choicesOf(plan: Plan, result: ExecutionResult): Choice[] {
  const events = completedResults(plan, result).flatMap(lastEvents)
  const last = events.findLast((event): event is UiEvent => isUi(event, 'narrative_choice'))
  return parseChoices(last?.payload)
}

function isUi(event: ProtocolEvent, name: string): event is UiEvent {
  return event.type === 'ui_event' && event.event === name
}
