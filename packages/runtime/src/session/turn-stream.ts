import type { TurnEvent, TurnResult } from '@narratoria/protocol'
import { type TextPiece, textPieces } from './text-pieces.ts'
import { type ResponseOptions, toResponse } from './to-response.ts'

/**
 * A turn that is being played: iterate it for its events, await `result` for its outcome. {@link pieces} and {@link toResponse} iterate it,
 * too, and it can be iterated once.
 */
export interface PlayedTurn extends AsyncIterable<TurnEvent> {
  readonly result: Promise<TurnResult>
  /** Returns the whole narrative when the turn has ended. */
  text(): Promise<string>
  /** Returns the narration as it arrives. */
  pieces(): AsyncIterable<TextPiece>
  /** Returns a Web `Response` that streams what a page shows of the turn. A client that disconnects does not end the turn. */
  toResponse(options?: ResponseOptions): Response
}

/** The number of unread events at which the turn waits for its reader. */
const highWaterMark = 1_000

/**
 * Passes a turn's events to its one reader, with backpressure. A turn that is not
 * iterated runs without waiting. Leaving the iteration early does not end the turn.
 */
export class TurnStream implements PlayedTurn {
  result!: Promise<TurnResult>
  #queue: TurnEvent[] = []
  #ended = false
  #failure: { error: unknown } | undefined
  #reading = false
  #abandoned = false
  #wakeReader: (() => void) | undefined
  #wakeWriter: (() => void) | undefined
  #room: Promise<void> | undefined

  /** Ends with `result`. Until it is called, {@link push} is the only method to use. */
  endWith(result: Promise<TurnResult>): this {
    this.result = result
    // The iteration reports a failure too, so an unread `result` must not become an unhandled rejection.
    result.then(
      () => this.#end(),
      (error: unknown) => this.#end({ error }),
    )
    return this
  }

  /** Adds an event. Returns a promise while the reader has many events to read. */
  readonly push = (event: TurnEvent): void | Promise<void> => {
    if (this.#abandoned) return
    this.#queue.push(event)
    this.#wakeReader?.()
    if (!this.#reading || this.#queue.length < highWaterMark) return
    this.#room ??= new Promise((resolve) => (this.#wakeWriter = resolve))
    return this.#room
  }

  async *[Symbol.asyncIterator](): AsyncIterator<TurnEvent> {
    if (this.#reading) throw new TypeError('A turn can be iterated once; keep its events if several readers need them.')
    this.#reading = true
    try {
      while (true) {
        const batch = this.#queue
        this.#queue = []
        this.#release()
        yield* batch
        if (this.#queue.length > 0) continue
        if (this.#ended) break
        await new Promise<void>((resolve) => (this.#wakeReader = resolve))
      }
      if (this.#failure) throw this.#failure.error
    } finally {
      this.#abandoned = true
      this.#queue = []
      this.#release()
    }
  }

  async text(): Promise<string> {
    return (await this.result).narrative
  }

  pieces(): AsyncIterable<TextPiece> {
    return textPieces(this)
  }

  toResponse(options?: ResponseOptions): Response {
    return toResponse(this, options)
  }

  #release(): void {
    this.#wakeWriter?.()
    this.#wakeWriter = undefined
    this.#room = undefined
  }

  #end(failure?: { error: unknown }): void {
    this.#ended = true
    this.#failure = failure
    this.#wakeReader?.()
  }
}
