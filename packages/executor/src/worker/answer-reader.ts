/** The receiver of a worker's answers about one attempt. */
export interface AnswerReceiver {
  onOutput: (bytes: Uint8Array) => void
  onStderr: (bytes: Uint8Array) => void
  onRefused: () => void
  onEnd: () => void
}

const lineFeed = 10
const space = 32
const zero = 48

/** Reads the output of a worker and passes each line to the receiver of its attempt, without waiting for the end of the line. */
export class AnswerReader {
  readonly #receiverOf: (id: number) => AnswerReceiver | undefined
  #id = 0
  #kind = ''
  /** The part of a line that is read: its number, its letter, the space after it, or its text. */
  #part: 'number' | 'letter' | 'space' | 'text' = 'number'

  constructor(receiverOf: (id: number) => AnswerReceiver | undefined) {
    this.#receiverOf = receiverOf
  }

  write(chunk: Uint8Array): void {
    for (let at = 0; at < chunk.length;)
      at = this.#part === 'text' ? this.#readText(chunk, at) : this.#readHead(chunk, at)
  }

  /** Reads one byte before the text of a line. */
  #readHead(chunk: Uint8Array, at: number): number {
    const byte = chunk[at]!
    if (this.#part === 'number') {
      if (byte === space) this.#part = 'letter'
      else this.#id = this.#id * 10 + byte - zero
    } else if (this.#part === 'letter') {
      this.#kind = String.fromCharCode(byte)
      this.#part = 'space'
    } else {
      this.#part = 'text'
      // The line has no text.
      if (byte === lineFeed) return at
    }
    return at + 1
  }

  /** Reads the text of a line up to its line feed or the end of the chunk. */
  #readText(chunk: Uint8Array, at: number): number {
    const end = chunk.indexOf(lineFeed, at)
    const next = end === -1 ? chunk.length : end + 1
    this.#pass(at === 0 && next === chunk.length ? chunk : chunk.subarray(at, next), end !== -1)
    if (end === -1) return next
    this.#part = 'number'
    this.#id = 0
    return next
  }

  #pass(bytes: Uint8Array, isWhole: boolean): void {
    const receiver = this.#receiverOf(this.#id)
    if (!receiver) return
    if (this.#kind === 'e') receiver.onOutput(bytes)
    else if (this.#kind === 'p') receiver.onStderr(bytes)
    else if (isWhole && this.#kind === 'x') receiver.onRefused()
    else if (isWhole && this.#kind === 'd') receiver.onEnd()
  }
}
