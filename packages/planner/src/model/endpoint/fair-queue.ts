interface Waiting {
  client: string
  run: () => Promise<void>
}

/** Runs one job at a time. Of the waiting clients, the one that was served least recently is next. */
export class FairQueue {
  readonly #waiting: Waiting[] = []
  readonly #served = new Map<string, number>()
  #count = 0
  #busy = false

  /** Runs `job` when it is the client's turn. A job whose `signal` is aborted while it waits does not run. */
  add<T>(client: string, job: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    const work = async () => {
      signal?.throwIfAborted()
      return job()
    }
    this.#waiting.push({ client, run: () => work().then(resolve, reject) })
    if (!this.#busy) void this.#drain()
    return promise
  }

  async #drain(): Promise<void> {
    this.#busy = true
    for (let next = this.#take(); next; next = this.#take()) {
      this.#served.set(next.client, (this.#count += 1))
      await next.run()
    }
    this.#busy = false
    this.#served.clear()
  }

  #take(): Waiting | undefined {
    const lastServed = ({ client }: Waiting) => this.#served.get(client) ?? 0
    const next = this.#waiting.reduce<Waiting | undefined>(
      (best, waiting) => (best && lastServed(best) <= lastServed(waiting) ? best : waiting),
      undefined,
    )
    if (next) this.#waiting.splice(this.#waiting.indexOf(next), 1)
    return next
  }
}
