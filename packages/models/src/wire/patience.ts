import { LanguageModelError } from '../errors.ts'

/** How long a model may be silent, in milliseconds. There is no limit to the whole answer. */
export interface Patience {
  /** Until the first token, reasoning included. Defaults to 60,000. */
  firstTokenMs?: number
  /** Between two tokens. Defaults to 20,000. */
  betweenTokensMs?: number
}

/** A timer would treat a longer time, such as Infinity, as 1 ms. */
export const longestTimerMs = 2 ** 31 - 1

/** The limits that a connection has unless it names others. */
export const defaultPatience: Required<Patience> = { firstTokenMs: 60_000, betweenTokensMs: 20_000 }

/** Aborts `signal` with a {@link LanguageModelError} after too long a silence of the named model or address. */
export class SilenceWatch {
  readonly #abort = new AbortController()
  readonly #patience: Required<Patience>
  readonly #name: string
  #timer: NodeJS.Timeout | undefined
  #spoken = false

  constructor(name: string, patience: Patience) {
    this.#name = name
    this.#patience = { ...defaultPatience, ...patience }
    this.#arm()
  }

  get signal(): AbortSignal {
    return this.#abort.signal
  }

  /** A token arrived. */
  heard(): void {
    this.#spoken = true
    this.#arm()
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  #arm(): void {
    clearTimeout(this.#timer)
    const { firstTokenMs, betweenTokensMs } = this.#patience
    const limitMs = Math.min(this.#spoken ? betweenTokensMs : firstTokenMs, longestTimerMs)
    const when = this.#spoken ? 'stopped in the middle of its answer and sent nothing more' : 'sent no first token'
    this.#timer = setTimeout(() => {
      const message = `${this.#name} ${when} within ${limitMs / 1000} s: check that the server works, or allow it more time with "patience"`
      this.#abort.abort(new LanguageModelError('silent', message))
    }, limitMs)
  }
}
