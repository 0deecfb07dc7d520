import type { Token } from 'node-llama-cpp'

type Detokenize = (tokens: readonly Token[], before: readonly Token[]) => string

/** Turns tokens into text as they come, never cutting a character that takes several of them. */
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

  /** The whole text; what is still an incomplete character is written as it is. */
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
