/** Options of an {@link EventSink}. */
export interface EventSinkOptions {
  /** Called with an exception of the consumer. Delivery continues unless the sink is closed. */
  onError: (error: unknown) => void
  /** Called when backpressure starts and ends. */
  onBlocked?: (blocked: boolean) => void
}

/**
 * Delivers events to a consumer in order and one at a time. While a promise that the consumer returned is pending, later
 * events wait, and producers should wait for {@link backpressure}. Other return values are ignored.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { EventSink } from '@narratoria/protocol/event-sink'
 *
 * const received: string[] = []
 * const consume = async (event: string) => void received.push(event)
 * const sink = new EventSink(consume, { onError: (error) => assert.fail(String(error)) })
 * sink.emit('first')
 * sink.emit('second')
 * assert.deepEqual(received, ['first'])
 * await sink.backpressure()
 * assert.deepEqual(received, ['first', 'second'])
 * ```
 */
export class EventSink<Event> {
  readonly #consume: (event: Event) => unknown
  readonly #options: EventSinkOptions
  readonly #queue: Event[] = []
  #delivering = false
  #closed = false
  #blocked: { promise: Promise<void>; resolve: () => void } | undefined

  constructor(consume: (event: Event) => unknown, options: EventSinkOptions) {
    this.#consume = consume
    this.#options = options
  }

  /** Delivers `event`, immediately unless earlier events wait. */
  emit(event: Event): void {
    if (this.#closed) return
    this.#queue.push(event)
    if (!this.#delivering) this.#deliver()
  }

  /** A promise until every event so far is delivered and handled; undefined if that is the case. */
  backpressure(): Promise<void> | undefined {
    return this.#blocked?.promise
  }

  /** Discards waiting events and ignores later ones. */
  close(): void {
    this.#closed = true
    this.#queue.length = 0
  }

  #deliver(): void {
    this.#delivering = true
    while (this.#queue.length > 0) {
      const pending = this.#call(this.#queue.shift()!)
      if (pending) return this.#block(pending)
    }
    this.#delivering = false
    if (!this.#blocked) return
    this.#options.onBlocked?.(false)
    this.#blocked.resolve()
    this.#blocked = undefined
  }

  #call(event: Event): PromiseLike<unknown> | undefined {
    try {
      const returned = this.#consume(event)
      return isPromise(returned) ? returned : undefined
    } catch (error) {
      this.#options.onError(error)
      return undefined
    }
  }

  #block(pending: PromiseLike<unknown>): void {
    if (!this.#blocked) {
      this.#blocked = Promise.withResolvers<void>()
      this.#options.onBlocked?.(true)
    }
    pending.then(
      () => this.#deliver(),
      (error: unknown) => {
        this.#options.onError(error)
        this.#deliver()
      },
    )
  }
}

/** Whether `value` has a `then` method, including promises of other realms and libraries. */
export function isPromise<T>(value: T | PromiseLike<T>): value is PromiseLike<T> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
}
