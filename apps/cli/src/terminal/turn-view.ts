import type { TurnEvent } from '@narratoria/protocol'
import { type Terminal, printable, wrap } from './terminal.ts'

/** Shows one turn as it happens: prose on standard output, what the tools do on standard error. */
export class TurnView {
  readonly #terminal: Terminal
  /** Prose of the paragraph being written that is not shown yet. */
  #pending = ''
  #column = 0
  #shown = ''

  constructor(terminal: Terminal) {
    this.#terminal = terminal
  }

  /** Takes the next event; the promise settles when standard output has room again. */
  show(event: TurnEvent): void | Promise<void> {
    switch (event.type) {
      case 'narration':
        return this.#narrate(event)
      case 'tool_finished':
        return this.#note(
          `· ${event.toolId} ${event.result.state}${event.result.summary ? `: ${event.result.summary}` : ''}`,
        )
      case 'asset':
        return this.#note(`· ${event.asset.kind}: ${event.asset.path}`)
      case 'tool_event':
        if (event.event.type === 'ui_event' && !quietUiEvents.has(event.event.event)) {
          return this.#note(`· [${event.event.event}] ${JSON.stringify(event.event.payload ?? {})}`)
        }
        return undefined
      case 'replan':
        return this.#note(`· ${event.message} Planning again.`)
      case 'warning':
        return this.#note(`! ${event.message}`)
      case 'turn_finished':
        return this.#finish(event.result.narrative)
      default:
        return undefined
    }
  }

  /** Prose as it is shown: wrapped, and without control characters. */
  format(text: string): string {
    return wrap(text, this.#terminal.columns)
  }

  #narrate(event: Extract<TurnEvent, { type: 'narration' }>): void | Promise<void> {
    // What a pipe gets is the finished text alone: nothing there can be withdrawn.
    if (!this.#terminal.interactive) return
    if (event.replace || !event.append) this.#breakParagraph()
    this.#shown = event.replace
      ? event.text
      : event.append
        ? this.#shown + event.text
        : joinParagraphs(this.#shown, event.text)
    this.#pending += printable(event.text)
    return this.#flow(false)
  }

  /** Writes the pending words that are complete, breaking lines at the terminal's width. */
  #flow(all: boolean): void | Promise<void> {
    const complete = all
      ? this.#pending.length
      : Math.max(this.#pending.lastIndexOf(' '), this.#pending.lastIndexOf('\n')) + 1
    let out = ''
    for (const word of this.#pending.slice(0, complete).match(/\n|[^\s]+| +/g) ?? []) {
      if (word === '\n') this.#column = 0
      else if (this.#column + word.trimEnd().length > this.#terminal.columns) {
        out += '\n'
        this.#column = 0
        if (word.trim() === '') continue
      }
      out += word
      if (word !== '\n') this.#column += word.length
    }
    this.#pending = this.#pending.slice(complete)
    return write(process.stdout, out)
  }

  #breakParagraph(): void {
    void this.#flow(true)
    if (this.#shown === '') return
    process.stdout.write('\n\n')
    this.#column = 0
  }

  #finish(narrative: string): void | Promise<void> {
    void this.#flow(true)
    // Everything was streamed: only the line end is missing. Else the whole, true text is shown.
    if (this.#shown.trim() === narrative.trim() && this.#shown !== '') return write(process.stdout, '\n')
    const text = this.format(narrative)
    return write(process.stdout, this.#shown === '' ? `${text}\n` : `\n\n${text}\n`)
  }

  #note(text: string): void | Promise<void> {
    if (this.#column > 0) {
      void this.#flow(true)
      process.stdout.write('\n')
      this.#column = 0
    }
    return write(process.stderr, `${this.#terminal.dim(printable(text))}\n`)
  }
}

/** Events that show themselves elsewhere. */
const quietUiEvents = new Set(['narrative_choice', 'narration', 'progress'])

function joinParagraphs(before: string, text: string): string {
  return before === '' ? text : `${before}\n\n${text}`
}

function write(stream: NodeJS.WriteStream, text: string): void | Promise<void> {
  if (text === '' || stream.write(text)) return
  return new Promise((resume) => stream.once('drain', resume))
}
