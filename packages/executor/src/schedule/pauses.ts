import type { Clock } from '../clock.ts'

/** Waits that can all be ended at once. */
export class Pauses {
  readonly #clock: Clock
  readonly #open = new Set<() => void>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  wait(delayMs: number): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        stop()
        this.#open.delete(end)
        resolve()
      }
      const stop = this.#clock.after(delayMs, end)
      this.#open.add(end)
    })
  }

  endAll(): void {
    for (const end of this.#open) end()
  }
}
