import { WebError } from '../errors.ts'

/** The rate limit of a client. */
export interface Rate {
  perSecond: number
  burst: number
}

interface Bucket {
  tokens: number
  at: number
}

/** The limit of known clients. The least recently active one is removed. */
const maxClients = 1_000

/** A token bucket for each client. */
export class RateLimit {
  readonly #rate: Rate
  readonly #buckets = new Map<string, Bucket>()

  constructor(rate: Rate) {
    this.#rate = rate
  }

  /** Counts one request. @throws {WebError} `too_many_requests` */
  take(client: string, now = performance.now()): void {
    const { perSecond, burst } = this.#rate
    const { tokens, at } = this.#buckets.get(client) ?? { tokens: burst, at: now }
    const filled = Math.min(burst, tokens + ((now - at) / 1_000) * perSecond)
    this.#buckets.delete(client)
    this.#buckets.set(client, { tokens: Math.max(0, filled - 1), at: now })
    if (this.#buckets.size > maxClients) this.#buckets.delete(this.#buckets.keys().next().value!)
    if (filled >= 1) return
    throw new WebError('too_many_requests', 'Too many requests. Wait a moment and try again.', { status: 429 })
  }
}
