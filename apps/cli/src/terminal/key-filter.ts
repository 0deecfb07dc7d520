import { Transform } from 'node:stream'

const [pasteStart, pasteEnd] = ['\u001B[200~', '\u001B[201~']
// eslint-disable-next-line no-control-regex
const marks = /(\u001B\[20[01]~|\u001B[[O][AB])/
/** The beginning of one of these, or of a line break of two, at the end of a chunk: the rest of it may come with the next. */
// eslint-disable-next-line no-control-regex
const begun = { typed: /\u001B(?:\[(?:2(?:0[01]?)?)?|O)?$/, pasted: /(?:\u001B(?:\[(?:2(?:0[01]?)?)?)?|\r)$/ }
/** How long the rest of what a key sends is waited for: a player may also have pressed Escape alone. */
const restMs = 100
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
  /** Lines that were pasted: the history may bring them back. */
  readonly #earlier = new Set<string>()
  /** What may be the beginning of a mark or an arrow. */
  #held = ''
  #heldTimer: NodeJS.Timeout | undefined

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

  /** The text that a given line stands for; what a player typed is not taken for a mark where nothing was pasted. */
  restore(line: string): string {
    const isPasted = this.#pastedLines || [...this.#earlier].some((earlier) => line.includes(earlier))
    this.#pastedLines = false
    if (!isPasted || !line.includes(this.#lineBreak)) return line
    this.#earlier.add(line)
    return line.replaceAll(this.#lineBreak, '\n')
  }

  /** Forgets what was pasted into the line, which was taken back. */
  forget(): void {
    this.#pastedLines = false
  }

  override _transform(chunk: string, _encoding: BufferEncoding, done: (error?: null) => void): void {
    clearTimeout(this.#heldTimer)
    const parts = `${this.#held}${chunk}`.split(marks)
    this.#held = ''
    for (const [index, part] of parts.entries()) {
      if (index === parts.length - 1) this.#takeLast(part)
      else this.#take(part)
    }
    done()
  }

  override _flush(done: (error?: null) => void): void {
    this.#giveHeld()
    done()
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    clearTimeout(this.#heldTimer)
    done(error)
  }

  #take(part: string): void {
    const step = this.#pasting ? undefined : arrows[part]
    if (part === pasteStart) this.#pasting = true
    else if (part === pasteEnd) this.#pasting = false
    // What was typed before an arrow must be in the line when the arrow is looked at.
    else if (step === undefined || !this.#onArrow(step)) this.push(this.#pasting ? this.#joined(part) : part)
  }

  /** Takes the end of a chunk, but for what may go on in the next one. */
  #takeLast(part: string): void {
    const at = part.search(this.#pasting ? begun.pasted : begun.typed)
    this.#take(at === -1 ? part : part.slice(0, at))
    if (at === -1) return
    this.#held = part.slice(at)
    // A paste always has an end, so it can be waited for.
    if (!this.#pasting) this.#heldTimer = setTimeout(() => this.#giveHeld(), restMs).unref()
  }

  #giveHeld(): void {
    const held = this.#held
    this.#held = ''
    if (held !== '') this.#take(held)
  }

  #joined(pasted: string): string {
    const joined = pasted.replaceAll(/\r\n?|\n/g, this.#lineBreak)
    if (joined !== pasted) this.#pastedLines = true
    return joined
  }
}
