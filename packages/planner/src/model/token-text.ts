import type { Token } from 'node-llama-cpp'
import { StopFilter } from './stop-filter.ts'

type Detokenize = (tokens: readonly Token[], before: readonly Token[]) => string

/** Converts a stream of tokens to text up to a stop text, without splitting a character that consists of several tokens. */
export class TokenText {
  count = 0
  readonly #detokenize: Detokenize
  readonly #onText: ((text: string) => void) | undefined
  readonly #stops: StopFilter
  readonly #done: Token[] = []
  #pending: Token[] = []
  #text = ''

  constructor(
    detokenize: Detokenize,
    { onText, stop = [] }: { onText?: (text: string) => void; stop?: readonly string[] } = {},
  ) {
    this.#detokenize = detokenize
    this.#onText = onText
    this.#stops = new StopFilter(stop)
  }

  get stopped(): boolean {
    return this.#stops.stopped
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
    this.#show(this.#stops.end())
    return this.#text
  }

  #flush(text: string): void {
    this.#done.push(...this.#pending)
    this.#pending = []
    this.#show(this.#stops.push(text))
  }

  #show(text: string): void {
    this.#text += text
    if (text !== '') this.#onText?.(text)
  }
}
