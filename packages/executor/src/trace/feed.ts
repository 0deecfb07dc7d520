import type { ExecutionEvent, ProtocolEvent } from '@narratoria/protocol'
import { EventSink } from '@narratoria/protocol/event-sink'

/** The consumers and callbacks of a {@link Feed}. */
export interface FeedOptions {
  onEvent: ((event: ExecutionEvent) => void | Promise<void>) | undefined
  trace: ((lines: string) => void | Promise<void>) | undefined
  /** Called when backpressure starts and ends. */
  onBlocked: (blocked: boolean) => void
  /** Called with the milliseconds that `onEvent` ran synchronously. */
  onBusy: (ms: number) => void
  /** Called once, with the first exception of a consumer. Nothing is delivered afterwards. */
  onError: (error: unknown) => void
  now: () => number
}

/** An event without the fields that the feed adds. */
type FeedEvent<Event = ExecutionEvent> = Event extends ExecutionEvent
  ? Omit<Event, 'planId' | 'at'> & { at?: number }
  : never

/** Delivers the events of one execution to its consumers, as objects and as lines of the trace. */
export class Feed {
  readonly #planId: string
  readonly #options: FeedOptions
  readonly #events: EventSink<ExecutionEvent> | undefined
  readonly #trace: EventSink<string> | undefined
  #lines = ''
  #flushScheduled = false
  #at: number | undefined
  #blockedSinks = 0
  #failed = false

  constructor(planId: string, options: FeedOptions) {
    this.#planId = planId
    this.#options = options
    const sinkOptions = {
      onError: (error: unknown) => this.#fail(error),
      onBlocked: (blocked: boolean) => this.#countBlocked(blocked),
    }
    const { onEvent, trace, onBusy, now } = options
    if (trace) this.#trace = new EventSink(trace, sinkOptions)
    if (onEvent)
      this.#events = new EventSink((event: ExecutionEvent) => {
        const startedAt = now()
        try {
          return onEvent(event)
        } finally {
          onBusy(now() - startedAt)
        }
      }, sinkOptions)
  }

  /** False if there is no consumer, so that events need not be created. */
  get isObserved(): boolean {
    return (this.#events ?? this.#trace) !== undefined
  }

  /** A promise while a consumer is busy. */
  backpressure(): Promise<void> | undefined {
    return this.#events?.backpressure() ?? this.#trace?.backpressure()
  }

  /** Emits an event of this execution. `at` defaults to now. */
  emit(event: FeedEvent): void {
    if (!this.isObserved) return
    const { type, ...fields } = event
    this.#deliver({ type, planId: this.#planId, at: this.#options.now(), ...fields } as ExecutionEvent)
  }

  /** Returns a function that emits the tool events of one attempt. Its `text` is the line as the tool wrote it. */
  openAttempt(toolId: string, attempt: number): (event: ProtocolEvent, text?: string) => void {
    const ids = { planId: this.#planId, toolId, attempt }
    let head = ''
    let headAt = -1
    return (event, text) => {
      const at = this.#readTime()
      if (this.#trace && !this.#events && text !== undefined) {
        // The fast path: the tool's own line behind a prefix, which is the same for all events that are read together.
        if (at !== headAt) head = toTraceHead({ ...ids, at: (headAt = at) })
        return this.#addLine(`${head}${text}}\n`)
      }
      this.#deliver({ type: 'tool_event', ...ids, at, event }, text)
    }
  }

  /** Resolves when everything has been delivered and handled. */
  async drained(): Promise<void> {
    this.#flush()
    for (let busy = this.backpressure(); busy; busy = this.backpressure()) await busy
  }

  #deliver(event: ExecutionEvent, text?: string): void {
    if (this.#trace) this.#addLine(toTraceLine(event, text))
    this.#events?.emit(event)
  }

  // One time for all events that are read together.
  #readTime(): number {
    if (this.#at === undefined) {
      this.#at = this.#options.now()
      queueMicrotask(() => (this.#at = undefined))
    }
    return this.#at
  }

  #addLine(line: string): void {
    this.#lines += line
    if (this.#flushScheduled) return
    this.#flushScheduled = true
    queueMicrotask(() => this.#flush())
  }

  #flush(): void {
    this.#flushScheduled = false
    if (this.#lines === '') return
    const lines = this.#lines
    this.#lines = ''
    this.#trace?.emit(lines)
  }

  #countBlocked(blocked: boolean): void {
    this.#blockedSinks += blocked ? 1 : -1
    if (this.#blockedSinks === Number(blocked)) this.#options.onBlocked(blocked)
  }

  #fail(error: unknown): void {
    if (this.#failed) return
    this.#failed = true
    this.#events?.close()
    this.#trace?.close()
    this.#options.onError(error)
  }
}

/**
 * Returns an event as one line of NDJSON. A tool's event is the tool's own line behind a prefix. `tool_finished` omits the
 * tool's events, because each is an earlier line.
 */
function toTraceLine(event: ExecutionEvent, text?: string): string {
  if (event.type === 'tool_event' && text !== undefined) return `${toTraceHead(event)}${text}}\n`
  if (event.type === 'tool_finished') {
    return `${JSON.stringify({ ...event, result: { ...event.result, events: [] } })}\n`
  }
  return `${JSON.stringify(event)}\n`
}

/** The start of a tool event's line, up to the tool's own line. */
function toTraceHead(event: { planId: string; toolId: string; attempt: number; at: number }): string {
  const { planId, at, toolId, attempt } = event
  const ids = `"planId":${JSON.stringify(planId)},"at":${at},"toolId":${JSON.stringify(toolId)}`
  return `{"type":"tool_event",${ids},"attempt":${attempt},"event":`
}
