import type { Clock } from '../clock.ts'

/** The time that a process has to be gone after `done`, after the end of its output, or after its exit. */
export class ExitGrace {
  readonly #clock: Clock
  readonly #graceMs: number
  readonly #onElapsed: () => void
  #stopTimer: (() => void) | undefined

  constructor(clock: Clock, graceMs: number, onElapsed: () => void) {
    this.#clock = clock
    this.#graceMs = graceMs
    this.#onElapsed = onElapsed
  }

  /** Starts the timer, unless it runs. */
  start(): void {
    this.#stopTimer ??= this.#clock.after(this.#graceMs, () => {
      this.#stopTimer = undefined
      this.#onElapsed()
    })
  }

  /** Stops the timer. */
  stop(): void {
    this.#stopTimer?.()
  }
}
