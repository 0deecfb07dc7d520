import type { ExecutionEvent, ProtocolEvent } from '@narratoria/protocol'
import { isPromise } from '../is-promise.ts'
import { toTraceHead, toTraceLine } from './trace-line.ts'

/** Where a feed delivers to. */
export interface FeedConsumers {
  /** Takes events one by one; a promise holds the next one back. */
  onEvent: ((event: ExecutionEvent) => void | Promise<void>) | undefined
  /** Takes whole lines of the trace; a promise holds back the reading of tools. */
  trace: ((lines: string) => void | Promise<void>) | undefined
  /** Takes every event at once and is waited for by nobody. */
  observe: ((event: ExecutionEvent) => void) | undefined
  /** Told when the feed gets blocked and free again. */
  onBlocked: (blocked: boolean) => void
  /** Told how long a consumer kept the host busy. */
  onBusy: (ms: number) => void
  /** Told, once, that a consumer threw. */
  onError: (error: unknown) => void
  now: () => number
}

/** Delivers what happens in an execution, in order and one at a time, and holds back the readers of tools meanwhile. */
export class Feed {
  readonly #to: FeedConsumers
  /** False when nobody listens, so that events need not even be made. */
  readonly isHeard: boolean
  #queue: ExecutionEvent[] = []
  #head = 0
  #delivering = false
  #lines = ''
  #flushScheduled = false
  #at: number | undefined
  #pending = 0
  #broken = false
  #free: Promise<void> | undefined
  #setFree: (() => void) | undefined

  constructor(consumers: FeedConsumers) {
    this.#to = consumers
    this.isHeard = [consumers.onEvent, consumers.trace, consumers.observe].some(Boolean)
  }

  /** A promise while a consumer is busy. */
  hold(): Promise<void> | undefined {
    return this.#free
  }

  /** Delivers `event`, at once unless earlier ones wait. `text` is a tool event's own line. */
  emit(event: ExecutionEvent, text?: string): void {
    if (this.#to.trace) this.#trace(toTraceLine(event, text))
    if (!this.#broken) this.#observe(event)
    if (!this.#to.onEvent || this.#broken) return
    this.#queue.push(event)
    this.#deliver()
  }

  /** Makes the way in for one attempt's own events; `text` is the line as the tool wrote it. */
  openAttempt(attempt: {
    planId: string
    toolId: string
    attempt: number
  }): (event: ProtocolEvent, text?: string) => void {
    const { onEvent, observe, trace } = this.#to
    let head = ''
    let headAt = -1
    return (event, text) => {
      const at = this.#time()
      if (trace && text !== undefined && !onEvent && !observe) {
        // The tool's own line behind a prefix, which is the same for all that is read at one time.
        if (at !== headAt) head = toTraceHead({ ...attempt, at: (headAt = at) })
        return this.#trace(`${head}${text}}\n`)
      }
      this.emit({ type: 'tool_event', ...attempt, at, event }, text)
    }
  }

  /** Settles once everything was delivered. */
  async drained(): Promise<void> {
    if (this.#flushScheduled) this.#flush()
    while (this.#free) await this.#free
  }

  #observe(event: ExecutionEvent): void {
    try {
      this.#to.observe?.(event)
    } catch (error) {
      this.#break(error)
    }
  }

  #deliver(): void {
    if (this.#delivering) return
    this.#delivering = true
    const startedAt = this.#to.now()
    let answer: PromiseLike<void> | undefined
    while (!answer && this.#head < this.#queue.length) {
      const event = this.#queue[this.#head++]!
      answer = this.#call(() => this.#to.onEvent!(event))
    }
    if (this.#head === this.#queue.length || this.#head > 1000) {
      this.#queue = this.#queue.slice(this.#head)
      this.#head = 0
    }
    this.#to.onBusy(this.#to.now() - startedAt)
    if (!answer) {
      this.#delivering = false
      return
    }
    this.#await(answer, () => {
      this.#delivering = false
      this.#deliver()
    })
  }

  // One time for all that is read from a tool at once: what comes in one block came at one time.
  #time(): number {
    if (this.#at === undefined) {
      this.#at = this.#to.now()
      queueMicrotask(() => (this.#at = undefined))
    }
    return this.#at
  }

  #trace(line: string): void {
    this.#lines += line
    if (this.#flushScheduled) return
    this.#flushScheduled = true
    queueMicrotask(() => this.#flush())
  }

  #flush(): void {
    this.#flushScheduled = false
    const lines = this.#lines
    if (lines === '') return
    this.#lines = ''
    const answer = this.#broken ? undefined : this.#call(() => this.#to.trace!(lines))
    if (answer) this.#await(answer, () => {})
  }

  #call(consumer: () => void | Promise<void>): PromiseLike<void> | undefined {
    try {
      const answer = consumer()
      // Callbacks such as `(event) => list.push(event)` answer with something that means nothing.
      return isPromise(answer) ? answer : undefined
    } catch (error) {
      this.#break(error)
      return undefined
    }
  }

  #await(answer: PromiseLike<void>, then: () => void): void {
    if ((this.#pending += 1) === 1) {
      this.#free = new Promise((resolve) => (this.#setFree = resolve))
      this.#to.onBlocked(true)
    }
    const settle = () => {
      then()
      if ((this.#pending -= 1) > 0) return
      this.#to.onBlocked(false)
      this.#free = undefined
      this.#setFree?.()
    }
    answer.then(settle, (error: unknown) => {
      this.#break(error)
      settle()
    })
  }

  #break(error: unknown): void {
    if (this.#broken) return
    this.#broken = true
    this.#queue = []
    this.#head = 0
    this.#to.onError(error)
  }
}
