import { lineUnits } from './line-units.ts'
import { printable } from '@narratoria/protocol/printable'
import { widthOf } from './text-width.ts'

/** Wraps prose that arrives in pieces. Writes complete words and wide characters at once; keeps back the last one, which may grow. */
export class ProseStream {
  readonly #write: (text: string) => void
  readonly #columns: () => number
  #waiting = ''
  #column = 0

  constructor(write: (text: string) => void, columns: () => number) {
    this.#write = write
    this.#columns = columns
  }

  /** The column of the next word; 0 at the start of a line. */
  get column(): number {
    return this.#column
  }

  add(text: string): void {
    this.#waiting += printable(text)
    // After half a surrogate pair, not even the character before it is complete: a mark may follow.
    const whole = this.#waiting.replace(/[\uD800-\uDBFF]$/, '')
    const word = /\S*$/.exec(whole)?.[0] ?? ''
    const complete = whole.length - (lineUnits(word).at(-1)?.length ?? 0)
    this.#flow(this.#waiting.slice(0, complete))
    this.#waiting = this.#waiting.slice(complete)
  }

  /** Writes the last word, and ends a line that has text. */
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
