import type { Terminal } from './terminal.ts'
import { printable } from './terminal.ts'
import { widthOf } from './text-width.ts'

/** How often the line is drawn; slower than an eye that would see it flicker. */
const frameMs = 120

/** The one line at the bottom that says what is being done; gone when something is written or nothing is done. */
export class StatusLine {
  readonly #terminal: Terminal
  #text = ''
  #drawn = false
  #frame = 0
  #timer: NodeJS.Timeout | undefined

  constructor(terminal: Terminal) {
    this.#terminal = terminal
  }

  /** Says something from the next frame on; the empty text says nothing any more. */
  set(text: string): void {
    if (!this.#terminal.live) return
    this.#text = text
    if (text === '') return this.stop()
    this.#timer ??= setInterval(() => this.#draw(), frameMs).unref()
  }

  /** Makes room for something else; the line comes back with the next frame. */
  clear(): void {
    if (this.#drawn) process.stderr.write('\r\u001B[K')
    this.#drawn = false
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
    this.#text = ''
    this.clear()
  }

  #draw(): void {
    const { marks, columns, dim } = this.#terminal
    const spinner = marks.spinner[this.#frame++ % marks.spinner.length] ?? ''
    const text = printable(this.#text).replaceAll('\n', ' ')
    const room = columns - 3
    const cut = widthOf(text) > room ? `${text.slice(0, room - marks.ellipsis.length)}${marks.ellipsis}` : text
    process.stderr.write(`\r${dim(`${spinner} ${cut}`)}\u001B[K`)
    this.#drawn = true
  }
}
