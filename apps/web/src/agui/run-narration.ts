import type { TurnWireEvent } from '../api/session-message.ts'
import type { AguiEvent } from './agui-event.ts'

type Narrated = Extract<TurnWireEvent, { type: 'narration' }>

/** The narration of a run: one message of text, whose id is that of the turn. */
export class RunNarration {
  #messageId = ''
  #text = ''
  #isOpen = false

  /** The text that the client has. */
  get text(): string {
    return this.#text
  }

  begin(turnId: string): void {
    this.#messageId = turnId
  }

  /** The events of a piece that continues the text or begins a paragraph. */
  take({ text, append }: Pick<Narrated, 'text' | 'append'>): AguiEvent[] {
    const separator = append || this.#text === '' ? '' : '\n\n'
    return this.#add(`${separator}${text}`)
  }

  /** The events after which the client has exactly `narrative`, or `undefined` if the text must be withdrawn for that. */
  complete(narrative: string): AguiEvent[] | undefined {
    if (!narrative.startsWith(this.#text)) return undefined
    return [...this.#add(narrative.slice(this.#text.length)), ...this.close()]
  }

  /** Ends the message. */
  close(): AguiEvent[] {
    if (!this.#isOpen) return []
    this.#isOpen = false
    return [{ type: 'TEXT_MESSAGE_END', messageId: this.#messageId }]
  }

  /** Ends the message and drops its text. */
  withdraw(): AguiEvent[] {
    this.#text = ''
    return this.close()
  }

  #add(delta: string): AguiEvent[] {
    // Clients refuse an empty piece.
    if (delta === '') return []
    const messageId = this.#messageId
    const start: AguiEvent[] = this.#isOpen ? [] : [{ type: 'TEXT_MESSAGE_START', messageId, role: 'assistant' }]
    this.#isOpen = true
    this.#text += delta
    return [...start, { type: 'TEXT_MESSAGE_CONTENT', messageId, delta }]
  }
}
