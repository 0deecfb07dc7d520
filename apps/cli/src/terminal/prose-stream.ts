import { lineUnits } from './line-units.ts'
import { printable } from './terminal.ts'
import { widthOf } from './text-width.ts'

/**
 * Wraps prose that comes in pieces: what is whole goes out at once, words and wide characters alike; the last one, which
 * may still grow, waits.
 */
export class ProseStream {
  readonly #write: (text: string) => void
  readonly #columns: () => number
  #waiting = ''
  #column = 0

  constructor(write: (text: string) => void, columns: () => number) {
    this.#write = write
    this.#columns = columns
  }

  /** Where the next word goes; 0 at the start of a line. */
  get column(): number {
    return this.#column
  }

  add(text: string): void {
    this.#waiting += printable(text)
    // Half a character at the end says nothing yet, not even that the one before it is whole.
    const whole = this.#waiting.replace(/[\uD800-\uDBFF]$/, '')
    const word = /\S*$/.exec(whole)?.[0] ?? ''
    const complete = whole.length - (lineUnits(word).at(-1)?.length ?? 0)
    this.#flow(this.#waiting.slice(0, complete))
    this.#waiting = this.#waiting.slice(complete)
  }

  /** Writes the last word, and ends the line where one was begun. */
  end(): void {
    this.#flow(this.#waiting)
    this.#waiting = ''
    if (this.#column > 0) this.#write('\n')
    this.#column = 0
  }

  #flow(text: string): void {
    let out = ''
    const pieces = text.match(/\n|[^\s]+|[^\S\n]+/g) ?? []
    for (const piece of pieces.flatMap((part) => (/\s/.test(part) ? [part] : lineUnits(part)))) {
      const width = widthOf(piece)
      if (piece === '\n') {
        out += '\n'
        this.#column = 0
      } else if (this.#column > 0 && this.#column + width > this.#columns()) {
        out = `${out.replace(/ +$/, '')}\n${piece.trimStart()}`
        this.#column = widthOf(piece.trimStart())
      } else {
        out += piece
        this.#column += width
      }
    }
    if (out !== '') this.#write(out)
  }
}
