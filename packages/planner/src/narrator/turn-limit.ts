/** The time limit of a turn. Its signal is aborted when the limit is exceeded. */
export class TurnLimit {
  readonly #abort = new AbortController()
  #leftMs: number
  #startedAt = 0
  #timer: NodeJS.Timeout | undefined

  constructor(limitMs: number) {
    this.#leftMs = limitMs
    this.#start()
  }

  get signal(): AbortSignal {
    return this.#abort.signal
  }

  /** Runs work whose time does not count. */
  async pausedFor<T>(work: () => Promise<T>): Promise<T> {
    this.stop()
    this.#leftMs = Math.max(0, this.#leftMs - (performance.now() - this.#startedAt))
    try {
      return await work()
    } finally {
      this.#start()
    }
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  #start(): void {
    this.#startedAt = performance.now()
    this.#timer = setTimeout(() => this.#abort.abort(), this.#leftMs)
  }
}
