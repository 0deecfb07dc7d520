import { setTimeout as delay } from 'node:timers/promises'
import type { Client } from '@modelcontextprotocol/client'
import { type Environment, expandEntry } from '../config/expand.ts'
import type { McpServerEntry } from '../config/server-entry.ts'
import { connect } from './connect.ts'
import { McpError } from '../errors.ts'

/** When a server that failed is started again. */
export interface Backoff {
  /** Milliseconds until the first start. Doubled for each further one. Defaults to 1,000. */
  firstMs?: number
  /** Most milliseconds between two starts. Defaults to 60,000. */
  maxMs?: number
}

/** The condition of a server. */
export type ServerState = 'starting' | 'ready' | 'waiting' | 'closed'

interface ServerOptions {
  name: string
  entry: McpServerEntry
  environment: Environment
  backoff?: Backoff | undefined
  /** Called when a connection is ready. */
  onReady: (client: Client) => Promise<void>
  onProblem: (message: string) => void
}

/** Time limit of a start: servers that are installed by their command may take long. */
const startTimeoutMs = 60_000
/** A server that ran for this long is started again without the waits of earlier failures. */
const stableMs = 30_000

/** One server, kept running: started once, started again with growing waits when it fails, and ended by `close`. */
export class ServerProcess {
  state: ServerState = 'starting'
  /** Why it is not ready. */
  problem: string | undefined
  readonly #options: ServerOptions
  readonly #closing = new AbortController()
  #client: Client | undefined
  #failures = 0
  #waitsUntil = 0
  /** Settles when the present start has succeeded or failed. */
  #started: Promise<void>
  readonly #ended: Promise<void>

  constructor(options: ServerOptions) {
    this.#options = options
    let settle!: () => void
    this.#started = new Promise((resolve) => (settle = resolve))
    this.#ended = this.#run(settle)
  }

  /** Resolves when the first start has succeeded or failed, or after `ms`. */
  async firstStart(ms: number): Promise<void> {
    const stop = new AbortController()
    await Promise.race([this.#started, delay(ms, undefined, { signal: stop.signal }).catch(() => {})])
    stop.abort()
  }

  /**
   * The connection. Waits for a start that is under way.
   *
   * @throws {McpError} `server_unavailable`
   */
  async client(signal: AbortSignal): Promise<Client> {
    if (this.state === 'starting') {
      const aborted = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
      await Promise.race([this.#started, aborted])
    }
    signal.throwIfAborted()
    if (this.#client) return this.#client
    const waits = Math.max(0, Math.ceil((this.#waitsUntil - performance.now()) / 1_000))
    const next = this.state === 'waiting' ? ` It is started again in ${waits} s.` : ''
    throw new McpError(
      'server_unavailable',
      `The MCP server "${this.#options.name}" is not running: ${this.problem ?? 'it was closed'}${next}`,
    )
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#ended
  }

  async #run(settle: () => void): Promise<void> {
    const { signal } = this.#closing
    let settleStart = settle
    while (!signal.aborted) {
      this.state = 'starting'
      const startedAt = performance.now()
      const lost = await this.#serve(settleStart)
      if (signal.aborted) break
      if (performance.now() - startedAt > stableMs) this.#failures = 0
      this.problem = lost
      this.#options.onProblem(lost)
      this.#started = new Promise((resolve) => (settleStart = resolve))
      await this.#wait()
    }
    this.state = 'closed'
    settleStart()
    settle()
  }

  /** Starts the server and waits for its end. Returns why it ended. */
  async #serve(settleStart: () => void): Promise<string> {
    const { entry, environment, onReady } = this.#options
    const { signal } = this.#closing
    let client: Client | undefined
    try {
      const connection = await connect(expandEntry(entry, environment), { signal, timeoutMs: startTimeoutMs })
      client = connection.client
      const ended = new Promise<void>((resolve) => (client!.onclose = resolve))
      const closing = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
      await Promise.race([onReady(client), ended, closing])
      this.#client = client
      this.state = 'ready'
      this.problem = undefined
      settleStart()
      await Promise.race([ended, closing])
      const said = connection.lastWords()
      return said === '' ? 'it ended.' : `it ended. It wrote: ${said}`
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    } finally {
      this.#client = undefined
      await client?.close().catch(() => {})
      if (!signal.aborted) this.state = 'waiting'
      settleStart()
    }
  }

  async #wait(): Promise<void> {
    const { firstMs = 1_000, maxMs = 60_000 } = this.#options.backoff ?? {}
    const ms = Math.min(maxMs, firstMs * 2 ** Math.min(this.#failures, 20))
    this.#failures += 1
    this.#waitsUntil = performance.now() + ms
    await delay(ms, undefined, { signal: this.#closing.signal, ref: false }).catch(() => {})
  }
}
