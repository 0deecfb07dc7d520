import type { DispatchedTurn, Narratoria } from '@narratoria/runtime'
import type { PgBoss } from 'pg-boss'
import type { Database } from '../database/database.ts'
import type { Sealer } from '../jobs/sealer.ts'
import type { Membership } from '../members/membership.ts'
import { type PlayedJob, TurnWriter } from './turn-writer.ts'

/** What turns are played with. */
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
}

/** Plays the turns that this process takes from the queue. */
export class TurnPlayer {
  readonly #parts: PlayerParts
  readonly #playing = new Map<string, AbortController>()

  constructor(parts: PlayerParts) {
    this.#parts = parts
  }

  /** The number of turns that are being played. */
  get count(): number {
    return this.#playing.size
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
    try {
      if (claimed.cancelled) stop.abort()
      const { lost } = this.#parts.member
      const onLost = () => stop.abort(lost.reason)
      lost.addEventListener('abort', onLost, { once: true })
      try {
        await this.#run(claimed, { stop, lost })
      } finally {
        lost.removeEventListener('abort', onLost)
      }
    } catch (error) {
      this.#parts.onError(error)
    }
  }

  async #claim(turnId: string): Promise<ClaimedJob | undefined> {
    const { database, member } = this.#parts
    const id = member.id
    const [row] = await database.query<{ job_id: string; sealed: Uint8Array; last_n: number; cancelled: boolean }>(
      `UPDATE narratoria.turn_jobs SET state = 'active', host = $2, attempt = attempt + 1
       WHERE turn_id = $1 AND state = 'queued' RETURNING job_id, sealed, last_n, cancelled`,
      [turnId, id],
    )
    return (
      row && { turnId, jobId: row.job_id, member: id, lastN: row.last_n, sealed: row.sealed, cancelled: row.cancelled }
    )
  }

  async #run(job: ClaimedJob, { stop, lost }: { stop: AbortController; lost: AbortSignal }): Promise<void> {
    const writer = new TurnWriter(this.#parts, job, (error) => stop.abort(error))
    try {
      const turn = this.#parts.sealer.open<DispatchedTurn>(job.sealed)
      const narratoria = this.#parts.narratoria()
      const session = await narratoria.openSession(turn.sessionId)
      try {
        const result = await session.playDispatched(turn, { signal: stop.signal, emit: (event) => writer.add(event) })
        if (result.status === 'cancelled') lost.throwIfAborted()
        await writer.finish(result)
      } finally {
        await session.close()
      }
    } catch (error) {
      await writer.fail(error).catch((failure: unknown) => this.#parts.onError(failure))
    }
  }
}
