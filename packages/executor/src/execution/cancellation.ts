import type { Clock } from '../clock.ts'

/** Why an execution starts nothing more. */
export type StopReason = 'cancelled' | 'plan_timeout'

/** Something that runs and can be ended. */
export interface Stoppable {
  stop: (how: 'terminate' | 'kill') => void
}

/** The cancellation of one execution: its reason, and what has to be ended or woken. */
export class Cancellation {
  /** Set when nothing new may start. */
  reason: StopReason | undefined
  /** Resolves when nothing new may start. */
  readonly requested: Promise<void>
  readonly #clock: Clock
  readonly #running = new Set<Stoppable>()
  readonly #waits = new Set<() => void>()
  #resolve!: () => void
  #how: 'terminate' | 'kill' | undefined

  constructor(clock: Clock) {
    this.#clock = clock
    this.requested = new Promise((resolve) => (this.#resolve = resolve))
  }

  /** Sets the reason and ends all waits. */
  request(reason: StopReason): void {
    this.reason = reason
    this.#resolve()
    for (const end of this.#waits) end()
  }

  /** Stops everything that is registered now or later. */
  stopRunning(how: 'terminate' | 'kill'): void {
    this.#how = how
    for (const running of this.#running) running.stop(how)
  }

  register(running: Stoppable): void {
    this.#running.add(running)
    if (this.#how) running.stop(this.#how)
  }

  unregister(running: Stoppable): void {
    this.#running.delete(running)
  }

  /** Resolves after `delayMs`, or when cancellation is requested. */
  async wait(delayMs: number): Promise<void> {
    if (this.reason) return
    await new Promise<void>((resolve) => {
      const end = () => {
        stopTimer()
        this.#waits.delete(end)
        resolve()
      }
      const stopTimer = this.#clock.after(delayMs, end)
      this.#waits.add(end)
    })
  }
}
