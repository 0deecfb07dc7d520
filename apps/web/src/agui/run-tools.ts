import type { JsonObject, JsonValue } from '@narratoria/protocol'
import type { TurnWireEvent } from '../api/session-message.ts'
import type { PlanView } from '../api/turn-view.ts'
import type { AguiEvent, AguiMessage } from './agui-event.ts'

type ToolWireEvent = Extract<TurnWireEvent, { planId: string }>

const activityType = 'narratoria.plan'

/** The plan of a run as an activity, and its tools as tool calls. */
export class RunTools {
  /** The messages that the client has of the calls. */
  messages: AguiMessage[] = []
  #plan: PlanView | undefined
  /** The calls without a result, by tool. */
  readonly #open = new Map<string, string>()
  #calls = 0

  begin(plan: PlanView): AguiEvent[] {
    this.#plan = plan
    const { planId, planner, attempt } = plan
    const tools = plan.tools.map(({ toolId, skill = null, script, dependencies, status }) => {
      return { toolId, skill, script, dependencies, status }
    })
    const content: JsonObject = { planner, attempt, withdrawn: false, tools }
    return [{ type: 'ACTIVITY_SNAPSHOT', messageId: planId, activityType, content }]
  }

  take(event: ToolWireEvent): AguiEvent[] {
    const index = this.#plan?.tools.findIndex(({ toolId }) => toolId === event.toolId) ?? -1
    if (index === -1 || this.#plan?.planId !== event.planId) return []
    switch (event.type) {
      case 'tool_waiting':
        return [this.#show(`/tools/${index}/status`, 'waiting')]
      case 'tool_started':
        return [this.#show(`/tools/${index}/status`, 'running'), ...this.#call(event.toolId, index)]
      case 'tool_event':
        return emitted(event)
      case 'tool_retry': {
        const { toolId, attempt, delayMs, error } = event
        return [{ type: 'CUSTOM', name: 'narratoria.retry', value: { toolId, attempt, delayMs, error } }]
      }
      case 'tool_finished': {
        const { status, summary, error } = event.result
        return [this.#show(`/tools/${index}/status`, status), ...this.#result(event.toolId, error ?? summary ?? status)]
      }
    }
  }

  /** Results for the calls that have none: their run ended first. */
  cancelOpen(): AguiEvent[] {
    return [...this.#open.keys()].flatMap((toolId) => this.#result(toolId, 'cancelled'))
  }

  /** Drops the calls of the plan, which another one replaces. */
  withdraw(): AguiEvent[] {
    const closed = this.cancelOpen()
    this.messages = []
    return this.#plan ? [...closed, this.#show('/withdrawn', true)] : closed
  }

  #show(path: string, value: JsonValue): AguiEvent {
    const messageId = this.#plan!.planId
    return { type: 'ACTIVITY_DELTA', messageId, activityType, patch: [{ op: 'replace', path, value }] }
  }

  #call(toolId: string, index: number): AguiEvent[] {
    // Another attempt belongs to the same call.
    if (this.#open.has(toolId)) return []
    const { planId, tools } = this.#plan!
    const { skill, script, input } = tools[index]!
    this.#calls += 1
    const toolCallId = `${planId}-${this.#calls}`
    this.#open.set(toolId, toolCallId)
    const [name, args] = [skill === undefined ? script : `${skill}/${script}`, JSON.stringify(input)]
    const call = { id: toolCallId, type: 'function' as const, function: { name, arguments: args } }
    this.messages.push({ id: toolCallId, role: 'assistant', toolCalls: [call] })
    return [
      { type: 'TOOL_CALL_START', toolCallId, toolCallName: name },
      { type: 'TOOL_CALL_ARGS', toolCallId, delta: args },
      { type: 'TOOL_CALL_END', toolCallId },
    ]
  }

  /** A tool that was skipped, or whose earlier result was used, has no call. */
  #result(toolId: string, content: string): AguiEvent[] {
    const toolCallId = this.#open.get(toolId)
    if (toolCallId === undefined) return []
    this.#open.delete(toolId)
    const messageId = `${toolCallId}-result`
    this.messages.push({ id: messageId, role: 'tool', toolCallId, content })
    return [{ type: 'TOOL_CALL_RESULT', messageId, toolCallId, role: 'tool', content }]
  }
}

/** UI events that are sent as text and as choices. */
const sentElsewhere = new Set(['narration', 'narrative_choice'])

function emitted({ toolId, event }: Extract<ToolWireEvent, { type: 'tool_event' }>): AguiEvent[] {
  if (event.type === 'log') {
    const { level, message } = event
    return [{ type: 'CUSTOM', name: 'narratoria.log', value: { toolId, level, message } }]
  }
  if (event.type === 'error') {
    const { errorCode, errorMessage: message } = event
    return [{ type: 'CUSTOM', name: 'narratoria.log', value: { toolId, level: 'error', message, errorCode } }]
  }
  if (event.type !== 'ui_event' || sentElsewhere.has(event.event)) return []
  const value = { toolId, event: event.event, payload: event.payload ?? null }
  return [{ type: 'CUSTOM', name: 'narratoria.ui', value }]
}
