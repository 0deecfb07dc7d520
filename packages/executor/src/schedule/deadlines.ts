import type { Clock } from '../clock.ts'

/** An attempt's time limit. */
export interface Deadline {
  /** Unix time in milliseconds. Set and postponed by {@link Deadlines}. */
  expiresAt: number
  /** Whether its time does not count as time of the plan. Defaults to false. */
  readonly outlastsPlan?: boolean
  expire: () => void
}

/**
 * Watches the time limits of an execution and its attempts with a single timer. Time during which the host is busy counts
 * towards the plan's limit, but not towards those of attempts.
 */
export class Deadlines {
  readonly #clock: Clock
  readonly #watched = new Set<Deadline>()
  #plan: Deadline | undefined
  /** Attempts whose time does not count as time of the plan, and since when there are any. */
  #outlasting = { count: 0, since: 0 }
  #timer: { at: number; stop: () => void } | undefined
  #pausedAt: number | undefined

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Expires `deadline` when `limitMs` have passed since `now`, unless it is removed. */
  add(deadline: Deadline, now: number, limitMs: number): void {
    deadline.expiresAt = (this.#pausedAt ?? now) + limitMs
    this.#watched.add(deadline)
    if (deadline.outlastsPlan && this.#outlasting.count++ === 0) this.#outlasting.since = now
    if (this.#pausedAt === undefined) this.#arm(deadline.expiresAt)
  }

  remove(deadline: Deadline): void {
    this.#watched.delete(deadline)
    if (!deadline.outlastsPlan || --this.#outlasting.count > 0 || !this.#plan) return
    this.#plan.expiresAt += this.#clock.now() - this.#outlasting.since
    this.#rearm()
  }

  /** Calls `expire` at `expiresAt`. The plan's limit is never paused or postponed. */
  setPlan(expiresAt: number, expire: () => void): void {
    this.#plan = { expiresAt, expire }
    this.#arm(expiresAt)
  }

  /** Pauses or resumes the attempts' limits. */
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

  /** Postpones every attempt's limit. */
  postpone(ms: number): void {
    if (ms > 0) for (const deadline of this.#watched) deadline.expiresAt += ms
  }

  /** Removes all limits and stops the timer. */
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
    const plan = this.#outlasting.count > 0 ? undefined : this.#plan
    // If both limits have passed because the timer was late, the earlier one applies.
    const hasExpired = ({ expiresAt }: Deadline) => expiresAt <= now && (!plan || expiresAt < plan.expiresAt)
    if (this.#pausedAt === undefined) {
      for (const deadline of this.#watched) {
        if (!hasExpired(deadline)) continue
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
    let earliest = (this.#outlasting.count > 0 ? undefined : this.#plan?.expiresAt) ?? Infinity
    if (this.#pausedAt === undefined) {
      for (const { expiresAt } of this.#watched) earliest = Math.min(earliest, expiresAt)
    }
    if (earliest < Infinity) this.#arm(earliest)
  }
}
