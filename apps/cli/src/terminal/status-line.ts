import { printable } from '@narratoria/protocol/printable'
import type { Terminal } from './terminal.ts'
import { widthOf } from './text-width.ts'

/** The time between two frames, in milliseconds: too slow to flicker. */
const frameMs = 120

/** The last line of a live terminal, which shows what is being done. Anything else that is written replaces it. */
export class StatusLine {
  readonly #terminal: Terminal
  #text = ''
  #drawn = false
  #frame = 0
  #timer: NodeJS.Timeout | undefined

  constructor(terminal: Terminal) {
    this.#terminal = terminal
  }

  /** Shows a text from the next frame on. The empty text removes the line. */
  set(text: string): void {
    if (!this.#terminal.live) return
    this.#text = text
    if (text === '') return this.stop()
    this.#timer ??= setInterval(() => this.#draw(), frameMs).unref()
  }

  /** Removes the line until the next frame. */
  clear(): void {
    if (this.#drawn) this.#terminal.stderr.write('\r\u001B[K')
    this.#drawn = false
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
    this.#text = ''
    this.clear()
  }

  #draw(): void {
    const { marks, columns, dim, stderr } = this.#terminal
    const spinner = marks.spinner[this.#frame++ % marks.spinner.length] ?? ''
    const text = printable(this.#text).replaceAll('\n', ' ')
    const room = columns - 3
    const cut = widthOf(text) > room ? `${text.slice(0, room - marks.ellipsis.length)}${marks.ellipsis}` : text
    stderr.write(`\r${dim(`${spinner} ${cut}`)}\u001B[K`)
    this.#drawn = true
  }
}
