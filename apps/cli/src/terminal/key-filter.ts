import { Transform } from 'node:stream'
import type { Input } from '../io.ts'

const [pasteStart, pasteEnd] = ['\u001B[200~', '\u001B[201~']
// eslint-disable-next-line no-control-regex
const marks = /(\u001B\[20[01]~|\u001B[[O][AB])/
/** An incomplete mark, or a carriage return, at the end of a chunk. The next chunk may complete it. */
// eslint-disable-next-line no-control-regex
const incomplete = { typed: /\u001B(?:\[(?:2(?:0[01]?)?)?|O)?$/, pasted: /(?:\u001B(?:\[(?:2(?:0[01]?)?)?)?|\r)$/ }
/** How long to wait for the rest of a key sequence, in milliseconds. The Escape key alone sends its first character. */
const completionMs = 100
const arrows: Record<string, 1 | -1> = { '\u001B[A': -1, '\u001BOA': -1, '\u001B[B': 1, '\u001BOB': 1 }

/**
 * Filters keys between the terminal and the line editor. A paste of several lines becomes one line; arrow keys go to
 * `onArrow` first, which returns whether it used them.
 */
export class KeyFilter extends Transform {
  readonly isTTY = true
  readonly #stdin: Input
  readonly #onArrow: (step: 1 | -1) => boolean
  readonly #lineBreak: string
  #pasting = false
  #pastedLines = false
  /** Pasted lines. The history can bring them back. */
  readonly #earlier = new Set<string>()
  /** An incomplete mark or arrow. */
  #held = ''
  #heldTimer: NodeJS.Timeout | undefined

  /** `lineBreak` represents the line breaks of a paste in its one line. */
  constructor(stdin: Input, onArrow: (step: 1 | -1) => boolean, lineBreak: string) {
    super({ decodeStrings: false, encoding: 'utf8' })
    this.#stdin = stdin
    this.#onArrow = onArrow
    this.#lineBreak = lineBreak
    stdin.setEncoding('utf8').pipe(this)
  }

  setRawMode(raw: boolean): this {
    this.#stdin.setRawMode?.(raw)
    return this
  }

  /** Puts the line breaks back into a line that contains a paste. Other lines stay as typed. */
  restore(line: string): string {
    const isPasted = this.#pastedLines || [...this.#earlier].some((earlier) => line.includes(earlier))
    this.#pastedLines = false
    if (!isPasted || !line.includes(this.#lineBreak)) return line
    this.#earlier.add(line)
    return line.replaceAll(this.#lineBreak, '\n')
  }

  /** Forgets the paste in a line that was deleted. */
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
    // Keys before an arrow must reach the editor before `onArrow` reads the line.
    else if (step === undefined || !this.#onArrow(step)) this.push(this.#pasting ? this.#joined(part) : part)
  }

  /** Handles the end of a chunk, except for a sequence that the next chunk may complete. */
  #takeLast(part: string): void {
    const at = part.search(this.#pasting ? incomplete.pasted : incomplete.typed)
    this.#take(at === -1 ? part : part.slice(0, at))
    if (at === -1) return
    this.#held = part.slice(at)
    // No time limit within a paste: its end mark always comes.
    if (!this.#pasting) this.#heldTimer = setTimeout(() => this.#giveHeld(), completionMs).unref()
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
