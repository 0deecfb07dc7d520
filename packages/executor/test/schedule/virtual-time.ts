import type { Clock, AttemptOutcome, Attempt, RunningAttempt, ToolRunner } from '../../src/index.ts'

/** A clock that advances from timer to timer. */
export class VirtualClock implements Clock {
  #now = 0
  #timers: { at: number; callback: () => void }[] = []

  now = (): number => this.#now

  after = (delayMs: number, callback: () => void): (() => void) => {
    const timer = { at: this.#now + delayMs, callback }
    this.#timers.push(timer)
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer)
    }
  }

  get pending(): number {
    return this.#timers.length
  }

  /** Advances to the next timer. Returns false if there is none. */
  advance(): boolean {
    if (this.#timers.length === 0) return false
    const next = this.#timers.reduce((first, timer) => (timer.at < first.at ? timer : first))
    this.#timers = this.#timers.filter((timer) => timer !== next)
    this.#now = Math.max(this.#now, next.at)
    next.callback()
    return true
  }

  /** Advances until `work` settles. */
  async run<T>(work: Promise<T>): Promise<T> {
    let over = false
    const settled = work.finally(() => (over = true))
    // Pending promises settle before the clock advances.
    for (;;) {
      await new Promise((resolve) => setImmediate(resolve))
      if (over || !this.advance()) return settled
    }
  }
}

/** Runs attempts in this process. `play` decides what each does and when it ends. */
export function createVirtualRunner(
  clock: Clock,
  play: (attempt: Attempt) => { afterMs: number; outcome: AttemptOutcome },
): ToolRunner {
  return {
    start(attempt): RunningAttempt {
      const { afterMs, outcome } = play(attempt)
      let end: (outcome: AttemptOutcome) => void
      const ended = new Promise<AttemptOutcome>((resolve) => (end = resolve))
      const stop = clock.after(afterMs, () => end(outcome))
      return {
        outcome: ended,
        cancel() {
          stop()
          end({ failure: { errorCode: 'exit_signal', error: 'The tool was ended by SIGTERM.' } })
        },
      }
    },
  }
}
