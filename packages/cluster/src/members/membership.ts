import { randomUUID } from 'node:crypto'
import { RuntimeError } from '@narratoria/runtime'
import type { Database, Subscription } from '../database/database.ts'
import { lockKey } from '../database/lock-connection.ts'
import { every } from './every.ts'

/** A process of the cluster. */
export interface Member {
  id: string
  kind: 'host' | 'worker'
  name: string
  slots: number
  /** The digests of the skills that a worker runs. */
  tools: string[]
  draining: boolean
}

/** Milliseconds between two looks at the other members. */
const watchMs = 500
/** Milliseconds between two signs of life. */
const beatMs = 2_000
/** A member whose last sign of life is older was frozen or cut off, although it still has its lock. */
const frozenSeconds = 10
/** After a restart of the server, no member holds its lock for a moment. */
const graceSeconds = 5

export interface MemberEvents {
  /** A message of another member. */
  message: (payload: string) => void
  /** It listens, and may have missed messages before. */
  ready: () => void
  /** Another member is gone, or this process was under another id: its work must be ended. Several members may find out. */
  gone: (id: string, options?: { isSelf?: boolean }) => Promise<void>
  error: (error: unknown) => void
}

/** Keeps this process among the members of the cluster, and ends the work of members that died. */
export class Membership {
  readonly #database: Database
  readonly #self: Omit<Member, 'id'>
  readonly #on: MemberEvents
  #messages: Subscription | undefined
  #id = ''
  #others: Member[] = []
  #lost = new AbortController()
  #timers: (() => void)[] = []
  #watching: Promise<void> = Promise.resolve()
  #beating: Promise<void> = Promise.resolve()
  #closed = false

  constructor(database: Database, self: Omit<Member, 'id'>, on: MemberEvents) {
    this.#database = database
    this.#self = { ...self }
    this.#on = on
  }

  /** The id of this process. It gets another one when it comes back after it was given up. */
  get id(): string {
    return this.#id
  }

  /** Aborted when other members may have given this process up: everything that it works on is lost. */
  get lost(): AbortSignal {
    return this.#lost.signal
  }

  /** Whether the others take this process for a member that takes work. */
  async isListed(): Promise<boolean> {
    const sql = 'SELECT 1 FROM narratoria.members WHERE id = $1 AND NOT draining'
    return (await this.#database.query(sql, [this.#id])).length === 1
  }

  /** The other members, as they were half a second ago at most. */
  get others(): readonly Member[] {
    return this.#others
  }

  async join(): Promise<void> {
    await this.#register()
    await this.#watch()
    this.#timers = [
      every(watchMs, () => (this.#watching = this.#watch())),
      every(beatMs, () => (this.#beating = this.#beat())),
    ]
  }

  /** Changes what the others see of this process. */
  async update(change: Partial<Pick<Member, 'tools' | 'draining'>>): Promise<void> {
    Object.assign(this.#self, change)
    await this.#database.query('UPDATE narratoria.members SET tools = $2, draining = $3 WHERE id = $1', [
      this.#id,
      this.#self.tools,
      this.#self.draining,
    ])
  }

  async leave(): Promise<void> {
    this.#closed = true
    for (const end of this.#timers) end()
    await Promise.allSettled([this.#watching, this.#beating])
    await this.#messages?.close().catch(() => {})
    await this.#database.query('DELETE FROM narratoria.members WHERE id = $1', [this.#id]).catch(() => {})
    await this.#database.locks.unlock(this.#id).catch(() => {})
  }

  async #register(): Promise<void> {
    const { locks } = this.#database
    this.#id = `${this.#self.kind}_${randomUUID().replaceAll('-', '')}`
    await locks.tryLock(this.#id)
    const connection = locks.lost
    await this.#messages?.close().catch(() => {})
    this.#messages = await this.#database.listen(
      this.#id,
      (payload) => this.#on.message(payload),
      () => this.#on.ready(),
    )
    const { kind, name, slots, tools, draining } = this.#self
    await this.#database.query(
      `INSERT INTO narratoria.members (id, kind, name, backend, lock_key, slots, tools, draining)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [this.#id, kind, name, await locks.pid(), lockKey(this.#id), slots, tools, draining],
    )
    connection.addEventListener('abort', () => void this.#comeBack(), { once: true })
    if (connection.aborted) void this.#comeBack()
  }

  /** Gives up everything, and joins again under another id. */
  async #comeBack(): Promise<void> {
    if (this.#closed) return
    const [lost, before] = [this.#lost, this.#id]
    this.#lost = new AbortController()
    lost.abort(
      new RuntimeError(
        'session_lost',
        'The host that played this turn lost its connection to the database, and the turn is lost. The story is as it was before it; play it again.',
      ),
    )
    for (let waitMs = 50; !this.#closed; waitMs = Math.min(waitMs * 2, 2_000)) {
      try {
        await this.#register()
        await this.#on.gone(before, { isSelf: true })
        return
      } catch (error) {
        this.#on.error(error)
        await new Promise((resolve) => setTimeout(resolve, waitMs).unref())
      }
    }
  }

  async #beat(): Promise<void> {
    try {
      const id = this.#id
      const rows = await this.#database.query(
        'UPDATE narratoria.members SET beat_at = now() WHERE id = $1 RETURNING id',
        [id],
      )
      if (rows.length === 0 && id === this.#id && !this.#closed) await this.#comeBack()
    } catch (error) {
      this.#on.error(error)
    }
  }

  async #watch(): Promise<void> {
    try {
      const rows = await this.#database.query<Member & { gone: boolean }>(
        `SELECT id, kind, name, slots, tools, draining,
           beat_at < now() - interval '${frozenSeconds} seconds' OR (
             pg_postmaster_start_time() < now() - interval '${graceSeconds} seconds' AND NOT EXISTS (
               SELECT 1 FROM pg_locks l WHERE l.locktype = 'advisory' AND l.granted
                 AND ((l.classid::bigint << 32) | l.objid::bigint) = m.lock_key)) AS gone
         FROM narratoria.members m WHERE id <> $1`,
        [this.#id],
      )
      this.#others = rows.filter(({ gone }) => !gone)
      for (const { id } of rows.filter(({ gone }) => gone)) await this.#on.gone(id)
    } catch (error) {
      if (!this.#closed) this.#on.error(error)
    }
  }
}
