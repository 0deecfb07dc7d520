import type { Attempt, AttemptOutcome, RunningAttempt } from '@narratoria/executor'
import type { Database } from '../database/database.ts'
import type { Sealer } from '../jobs/sealer.ts'
import type { AssetExchange } from './asset-exchange.ts'
import { type AttemptPart, workerLost } from './attempt-rows.ts'

/** Rows that are read at once. */
const pageRows = 50
/** Milliseconds between two reads of rows when no notification arrives. */
const backstopMs = 1_000
/** Milliseconds to wait for the confirmation of a cancellation. The attempt then fails. */
const cancelLimitMs = 10_000

export interface RemoteAttemptParts {
  database: Database
  sealer: Sealer
  exchange: AssetExchange | undefined
  /** Passes the attempt to the queue. */
  send: () => Promise<void>
  /** Whether there is a worker that can run it. */
  isServed: () => boolean
  forget: () => Promise<void>
}

/** An attempt that runs on a worker. */
export class RemoteAttempt implements RunningAttempt {
  readonly outcome: Promise<AttemptOutcome>
  readonly #id: string
  readonly #attempt: Attempt
  readonly #parts: RemoteAttemptParts
  readonly #end = Promise.withResolvers<AttemptOutcome>()
  readonly #sent: Promise<void>
  readonly #backstop: NodeJS.Timeout
  #limit: NodeJS.Timeout | undefined
  #assets: Record<string, string> = {}
  #read = 0
  #reading: Promise<void> | undefined
  #again = false
  #ended = false
  #cancelling: 'terminate' | 'kill' | undefined

  constructor(id: string, attempt: Attempt, parts: RemoteAttemptParts) {
    this.#id = id
    this.#attempt = attempt
    this.#parts = parts
    this.outcome = this.#end.promise
    this.#sent = parts.send()
    this.#backstop = setInterval(() => this.#check(), backstopMs)
    this.#sent.catch((error: Error) =>
      this.#finish({
        failure: { errorCode: 'worker_lost', error: `The attempt could not be queued: ${error.message}` },
      }),
    )
  }

  readonly cancel = (how: 'terminate' | 'kill'): void => {
    if (this.#ended || this.#cancelling === 'kill' || this.#cancelling === how) return
    this.#cancelling = how
    this.#limit ??= setTimeout(() => this.#finish(cancelled), cancelLimitMs)
    void this.#cancel(how).catch(() => {})
  }

  readonly readAsset = (path: string): AsyncIterable<Uint8Array> => {
    const hash = this.#assets[path]
    const { exchange } = this.#parts
    if (hash === undefined || !exchange)
      throw new Error(`the worker did not pass ${path} on: it has no folder for assets`)
    return exchange.get(hash)
  }

  /** Reads the rows that the worker has written. */
  look(): void {
    if (this.#ended) return
    if (this.#reading) {
      this.#again = true
      return
    }
    this.#again = false
    this.#reading = this.#readRows()
      // The database may be restarting. The backstop looks again.
      .catch(() => {})
      .finally(() => {
        this.#reading = undefined
        if (this.#again) this.look()
      })
  }

  #check(): void {
    if (!this.#parts.isServed()) void this.#giveUp().catch(() => {})
    this.look()
  }

  /** The workers that could have taken it are gone. */
  async #giveUp(): Promise<void> {
    await this.#sent
    const waiting = await this.#parts.database.query(
      `UPDATE narratoria.tool_runs SET state = 'ended' WHERE run_id = $1 AND state = 'queued' RETURNING run_id`,
      [this.#id],
    )
    if (waiting.length > 0) this.#finish(workerLost.outcome)
  }

  async #cancel(how: 'terminate' | 'kill'): Promise<void> {
    await this.#sent
    const [row] = await this.#parts.database.query<{ state: string; worker: string | null }>(
      `UPDATE narratoria.tool_runs SET cancel = $2, state = CASE state WHEN 'queued' THEN 'ended' ELSE state END
       WHERE run_id = $1 RETURNING state, worker`,
      [this.#id, how],
    )
    if (row?.worker) await this.#parts.database.query('SELECT pg_notify($1, $2)', [row.worker, `cancel ${this.#id}`])
    // No worker has started it, so none will.
    else this.#finish(cancelled)
  }

  async #readRows(): Promise<void> {
    await this.#sent
    while (!this.#ended) {
      const rows = await this.#parts.database.query<{ n: number; sealed: Uint8Array }>(
        'SELECT n, sealed FROM narratoria.tool_events WHERE run_id = $1 AND n > $2 ORDER BY n LIMIT $3',
        [this.#id, this.#read, pageRows],
      )
      for (const row of rows) await this.#take(this.#parts.sealer.open<AttemptPart>(row.sealed), row.n)
      if (rows.length > 0 && !this.#ended) await this.#acknowledge()
      if (rows.length < pageRows) return
    }
  }

  async #take(part: AttemptPart, n: number): Promise<void> {
    if (this.#ended) return
    this.#read = n
    if ('outcome' in part) {
      this.#assets = part.assets ?? {}
      this.#finish(part.outcome)
      return
    }
    for (const { event, text } of part.events) {
      if (this.#ended) return
      this.#attempt.onEvent(event, text)
      const backpressure = this.#attempt.backpressure()
      if (backpressure) await backpressure
    }
  }

  /** The worker reads on from its tool when enough was received. */
  async #acknowledge(): Promise<void> {
    await this.#parts.database.query(
      `WITH attempt AS (UPDATE narratoria.tool_runs SET acknowledged = $2 WHERE run_id = $1 AND state = 'active' RETURNING worker)
       SELECT pg_notify(worker, $3) FROM attempt`,
      [this.#id, this.#read, `read ${this.#id} ${this.#read}`],
    )
  }

  #finish(outcome: AttemptOutcome): void {
    if (this.#ended) return
    this.#ended = true
    clearInterval(this.#backstop)
    clearTimeout(this.#limit)
    this.#end.resolve(outcome)
    void this.#parts.forget().catch(() => {})
  }
}

const cancelled: AttemptOutcome = {
  failure: { errorCode: 'cancelled', error: 'The attempt was cancelled.', retryable: false },
}
