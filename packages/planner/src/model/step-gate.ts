type Waiter = { urgent: boolean; go: () => void }

/** Runs one step at a time. Long work runs in small steps, so that urgent steps wait for one step at most. */
export class StepGate {
  readonly #waiting: Waiter[] = []
  #busy = false

  /** Runs `step` when it is its turn: urgent steps first, then in order of arrival. */
  async pass<T>(urgent: boolean, step: () => Promise<T>): Promise<T> {
    if (this.#busy) await new Promise<void>((go) => this.#enqueue({ urgent, go }))
    this.#busy = true
    try {
      return await step()
    } finally {
      const next = this.#waiting.shift()
      if (next) next.go()
      else this.#busy = false
    }
  }

  #enqueue(waiter: Waiter): void {
    const behind = waiter.urgent ? this.#waiting.findIndex(({ urgent }) => !urgent) : -1
    this.#waiting.splice(behind === -1 ? this.#waiting.length : behind, 0, waiter)
  }
}
