import type pg from 'pg'
import type { Subscription } from './database.ts'
import { connect } from './reconnecting-client.ts'

interface Listening {
  onMessage: (payload: string) => void
  onReady: (() => void) | undefined
}

/** Milliseconds between two checks that the connection still answers. */
const checkMs = 5_000

/** Listens on any number of channels with one connection, which is opened again when it ends. */
export class Listener {
  readonly #config: pg.ClientConfig
  readonly #channels = new Map<string, Set<Listening>>()
  readonly #closed = new AbortController()
  #client: Promise<pg.Client> | undefined
  #check: NodeJS.Timeout | undefined

  constructor(config: pg.ClientConfig) {
    this.#config = config
  }

  async listen(channel: string, onMessage: Listening['onMessage'], onReady?: () => void): Promise<Subscription> {
    const listening = { onMessage, onReady }
    const others = this.#channels.get(channel)
    if (others) others.add(listening)
    else {
      this.#channels.set(channel, new Set([listening]))
      await (await this.#open()).query(`LISTEN ${quoted(channel)}`)
    }
    onReady?.()
    return { close: () => this.#leave(channel, listening) }
  }

  async close(): Promise<void> {
    this.#closed.abort()
    clearInterval(this.#check)
    this.#channels.clear()
    await this.#client?.then(
      (client) => client.end(),
      () => undefined,
    )
  }

  async #leave(channel: string, listening: Listening): Promise<void> {
    const others = this.#channels.get(channel)
    if (!others?.delete(listening) || others.size > 0) return
    this.#channels.delete(channel)
    const client = await this.#client?.catch(() => undefined)
    await client?.query(`UNLISTEN ${quoted(channel)}`).catch(() => {})
  }

  #open(): Promise<pg.Client> {
    return (this.#client ??= this.#connect())
  }

  async #connect(): Promise<pg.Client> {
    const client = await connect(this.#config, this.#closed.signal, () => this.#onEnd())
    client.on('notification', ({ channel, payload = '' }) => {
      for (const { onMessage } of this.#channels.get(channel) ?? []) onMessage(payload)
    })
    for (const channel of this.#channels.keys()) await client.query(`LISTEN ${quoted(channel)}`)
    clearInterval(this.#check)
    this.#check = setInterval(() => void this.#ping(client), checkMs)
    this.#check.unref()
    return client
  }

  /** A connection that was cut silently does not end by itself. */
  async #ping(client: pg.Client): Promise<void> {
    const late = setTimeout(() => void client.end().catch(() => {}), checkMs)
    await client.query('SELECT 1').catch(() => {})
    clearTimeout(late)
  }

  #onEnd(): void {
    clearInterval(this.#check)
    this.#client = undefined
    if (this.#closed.signal.aborted || this.#channels.size === 0) return
    void this.#open().then(
      () => {
        for (const listenings of this.#channels.values()) for (const { onReady } of listenings) onReady?.()
      },
      () => this.#onEnd(),
    )
  }
}

function quoted(channel: string): string {
  return `"${channel.replaceAll('"', '""')}"`
}
