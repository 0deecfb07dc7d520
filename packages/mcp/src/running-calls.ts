/** The calls that are running, so that what serves them can wait for them before it closes. */
export class RunningCalls {
  readonly #running = new Set<Promise<unknown>>()

  /** Resolves like the call, which runs until then. */
  async follow<T>(call: Promise<T>): Promise<T> {
    this.#running.add(call)
    try {
      return await call
    } finally {
      this.#running.delete(call)
    }
  }

  /** Resolves when no call runs. */
  async ended(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running)
  }
}
