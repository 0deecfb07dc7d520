import { Transform } from 'node:stream'

const [pasteStart, pasteEnd] = ['\u001B[200~', '\u001B[201~']
// eslint-disable-next-line no-control-regex
const marks = /(\u001B\[20[01]~|\u001B[[O][AB])/
const arrows: Record<string, 1 | -1> = { '\u001B[A': -1, '\u001BOA': -1, '\u001B[B': 1, '\u001BOB': 1 }

/**
 * Sits between the terminal and the line editor: a paste of several lines becomes one line, and the arrow keys go to
 * `onArrow` first, which tells whether it used them.
 */
export class KeyFilter extends Transform {
  readonly isTTY = true
  readonly #stdin: NodeJS.ReadStream
  readonly #onArrow: (step: 1 | -1) => boolean
  readonly #lineBreak: string
  #pasting = false
  #pastedLines = false

  /** `lineBreak` stands for a line break within a line that was pasted. */
  constructor(stdin: NodeJS.ReadStream, onArrow: (step: 1 | -1) => boolean, lineBreak: string) {
    super({ decodeStrings: false, encoding: 'utf8' })
    this.#stdin = stdin
    this.#onArrow = onArrow
    this.#lineBreak = lineBreak
    stdin.setEncoding('utf8').pipe(this)
  }

  setRawMode(raw: boolean): this {
    this.#stdin.setRawMode(raw)
    return this
  }

  /** The text that a line stands for; what a player typed is not taken for a mark where nothing was pasted. */
  restore(line: string): string {
    return this.#pastedLines ? line.replaceAll(this.#lineBreak, '\n') : line
  }

  override _transform(chunk: string, _encoding: BufferEncoding, done: (error: null, text?: string) => void): void {
    for (const part of chunk.split(marks)) {
      const step = this.#pasting ? undefined : arrows[part]
      if (part === pasteStart) this.#pasting = true
      else if (part === pasteEnd) this.#pasting = false
      // What was typed before an arrow must be in the line when the arrow is looked at.
      else if (step === undefined || !this.#onArrow(step)) this.push(this.#pasting ? this.#joined(part) : part)
    }
    done(null)
  }

  #joined(pasted: string): string {
    const joined = pasted.replaceAll(/\r\n?|\n/g, this.#lineBreak)
    if (joined !== pasted) this.#pastedLines = true
    return joined
  }
}
