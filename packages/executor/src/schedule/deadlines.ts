import type { Clock } from '../clock.ts'

/** What has a time limit. */
export interface Deadline {
  /** Unix time in milliseconds; set and moved by the watch. */
  expiresAt: number
  expire: () => void
}

/**
 * Watches the time limits of attempts with one timer for all. Time that the host itself takes is not counted.
 */
export class Deadlines {
  readonly #clock: Clock
  readonly #watched = new Set<Deadline>()
  #timer: { at: number; stop: () => void } | undefined
  #pausedAt: number | undefined

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Lets `deadline` expire once `limitMs` have passed since `now`, unless removed. */
  add(deadline: Deadline, now: number, limitMs: number): void {
    deadline.expiresAt = (this.#pausedAt ?? now) + limitMs
    this.#watched.add(deadline)
    this.#arm(deadline.expiresAt)
  }

  remove(deadline: Deadline): void {
    this.#watched.delete(deadline)
  }

  /** Stops or starts time. */
  pause(paused: boolean): void {
    if (paused) {
      this.#pausedAt ??= this.#clock.now()
    } else if (this.#pausedAt !== undefined) {
      const tookMs = this.#clock.now() - this.#pausedAt
      this.#pausedAt = undefined
      this.postpone(tookMs)
      this.#rearm()
    }
  }

  /** Moves every limit by time that was not the tools'. */
  postpone(ms: number): void {
    if (ms > 0) for (const deadline of this.#watched) deadline.expiresAt += ms
  }

  /** Forgets everything. */
  close(): void {
    this.#watched.clear()
    this.#timer?.stop()
    this.#timer = undefined
  }

  #arm(at: number): void {
    if (this.#pausedAt !== undefined || (this.#timer && this.#timer.at <= at)) return
    this.#timer?.stop()
    this.#timer = { at, stop: this.#clock.after(at - this.#clock.now(), () => this.#check()) }
  }

  #check(): void {
    this.#timer = undefined
    if (this.#pausedAt !== undefined) return
    const now = this.#clock.now()
    for (const deadline of this.#watched) {
      if (deadline.expiresAt > now) continue
      this.#watched.delete(deadline)
      deadline.expire()
    }
    this.#rearm()
  }

  #rearm(): void {
    let earliest = Infinity
    for (const { expiresAt } of this.#watched) earliest = Math.min(earliest, expiresAt)
    if (earliest < Infinity) this.#arm(earliest)
  }
}
