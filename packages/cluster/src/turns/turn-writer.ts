import type { TurnEvent, TurnResult } from '@narratoria/protocol'
import { RuntimeError } from '@narratoria/runtime'
import { compressJson } from '@narratoria/runtime/store-parts'
import type { PgBoss } from 'pg-boss'
import type { Database, Statements } from '../database/database.ts'
import { turnQueue, within } from '../jobs/open-jobs.ts'
import { type EventRow, type TurnEnd, turnsChannel } from './turn-rows.ts'

/** Milliseconds in which events are gathered. */
const gatherMs = 8
/** The number of unwritten bytes at which the turn waits. */
const highWaterBytes = 1024 * 1024

/** The job of a turn that this process plays. */
export interface PlayedJob {
  turnId: string
  jobId: string
  member: string
  /** The number of the last event that was written. */
  lastN: number
}

/** Writes the events of a turn for its readers, in batches, as long as this process is the one that plays it. */
export class TurnWriter {
  readonly #database: Database
  readonly #boss: PgBoss
  readonly #job: PlayedJob
  readonly #onLost: (error: Error) => void
  #n: number
  #rows: EventRow[] = []
  #bytes = 0
  #timer: NodeJS.Timeout | undefined
  #written: Promise<void> = Promise.resolve()

  constructor(parts: { database: Database; boss: PgBoss }, job: PlayedJob, onLost: (error: Error) => void) {
    this.#database = parts.database
    this.#boss = parts.boss
    this.#job = job
    this.#onLost = onLost
    this.#n = job.lastN
  }

  /** Takes an event. The turn waits for the promise, if there is one. */
  add(event: TurnEvent): void | Promise<void> {
    // The end is written with the completion of the job.
    if (event.type === 'turn_finished') return
    this.#push('event', event)
    if (event.type === 'turn_started') return this.#started(event.seq)
    this.#timer ??= setTimeout(() => void this.#flush(), gatherMs)
    return this.#bytes > highWaterBytes ? this.#flush() : undefined
  }

  /** Ends the turn for its readers, and its job, in one transaction. */
  async finish(result: TurnResult): Promise<void> {
    const end: TurnEnd = result.status === 'stored' ? { stored: result.turnId } : { result }
    await this.#end('end', end)
  }

  async fail(error: unknown): Promise<void> {
    const code = RuntimeError.isInstance(error) ? error.code : null
    await this.#end('error', { code, message: error instanceof Error ? error.message : String(error) })
  }

  /** Before anything is stored, the job says under which number. */
  async #started(seq: number): Promise<void> {
    await this.#database.query(
      `UPDATE narratoria.turn_jobs SET stored_seq = $3 WHERE turn_id = $1 AND host = $2 AND state = 'active'`,
      [this.#job.turnId, this.#job.member, seq],
    )
    await this.#flush()
  }

  async #end(kind: 'end' | 'error', body: unknown): Promise<void> {
    this.#push(kind, body)
    clearTimeout(this.#timer)
    await this.#written.catch(() => {})
    const rows = this.#take()
    await this.#database.transaction(async (on) => {
      if (!(await this.#insert(on, rows))) throw lostJob()
      await on.query(`UPDATE narratoria.turn_jobs SET state = 'ended', ended_at = now() WHERE turn_id = $1`, [
        this.#job.turnId,
      ])
      await this.#boss.complete(turnQueue, this.#job.jobId, null, { db: within(on) })
    })
  }

  #push(kind: EventRow['kind'], value: unknown): void {
    const body = compressJson(value)
    this.#bytes += body.byteLength
    this.#rows.push({ n: ++this.#n, kind, body })
  }

  #take(): EventRow[] {
    const rows = this.#rows
    this.#rows = []
    this.#bytes = 0
    return rows
  }

  #flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const write = async () => {
      const rows = this.#take()
      if (rows.length === 0) return
      if (!(await this.#insert(this.#database, rows))) throw lostJob()
    }
    this.#written = this.#written.then(write)
    this.#written.catch((error: Error) => this.#onLost(error))
    return this.#written.catch(() => {})
  }

  /** Resolves to false if the job belongs to another process now. */
  async #insert(on: Statements, rows: EventRow[]): Promise<boolean> {
    const [row] = await on.query<{ written: number }>(
      `WITH mine AS (
         UPDATE narratoria.turn_jobs SET last_n = $3
         WHERE turn_id = $1 AND host = $2 AND state = 'active' RETURNING turn_id
       ), written AS (
         INSERT INTO narratoria.turn_events (turn_id, n, kind, body)
         SELECT mine.turn_id, rows.n, rows.kind, rows.body
         FROM mine, unnest($4::integer[], $5::text[], $6::bytea[]) AS rows (n, kind, body) RETURNING n
       ) SELECT count(*)::integer AS written, max(pg_notify('${turnsChannel}', $1::text)::text) FROM written`,
      [
        this.#job.turnId,
        this.#job.member,
        this.#n,
        rows.map(({ n }) => n),
        rows.map(({ kind }) => kind),
        rows.map(({ body }) => body),
      ],
    )
    return row!.written === rows.length
  }
}

function lostJob(): RuntimeError {
  return new RuntimeError(
    'session_lost',
    'Another host has taken this turn over, so nothing more of it is stored here.',
  )
}
