import type { DispatchedTurn, Narratoria } from '@narratoria/runtime'
import type { PgBoss } from 'pg-boss'
import type { Database } from '../database/database.ts'
import type { Sealer } from '../jobs/sealer.ts'
import { claim } from '../members/claim.ts'
import type { Membership } from '../members/membership.ts'
import { type PlayedJob, TurnWriter } from './turn-writer.ts'

export interface PlayerParts {
  database: Database
  boss: PgBoss
  sealer: Sealer
  member: Membership
  narratoria: () => Narratoria
  onError: (error: unknown) => void
}

interface ClaimedJob extends PlayedJob {
  sealed: Uint8Array
  cancelled: boolean
  /** Aborted when the others may have given up this process as it took the turn. */
  lost: AbortSignal
}

/** Plays the turns that this process takes from the queue. */
export class TurnPlayer {
  readonly #parts: PlayerParts
  readonly #playing = new Map<string, AbortController>()

  constructor(parts: PlayerParts) {
    this.#parts = parts
  }

  get count(): number {
    return this.#playing.size
  }

  has(turnId: string): boolean {
    return this.#playing.has(turnId)
  }

  cancel(turnId: string): void {
    this.#playing.get(turnId)?.abort()
  }

  cancelAll(): void {
    for (const stop of this.#playing.values()) stop.abort()
  }

  /** Plays one turn to its end. Rejects only if it was not started. */
  async play(turnId: string): Promise<void> {
    // A cancellation may arrive as soon as the turn is claimed.
    const stop = new AbortController()
    this.#playing.set(turnId, stop)
    try {
      const claimed = await this.#claim(turnId)
      if (claimed) await this.#playClaimed(claimed, stop)
    } finally {
      this.#playing.delete(turnId)
    }
  }

  async #playClaimed(claimed: ClaimedJob, stop: AbortController): Promise<void> {
    const { lost } = claimed
    const onLost = () => stop.abort(lost.reason)
    try {
      if (claimed.cancelled) stop.abort()
      lost.addEventListener('abort', onLost, { once: true })
      if (lost.aborted) onLost()
      await this.#run(claimed, stop)
    } catch (error) {
      this.#parts.onError(error)
    } finally {
      lost.removeEventListener('abort', onLost)
    }
  }

  async #claim(turnId: string): Promise<ClaimedJob | undefined> {
    const { database, member } = this.#parts
    const { id, lost } = member
    type Row = { job_id: string; sealed: Uint8Array; last_n: number; cancelled: boolean }
    const row = await claim<Row>(database, 'turn', { id: turnId, member: id })
    if (!row) return undefined
    const { job_id: jobId, last_n: lastN, sealed, cancelled } = row
    return { turnId, jobId, member: id, lost, lastN, sealed, cancelled }
  }

  async #run(job: ClaimedJob, stop: AbortController): Promise<void> {
    const writer = new TurnWriter(this.#parts, job, (error) => stop.abort(error))
    try {
      const turn = this.#parts.sealer.open<DispatchedTurn>(job.sealed)
      const narratoria = this.#parts.narratoria()
      const session = await narratoria.openSession(turn.sessionId)
      try {
        const result = await session.playDispatched(turn, { signal: stop.signal, emit: (event) => writer.add(event) })
        if (result.status === 'cancelled') job.lost.throwIfAborted()
        await writer.finish(result)
      } finally {
        await session.close()
      }
    } catch (error) {
      await writer.fail(error).catch((failure: unknown) => this.#parts.onError(failure))
    }
  }
}
