import { printable, widthOf } from './terminal.ts'

/** Wraps prose that comes in pieces: whole words go out at once, the word that may still grow waits. */
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
    const complete = Math.max(this.#waiting.lastIndexOf(' '), this.#waiting.lastIndexOf('\n')) + 1
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
    for (const piece of text.match(/\n|[^\s]+|[^\S\n]+/g) ?? []) {
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
