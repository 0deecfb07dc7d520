import type pg from 'pg'
import type { Subscription } from './database.ts'
import { connect } from './reconnecting-client.ts'

interface Listening {
  onMessage: (payload: string) => void
  onReady: (() => void) | undefined
}

/** Listens on any number of channels with one connection, which is opened again when it ends. */
export class Listener {
  readonly #config: pg.ClientConfig
  readonly #channels = new Map<string, Set<Listening>>()
  readonly #closed = new AbortController()
  #client: Promise<pg.Client> | undefined

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
    const close = () => this.#leave(channel, listening)
    return { close, [Symbol.asyncDispose]: close }
  }

  async close(): Promise<void> {
    this.#closed.abort()
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
    return client
  }

  #onEnd(): void {
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
