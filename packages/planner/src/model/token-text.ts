import type { Token } from 'node-llama-cpp'

type Detokenize = (tokens: readonly Token[], before: readonly Token[]) => string

/** Converts a stream of tokens to text without splitting a character that consists of several tokens. */
export class TokenText {
  count = 0
  readonly #detokenize: Detokenize
  readonly #onText: ((text: string) => void) | undefined
  readonly #done: Token[] = []
  #pending: Token[] = []
  #text = ''

  constructor(detokenize: Detokenize, onText?: (text: string) => void) {
    this.#detokenize = detokenize
    this.#onText = onText
  }

  add(token: Token): void {
    this.count += 1
    this.#pending.push(token)
    const text = this.#detokenize(this.#pending, this.#done.slice(-4))
    if (!text.endsWith('\uFFFD') || this.#pending.length > 4) this.#flush(text)
  }

  /** The whole text, with an incomplete last character as it is. */
  finish(): string {
    if (this.#pending.length > 0) this.#flush(this.#detokenize(this.#pending, this.#done.slice(-4)))
    return this.#text
  }

  #flush(text: string): void {
    this.#done.push(...this.#pending)
    this.#pending = []
    this.#text += text
    if (text !== '') this.#onText?.(text)
  }
}
