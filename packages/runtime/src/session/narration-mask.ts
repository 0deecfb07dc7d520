import { type ProtocolEvent, type ToolResult, type TurnEvent, isJsonObject } from '@narratoria/protocol'
import type { SkillRegistry, TextMask } from '@narratoria/skills'

type Narration = Extract<TurnEvent, { type: 'narration' }>
type ToolEmitted = Extract<TurnEvent, { type: 'tool_event' }>

/**
 * Redacts secrets in streamed narration, also if a secret is split: the end of a piece that may be the
 * beginning of a secret is emitted with the next piece, or once it is known not to be a secret.
 */
export class NarrationMask {
  readonly #skills: SkillRegistry
  readonly #shown: TextMask
  readonly #tools = new Map<string, { text: TextMask; last: ToolEmitted }>()
  /** The start of a paragraph whose text is withheld completely. */
  #start: Pick<Narration, 'append' | 'replace'> | undefined
  #narrating: string | undefined

  constructor(skills: SkillRegistry) {
    this.#skills = skills
    this.#shown = skills.maskStream()
  }

  /** Returns the events to emit for an event, in order. */
  take(event: TurnEvent): TurnEvent[] {
    switch (event.type) {
      case 'narration':
        return this.#narrate(event)
      case 'tool_event':
        return this.#emitted(event)
      case 'tool_finished':
        return [
          ...this.#endOf(event.toolId),
          ...(event.toolId === this.#narrating ? this.end() : []),
          { ...event, result: this.maskResult(event.result) },
        ]
      case 'tool_retry':
        return [...this.#endOf(event.toolId), event]
      case 'replan':
        this.#shown.end()
        this.#start = undefined
        return [event]
      case 'choices':
        return [...this.end(), event]
      default:
        return [event]
    }
  }

  /** Returns the withheld narration. */
  end(): TurnEvent[] {
    return this.#show(this.#shown.end())
  }

  /** Masks the narration in a tool's event in the same way. */
  maskResult<Result extends Pick<ToolResult, 'events'>>(result: Result): Result {
    const text = this.#skills.maskStream()
    const events = result.events.map((event) => {
      if (withdraws(event)) text.end()
      return withText(event, (piece) => text.push(piece))
    })
    const rest = text.end()
    const last = rest === '' ? -1 : events.findLastIndex((event) => textOf(event) !== undefined)
    return { ...result, events: events.map((event, at) => (at === last ? withText(event, (it) => it + rest) : event)) }
  }

  #narrate({ text, append, replace }: Narration): TurnEvent[] {
    if (replace) this.#shown.end()
    const before = append || replace ? [] : this.end()
    if (!append || replace) this.#start = { append, ...(replace && { replace }) }
    const shown = this.#shown.push(text)
    // A replacement takes effect even while its whole text is withheld.
    return [...before, ...(replace && shown === '' ? this.#put('') : this.#show(shown))]
  }

  #show(text: string): TurnEvent[] {
    return text === '' ? [] : this.#put(text)
  }

  #put(text: string): TurnEvent[] {
    const start = this.#start ?? { append: true }
    this.#start = undefined
    return [{ type: 'narration', text, ...start }]
  }

  #emitted(event: ToolEmitted): TurnEvent[] {
    if (textOf(event.event) === undefined) return [...this.#endOf(event.toolId), event]
    this.#narrating = event.toolId
    const tool = this.#tools.get(event.toolId) ?? { text: this.#skills.maskStream(), last: event }
    if (withdraws(event.event)) tool.text.end()
    tool.last = event
    this.#tools.set(event.toolId, tool)
    return [{ ...event, event: withText(event.event, (text) => tool.text.push(text)) }]
  }

  /** Returns the withheld text of a tool as one more event. */
  #endOf(toolId: string): TurnEvent[] {
    const tool = this.#tools.get(toolId)
    const rest = tool?.text.end() ?? ''
    if (!tool || rest === '') return []
    return [{ ...tool.last, event: continued(tool.last.event, rest) }]
  }
}

function textOf(event: ProtocolEvent): string | undefined {
  if (event.type !== 'ui_event' || event.event !== 'narration' || !isJsonObject(event.payload)) return undefined
  const { text } = event.payload
  return typeof text === 'string' ? text : undefined
}

function withdraws(event: ProtocolEvent): boolean {
  return event.type === 'ui_event' && isJsonObject(event.payload) && event.payload.replace === true
}

function withText(event: ProtocolEvent, change: (text: string) => string): ProtocolEvent {
  const text = textOf(event)
  if (text === undefined || event.type !== 'ui_event' || !isJsonObject(event.payload)) return event
  return { ...event, payload: { ...event.payload, text: change(text) } }
}

function continued(event: ProtocolEvent, text: string): ProtocolEvent {
  return event.type === 'ui_event' ? { ...event, payload: { text, append: true } } : event
}
