import type { Database, Subscription } from '../database/database.ts'
import { type EventRow, turnsChannel } from './turn-rows.ts'

/** Rows and bytes that are kept for the readers of a turn. */
const [keptRows, keptBytes, pageRows] = [1_000, 4 * 1024 * 1024, 500]
/** Milliseconds after which rows are looked for without a notification. */
const backstopMs = 1_000

/** The rows of a turn that were read last, for all its readers in this process. */
class Feed {
  rows: EventRow[] = []
  bytes = 0
  /** The number of the last row that was read. */
  last = 0
  readers = 0
  wake = Promise.withResolvers<void>()
  reading: Promise<void> | undefined
  again = false
  failure: unknown

  add(rows: readonly EventRow[]): void {
    for (const row of rows) {
      this.rows.push(row)
      this.bytes += row.body.byteLength
      this.last = row.n
    }
    while (this.rows.length > keptRows || (this.bytes > keptBytes && this.rows.length > 1))
      this.bytes -= this.rows.shift()!.body.byteLength
    if (rows.length > 0) this.change()
  }

  change(): void {
    this.wake.resolve()
    this.wake = Promise.withResolvers()
  }
}

/** Reads the events of turns that are played anywhere: one query for each batch, however many read it here. */
export class TurnFeeds {
  readonly #database: Database
  readonly #feeds = new Map<string, Feed>()
  #subscription: Subscription | undefined
  #backstop: NodeJS.Timeout | undefined

  constructor(database: Database) {
    this.#database = database
  }

  async open(): Promise<void> {
    this.#subscription = await this.#database.listen(
      turnsChannel,
      (turnId) => this.#look(turnId),
      () => this.#lookAtAll(),
    )
    this.#backstop = setInterval(() => this.#lookAtAll(), backstopMs)
    this.#backstop.unref()
  }

  async close(): Promise<void> {
    clearInterval(this.#backstop)
    await this.#subscription?.close().catch(() => {})
    for (const feed of this.#feeds.values()) {
      feed.failure = new Error('The host of this turn was closed.')
      feed.change()
    }
  }

  /** Reads the rows of a turn after number `after`, up to its end. */
  async *read(turnId: string, after: number, signal?: AbortSignal): AsyncGenerator<EventRow> {
    const feed = this.#feeds.get(turnId) ?? new Feed()
    if (feed.readers === 0) {
      feed.last = after
      this.#feeds.set(turnId, feed)
    }
    feed.readers += 1
    const onAbort = () => feed.change()
    signal?.addEventListener('abort', onAbort)
    try {
      this.#look(turnId)
      for (let cursor = after; ;) {
        signal?.throwIfAborted()
        if (feed.failure) throw feed.failure
        const { promise } = feed.wake
        const first = feed.rows[0]?.n ?? feed.last + 1
        const isBehind = cursor + 1 < first
        const rows = isBehind ? await this.#page(turnId, cursor) : feed.rows.filter(({ n }) => n > cursor)
        for (const row of rows) {
          cursor = row.n
          yield row
          if (row.kind !== 'event') return
        }
        if (rows.length === 0) await promise
      }
    } finally {
      signal?.removeEventListener('abort', onAbort)
      feed.readers -= 1
      if (feed.readers === 0) this.#feeds.delete(turnId)
    }
  }

  #lookAtAll(): void {
    for (const turnId of this.#feeds.keys()) this.#look(turnId)
  }

  #look(turnId: string): void {
    const feed = this.#feeds.get(turnId)
    if (!feed) return
    if (feed.reading) {
      feed.again = true
      return
    }
    feed.again = false
    feed.reading = this.#read(turnId, feed).finally(() => {
      feed.reading = undefined
      if (feed.again) this.#look(turnId)
    })
  }

  async #read(turnId: string, feed: Feed): Promise<void> {
    try {
      const rows = await this.#page(turnId, feed.last)
      feed.add(rows)
      if (rows.length === pageRows) feed.again = true
    } catch {
      // The database may be restarting. The backstop looks again.
    }
  }

  #page(turnId: string, after: number): Promise<EventRow[]> {
    return this.#database.query<EventRow>(
      'SELECT n, kind, body FROM narratoria.turn_events WHERE turn_id = $1 AND n > $2 ORDER BY n LIMIT $3',
      [turnId, after, pageRows],
    )
  }
}
