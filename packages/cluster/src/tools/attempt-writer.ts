import type { AttemptOutcome } from '@narratoria/executor'
import type { ProtocolEvent } from '@narratoria/protocol'
import type { Database } from '../database/database.ts'
import type { Sealer } from '../jobs/sealer.ts'
import type { AttemptPart } from './attempt-rows.ts'

/** Milliseconds in which events are gathered. */
const gatherMs = 5
/** Events and bytes in one row. */
const [rowEvents, rowBytes] = [500, 1024 * 1024]
/** The number of rows not yet received by the host at which reading the tool's output pauses. */
const maxUnread = 8

export interface WrittenAttempt {
  attemptId: string
  host: string
  worker: string
}

/** Writes the events of an attempt for its host, as long as this process is the one that runs it. */
export class AttemptWriter {
  readonly #parts: { database: Database; sealer: Sealer }
  readonly #attempt: WrittenAttempt
  readonly #onLost: () => void
  #events: { event: ProtocolEvent; text?: string | undefined }[] = []
  #bytes = 0
  #n = 0
  #read = 0
  #timer: NodeJS.Timeout | undefined
  #written: Promise<void> = Promise.resolve()
  #room: PromiseWithResolvers<void> | undefined
  #isLost = false

  constructor(parts: { database: Database; sealer: Sealer }, attempt: WrittenAttempt, onLost: () => void) {
    this.#parts = parts
    this.#attempt = attempt
    this.#onLost = onLost
  }

  add(event: ProtocolEvent, text?: string): void {
    this.#events.push(text === undefined ? { event } : { event, text })
    this.#bytes += text?.length ?? 200
    if (this.#events.length >= rowEvents || this.#bytes >= rowBytes) this.#flush()
    else if (event.type !== 'done') this.#timer ??= setTimeout(() => this.#flush(), gatherMs)
  }

  /** A promise while the host has not received what was written. */
  backpressure(): Promise<void> | undefined {
    if (this.#n - this.#read < maxUnread || this.#isLost) return undefined
    return (this.#room ??= Promise.withResolvers()).promise
  }

  /** The host has received the rows up to number `n`. */
  acknowledge(n: number): void {
    this.#read = Math.max(this.#read, n)
    if (this.#n - this.#read < maxUnread) this.#release()
  }

  /** Writes the outcome. The job ends when this is done. */
  async finish(outcome: AttemptOutcome, assets: Record<string, string> = {}): Promise<void> {
    clearTimeout(this.#timer)
    await this.#written
    this.#release()
    if (this.#isLost) return
    const rows = this.#events.length > 0 ? [this.#take()] : []
    rows.push(this.#seal({ outcome, assets }))
    await this.#insert(rows, true)
  }

  #flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#events.length === 0) return
    const row = this.#take()
    this.#written = this.#written
      .then(async () => {
        if (this.#isLost || (await this.#insert([row], false))) return
        this.#lose()
      })
      .catch(() => this.#lose())
  }

  #lose(): void {
    this.#isLost = true
    this.#release()
    this.#onLost()
  }

  #release(): void {
    this.#room?.resolve()
    this.#room = undefined
  }

  #take() {
    const events = this.#events
    this.#events = []
    this.#bytes = 0
    return this.#seal({ events })
  }

  #seal(part: AttemptPart): { n: number; sealed: Uint8Array } {
    return { n: ++this.#n, sealed: this.#parts.sealer.seal(part) }
  }

  /** Resolves to false if the attempt is not this process's any more. */
  async #insert(rows: readonly { n: number; sealed: Uint8Array }[], isEnd: boolean): Promise<boolean> {
    const { attemptId, worker, host } = this.#attempt
    const [row] = await this.#parts.database.query<{ written: number }>(
      `WITH mine AS (
         UPDATE narratoria.tool_runs SET state = $3
         WHERE run_id = $1 AND worker = $2 AND state = 'active' RETURNING run_id
       ), written AS (
         INSERT INTO narratoria.tool_events (run_id, n, sealed)
         SELECT mine.run_id, rows.n, rows.sealed FROM mine, unnest($4::integer[], $5::bytea[]) AS rows (n, sealed) RETURNING n
       ) SELECT count(*)::integer AS written, max(pg_notify($6, $7)::text) FROM written`,
      [
        attemptId,
        worker,
        isEnd ? 'ended' : 'active',
        rows.map(({ n }) => n),
        rows.map(({ sealed }) => sealed),
        host,
        `run ${attemptId}`,
      ],
    )
    return row!.written === rows.length
  }
}
