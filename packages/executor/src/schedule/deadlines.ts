import type { Clock } from '../clock.ts'

/** What has a time limit. */
export interface Deadline {
  /** Unix time in milliseconds; set and moved by the watch. */
  expiresAt: number
  expire: () => void
}

/**
 * Watches the time limits of a plan and of its attempts with one timer for all. Time that the host itself takes is not
 * counted for attempts, but for the plan.
 */
export class Deadlines {
  readonly #clock: Clock
  readonly #watched = new Set<Deadline>()
  #plan: Readonly<Deadline> | undefined
  #timer: { at: number; stop: () => void } | undefined
  #pausedAt: number | undefined

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Lets `deadline` expire once `limitMs` have passed since `now`, unless removed. */
  add(deadline: Deadline, now: number, limitMs: number): void {
    deadline.expiresAt = (this.#pausedAt ?? now) + limitMs
    this.#watched.add(deadline)
    if (this.#pausedAt === undefined) this.#arm(deadline.expiresAt)
  }

  remove(deadline: Deadline): void {
    this.#watched.delete(deadline)
  }

  /** Calls `expire` at `expiresAt`, whatever else happens: the time of a plan never stands still. */
  setPlan(expiresAt: number, expire: () => void): void {
    this.#plan = { expiresAt, expire }
    this.#arm(expiresAt)
  }

  /** Stops or starts the attempts' time. */
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

  /** Moves every attempt's limit by time that was not the tools'. */
  postpone(ms: number): void {
    if (ms > 0) for (const deadline of this.#watched) deadline.expiresAt += ms
  }

  /** Forgets everything. */
  close(): void {
    this.#watched.clear()
    this.#plan = undefined
    this.#timer?.stop()
    this.#timer = undefined
  }

  #arm(at: number): void {
    if (this.#timer && this.#timer.at <= at) return
    this.#timer?.stop()
    this.#timer = { at, stop: this.#clock.after(at - this.#clock.now(), () => this.#check()) }
  }

  #check(): void {
    this.#timer = undefined
    const now = this.#clock.now()
    const plan = this.#plan
    // A host that comes late to both finds what was over first.
    const isOver = ({ expiresAt }: Deadline) => expiresAt <= now && (!plan || expiresAt < plan.expiresAt)
    if (this.#pausedAt === undefined) {
      for (const deadline of this.#watched) {
        if (!isOver(deadline)) continue
        this.#watched.delete(deadline)
        deadline.expire()
      }
    }
    if (plan && plan.expiresAt <= now) {
      this.#plan = undefined
      plan.expire()
    }
    this.#rearm()
  }

  #rearm(): void {
    let earliest = this.#plan?.expiresAt ?? Infinity
    if (this.#pausedAt === undefined) {
      for (const { expiresAt } of this.#watched) earliest = Math.min(earliest, expiresAt)
    }
    if (earliest < Infinity) this.#arm(earliest)
  }
}
