import type { Clock } from '../clock.ts'

/** Longest time in milliseconds that the executor works without letting timers and input of the host run. */
const maxWorkMs = 10

/** The pauses of work that may go on for long without waiting for anything. */
export class Pauses {
  readonly #clock: Clock
  #workingSince = performance.now()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Returns a promise to wait for if a pause is due. */
  next(): Promise<void> | undefined {
    if (performance.now() - this.#workingSince < maxWorkMs) return undefined
    return this.#clock.pause?.().then(() => {
      this.#workingSince = performance.now()
    })
  }
}
