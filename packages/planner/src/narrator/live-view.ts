import type { ExecutionEvent, JsonObject, ToolResult } from '@narratoria/protocol'
import { mergeShared } from '@narratoria/protocol/rules'
import { EventSink } from '@narratoria/protocol/event-sink'
import { lastEvents, parsePassage, type Passage } from './narration-events.ts'
import type { NarratorEvent, PlayOptions } from './narrator-options.ts'
import { stateDiff } from './state-diff.ts'
import { StoryText } from './story-text.ts'

/**
 * The narration and state that a host has been shown so far in a turn, and what delivers events to the host. Derives `narration`
 * and `state` events from the events of an execution, withdraws those of failed attempts, and at the end corrects differences
 * from the outcome. Its methods return a promise while the host is busy.
 */
export class LiveView {
  readonly #initial: JsonObject
  readonly #sink: EventSink<NarratorEvent>
  readonly #text = new StoryText()
  readonly #settled = new Set<string>()
  #state: JsonObject

  /** An exception of `onEvent` becomes a warning of the process. */
  constructor(state: JsonObject, onEvent: PlayOptions['onEvent']) {
    this.#initial = state
    this.#state = state
    this.#sink = new EventSink((event: NarratorEvent) => onEvent?.(event), {
      onError: (error) => process.emitWarning(error instanceof Error ? error : new Error(String(error))),
    })
  }

  /** Delivers events to the host. */
  emit(...events: NarratorEvent[]): Promise<void> | undefined {
    for (const event of events) this.#sink.emit(event)
    return this.#sink.backpressure()
  }

  /** Delivers an event of an execution, and then the events that follow from it. */
  readonly take = (event: ExecutionEvent): Promise<void> | undefined => this.emit(...this.#follow(event))

  /** Starts over for a new plan. The `replan` event withdraws everything shown before. */
  startOver(): void {
    this.#text.clear()
    this.#settled.clear()
    this.#state = this.#initial
  }

  /** Delivers the events that correct what the host was shown to the outcome; none if both are equal. */
  finish(narrative: string, state: JsonObject): Promise<void> | undefined {
    const events: NarratorEvent[] = []
    const patch = stateDiff(this.#state, state)
    if (patch) events.push({ type: 'state', patch })
    this.#state = state
    const shown = this.#text.text
    if (shown !== narrative)
      events.push({ type: 'narration', text: narrative, append: false, ...(shown !== '' && { replace: true }) })
    return this.emit(...events)
  }

  #follow(event: ExecutionEvent): NarratorEvent[] {
    if (event.type === 'tool_event') return [event, ...this.#stream(event)]
    if (event.type === 'tool_retry') return [event, ...this.#withdraw(event.toolId)]
    if (event.type === 'tool_finished') return [event, ...this.#settle(event.toolId, event.result)]
    return [event]
  }

  #stream({ toolId, event }: Extract<ExecutionEvent, { type: 'tool_event' }>): NarratorEvent[] {
    const passage = this.#settled.has(toolId) ? undefined : parsePassage(event)
    return passage ? [this.#add(toolId, passage)] : []
  }

  #add(toolId: string, { text, append, replace }: Passage): NarratorEvent {
    const withdrawn = replace === true && this.#text.withdraw(toolId)
    const shown = this.#text.add(toolId, { text, append })
    if (!withdrawn) return { type: 'narration', ...shown }
    return { type: 'narration', text: this.#text.text, append: false, replace: true }
  }

  #withdraw(toolId: string): NarratorEvent[] {
    if (!this.#text.withdraw(toolId)) return []
    return [{ type: 'narration', text: this.#text.text, append: false, replace: true }]
  }

  #settle(toolId: string, result: ToolResult): NarratorEvent[] {
    if (result.state !== 'completed') return this.#withdraw(toolId)
    if (this.#settled.has(toolId)) return []
    this.#settled.add(toolId)
    const events = lastEvents(result)
    const unseen = this.#text.has(toolId) ? [] : events.flatMap((event) => parsePassage(event) ?? [])
    const patches = events.flatMap((event) => (event.type === 'state_patch' ? [event.patch] : []))
    this.#state = mergeShared(this.#state, patches)
    return [
      ...unseen.map((passage) => this.#add(toolId, passage)),
      ...patches.map((patch): NarratorEvent => ({ type: 'state', patch, toolId })),
    ]
  }
}
