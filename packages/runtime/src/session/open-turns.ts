import { RuntimeError } from '../errors.ts'

/** The turns that a host is playing: its end takes no more, and waits for those that are under way. */
export class OpenTurns {
  readonly #open = new Map<AbortController, Promise<unknown>>()
  readonly #closed = new AbortController()

  /** Aborted when the host closes, with the error that says so. */
  get closed(): AbortSignal {
    return this.#closed.signal
  }

  /** @throws {RuntimeError} `session_closed` */
  refuseIfClosed(): void {
    if (this.closed.aborted) throw hostClosed()
  }

  /** Plays a turn, which is broken off once `stop` is aborted. */
  async play<T>(run: (stop: AbortController) => Promise<T>): Promise<T> {
    const stop = new AbortController()
    const turn = run(stop)
    this.#open.set(stop, turn)
    try {
      return await turn
    } finally {
      this.#open.delete(stop)
    }
  }

  /** Takes no more turns. */
  close(): void {
    this.#closed.abort(hostClosed())
  }

  /** Breaks off what is still being played, and waits until it is stored or given up, at most `withinMs`. */
  async end(withinMs: number): Promise<void> {
    for (const stop of this.#open.keys()) stop.abort()
    if (this.#open.size === 0) return
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, withinMs)))
    await Promise.race([Promise.allSettled(this.#open.values()), late])
    clearTimeout(timer)
  }
}

function hostClosed(): RuntimeError {
  return new RuntimeError('session_closed', 'The host of this story was closed; open a new one.')
}
