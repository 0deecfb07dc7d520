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

  /** Counts no time until the returned function is called. */
  pause(): () => void {
    this.stop()
    this.#leftMs = Math.max(0, this.#leftMs - (performance.now() - this.#startedAt))
    return () => this.#start()
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  #start(): void {
    this.#startedAt = performance.now()
    this.#timer = setTimeout(() => this.#abort.abort(), this.#leftMs)
  }
}

/** Settles like `running`, but rejects with the reason of `signal` when `shutdownMs` have passed since that was aborted. */
export async function withShutdownLimit<T>(running: Promise<T>, signal: AbortSignal, shutdownMs: number): Promise<T> {
  const late = Promise.withResolvers<never>()
  let timer: NodeJS.Timeout | undefined
  const start = () => (timer = setTimeout(() => late.reject(signal.reason), shutdownMs))
  if (signal.aborted) start()
  else signal.addEventListener('abort', start, { once: true })
  try {
    return await Promise.race([running, late.promise])
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', start)
  }
}
