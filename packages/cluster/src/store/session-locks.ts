import type { ProcessLocks } from '../database/database.ts'
import { RuntimeError } from '@narratoria/runtime'

/** A lock of a session that this process has. */
export interface HeldLock {
  /** Aborted when another host may have taken the session over. */
  readonly lost: AbortSignal
  readonly lose: (reason: unknown) => void
  readonly unwatch: () => void
}

/** The sessions that this process has locked, and under which numbers it may change them. */
export class SessionLocks {
  readonly #locks: ProcessLocks
  readonly #held = new Map<string, { lock: HeldLock; epoch: number }>()
  readonly #taking = new Set<string>()
  /** The numbers under which turns were started, by session and turn. */
  readonly #started = new Map<string, { seq: number; epoch: number }>()
  readonly #releases = new Set<Promise<void>>()

  constructor(locks: ProcessLocks) {
    this.#locks = locks
  }

  /** Takes the lock of a session. Resolves to undefined while another host, or another part of this one, has it. */
  async take(sessionId: string): Promise<HeldLock | undefined> {
    if (this.#held.has(sessionId) || this.#taking.has(sessionId)) return undefined
    this.#taking.add(sessionId)
    try {
      await Promise.all(this.#releases)
      if (!(await this.#locks.tryLock(sessionId))) return undefined
      const lost = new AbortController()
      const connection = this.#locks.lost
      const lose = (reason: unknown) => lost.abort(reason)
      const onLost = () => lose(connectionLost())
      connection.addEventListener('abort', onLost, { once: true })
      if (connection.aborted) onLost()
      return { lost: lost.signal, lose, unwatch: () => connection.removeEventListener('abort', onLost) }
    } finally {
      this.#taking.delete(sessionId)
    }
  }

  /** Remembers the number under which a taken lock may be used. */
  hold(sessionId: string, lock: HeldLock, epoch: number): void {
    this.#held.set(sessionId, { lock, epoch })
  }

  /** Resolves when another host can take the lock. */
  async release(sessionId: string, lock: HeldLock): Promise<void> {
    const held = this.#held.get(sessionId)
    if (held && held.lock !== lock) return
    this.#held.delete(sessionId)
    lock.unwatch()
    const released = this.#locks.unlock(sessionId).finally(() => this.#releases.delete(released))
    this.#releases.add(released)
    await released
  }

  /** Ends the use of a lock whose number is no longer current. */
  lose(sessionId: string, reason: unknown): void {
    this.#held.get(sessionId)?.lock.lose(reason)
  }

  begin(sessionId: string, seq: number, epoch: number): void {
    this.#started.set(sessionId, { seq, epoch })
  }

  /** The number under which this process may change a session, or under which it started a turn; undefined if it has no lock. */
  epochOf(sessionId: string, seq?: number): number | undefined {
    if (seq === undefined) return this.#held.get(sessionId)?.epoch
    const started = this.#started.get(sessionId)
    return started?.seq === seq ? started.epoch : undefined
  }

  async close(): Promise<void> {
    for (const [sessionId, { lock }] of this.#held) void this.release(sessionId, lock)
    await Promise.allSettled(this.#releases)
  }
}

function connectionLost(): RuntimeError {
  return new RuntimeError(
    'session_lost',
    'The connection to the database ended while a turn was being played. Another host may continue the session; open it again.',
  )
}
