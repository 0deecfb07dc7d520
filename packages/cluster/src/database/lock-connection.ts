import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { ProcessLocks } from './database.ts'
import { connect } from './reconnecting-client.ts'

export class LockConnection implements ProcessLocks {
  readonly #config: pg.ClientConfig
  readonly #closed = new AbortController()
  #client: Promise<pg.Client> | undefined
  #lost = new AbortController()

  constructor(config: pg.ClientConfig) {
    this.#config = config
  }

  get lost(): AbortSignal {
    return this.#lost.signal
  }

  async tryLock(key: string): Promise<boolean> {
    const client = await this.#open()
    const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS locked', [lockKey(key)])
    return (rows[0] as { locked: boolean }).locked
  }

  async unlock(key: string): Promise<void> {
    // Without a connection there is no lock.
    const client = await this.#client?.catch(() => undefined)
    await client?.query('SELECT pg_advisory_unlock($1)', [lockKey(key)]).catch(() => {})
  }

  async pid(): Promise<number> {
    const client = await this.#open()
    return ((await client.query('SELECT pg_backend_pid() AS pid')).rows[0] as { pid: number }).pid
  }

  async close(): Promise<void> {
    this.#closed.abort()
    const client = await this.#client?.catch(() => undefined)
    await client?.end().catch(() => {})
  }

  #open(): Promise<pg.Client> {
    return (this.#client ??= connect(this.#config, this.#closed.signal, () => this.#onEnd()))
  }

  #onEnd(): void {
    this.#client = undefined
    const lost = this.#lost
    this.#lost = new AbortController()
    lost.abort(new Error('The connection to the database that holds the locks of this process ended.'))
  }
}

/** The 64-bit number of a lock, as a decimal text. */
export function lockKey(key: string): string {
  return createHash('sha256').update(`narratoria:${key}`).digest().readBigInt64BE(0).toString()
}
