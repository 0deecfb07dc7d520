import {
  type Attributes,
  type Context,
  context,
  isSpanContextValid,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { NarratoriaError } from '@narratoria/protocol'
import { scope } from './conventions.ts'
import { recordDuration, type Timed } from './instruments.ts'

/** What a span measures. */
export interface SpanStart {
  name: string
  what: Timed
  kind?: SpanKind
  attributes: Attributes
  /** The attributes of its metric. */
  measured: Attributes
  parent: Context
}

/** A span with its metric. It ends once. */
export class TimedSpan {
  readonly span: Span
  readonly context: Context
  readonly #start: SpanStart
  readonly #startedAt = performance.now()
  #isOpen = true

  constructor(start: SpanStart) {
    const { name, kind = SpanKind.INTERNAL, attributes, parent } = start
    this.#start = start
    this.span = trace.getTracer(scope).startSpan(name, { kind, attributes }, parent)
    this.context = trace.setSpan(parent, this.span)
  }

  /** The span's W3C trace context, if it is recorded by an SDK. */
  get traceContext(): { traceparent: string; tracestate?: string } | undefined {
    const { traceId, spanId, traceFlags, traceState } = this.span.spanContext()
    if (!isSpanContextValid({ traceId, spanId, traceFlags })) return undefined
    const tracestate = traceState?.serialize()
    const traceparent = `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`
    return { traceparent, ...(tracestate !== undefined && tracestate !== '' && { tracestate }) }
  }

  end(attributes: Attributes = {}, error?: string): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    this.span.setAttributes(error === undefined ? attributes : { ...attributes, 'error.type': error })
    // The message of an error may contain words of the player.
    if (error !== undefined) this.span.setStatus({ code: SpanStatusCode.ERROR, message: error })
    this.span.end()
    const { what, measured } = this.#start
    recordDuration(what, this.#startedAt, measured, error)
  }

  run<T>(work: () => T): T {
    return context.with(this.context, work)
  }
}

/** The context of a caller in another process. Defaults to the active context. */
export function parentContext(traceparent: string | undefined): Context {
  const [, traceId, spanId, flags] =
    /^[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/.exec(traceparent ?? '') ?? []
  if (traceId === undefined || spanId === undefined || flags === undefined) return context.active()
  const remote = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true }
  return isSpanContextValid(remote) ? trace.setSpanContext(context.active(), remote) : context.active()
}

/** A short, stable reason of an error, which contains no message. */
export function errorTypeOf(error: unknown): string {
  if (NarratoriaError.isInstance(error)) return error.code
  return error instanceof Error ? error.name : '_OTHER'
}
