import { type ExecutionEvent, type JsonObject, mergePatch, type ToolResult } from '@narratoria/protocol'
import { lastEvents, parsePassage, type Passage } from './narration-events.ts'
import type { NarratorEvent } from './narrator-options.ts'
import { stateDiff } from './state-diff.ts'
import { StoryText } from './story-text.ts'

/**
 * What a host has been shown of the turn so far. It turns the events of an execution into narration and state as they
 * come, withdraws what turns out not to count, and at the end mends whatever differs from the outcome.
 */
export class LiveView {
  readonly #initial: JsonObject
  readonly #text = new StoryText()
  readonly #settled = new Set<string>()
  #state: JsonObject

  constructor(state: JsonObject) {
    this.#initial = state
    this.#state = state
  }

  /** What to tell the host when an execution's event comes: the event itself, and the narration and state in it. */
  take(event: ExecutionEvent): NarratorEvent[] {
    if (event.type === 'tool_event') return [event, ...this.#stream(event)]
    if (event.type === 'tool_retry') return [event, ...this.#withdraw(event.toolId)]
    if (event.type === 'tool_finished') return [event, ...this.#settle(event.toolId, event.result)]
    return [event]
  }

  /** A new plan starts: the `replan` event itself withdraws everything shown since the last one. */
  startOver(): void {
    this.#text.clear()
    this.#settled.clear()
    this.#state = this.#initial
  }

  /** What to tell the host at the end: nothing where it has been shown the outcome, else what brings it there. */
  finish(narrative: string, state: JsonObject): NarratorEvent[] {
    const events: NarratorEvent[] = []
    const patch = stateDiff(this.#state, state)
    if (patch) events.push({ type: 'state', patch })
    this.#state = state
    const shown = this.#text.text
    if (shown !== narrative)
      events.push({ type: 'narration', text: narrative, append: false, ...(shown !== '' && { replace: true }) })
    return events
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
    for (const patch of patches) this.#state = mergePatch(this.#state, patch)
    return [
      ...unseen.map((passage) => this.#add(toolId, passage)),
      ...patches.map((patch): NarratorEvent => ({ type: 'state', patch, toolId })),
    ]
  }
}
