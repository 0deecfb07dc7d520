import { EventReader, ProtocolError, type DoneEvent, type ProtocolEvent } from '@narratoria/protocol'
import { findAttemptFailure } from '@narratoria/protocol/rules'
import type { Clock } from '../clock.ts'
import type { AttemptFailure, AttemptOutcome } from '../runner/tool-runner.ts'

/** Limits on the output of one attempt. An attempt that exceeds one fails. */
export interface ExecutionLimits {
  /** Longest line of output in bytes. Defaults to 8 MiB. */
  maxLineBytes?: number
  /** Most events of one attempt. Defaults to 250,000. */
  maxEvents?: number
  /** Most bytes of standard output of one attempt. Defaults to 256 MiB. */
  maxOutputBytes?: number
}

/** The limits with their defaults. */
export function outputLimitsOf({
  maxLineBytes = 8 * 1024 * 1024,
  maxEvents = 250_000,
  maxOutputBytes = 256 * 1024 * 1024,
}: ExecutionLimits): Required<ExecutionLimits> {
  return { maxLineBytes, maxEvents, maxOutputBytes }
}

export interface AttemptLimits {
  clock: Clock
  output: Required<ExecutionLimits>
  /** Milliseconds that a tool has to end after it was terminated. Then it is killed. */
  killGraceMs: number
}

class LimitError extends Error {}

/** Reads a tool's standard output as events, up to `done` or the first invalid output. */
export class OutputReader {
  /** The `done` event, when it has been read. */
  done: DoneEvent | undefined
  /** The problem that ended the reading, if any. */
  failure: AttemptFailure | undefined
  readonly #reader: EventReader
  readonly #limits: Required<ExecutionLimits>
  #bytes = 0
  #events = 0

  constructor(limits: Required<ExecutionLimits>, onEvent: (event: ProtocolEvent, text: string) => void) {
    this.#limits = limits
    this.#reader = new EventReader(
      (event, text) => {
        if (this.#hasEnded) return
        if ((this.#events += 1) > limits.maxEvents) throw new LimitError()
        if (event.type === 'done') this.done = event
        onEvent(event, text)
      },
      { maxLineBytes: limits.maxLineBytes },
    )
  }

  write(chunk: Uint8Array): void {
    if (this.#hasEnded) return
    this.#bytes += chunk.length
    const { maxOutputBytes } = this.#limits
    if (this.#bytes > maxOutputBytes) {
      const what = `wrote more than ${maxOutputBytes} bytes to standard output; write large data to a file and emit an asset`
      return this.#fail('output_too_large', what, false)
    }
    this.#guard(() => this.#reader.write(chunk))
  }

  end(): void {
    if (!this.#hasEnded) this.#guard(() => this.#reader.end())
  }

  /** The outcome of a tool that was called, unless `stopped` ended it. Output that breaks the protocol is the first reason. */
  outcomeOfCall(stopped: AttemptFailure | undefined, stderr: string | undefined): AttemptOutcome {
    const { done, failure: broken } = this
    const fault = findAttemptFailure({ done })
    const failure = broken ?? stopped ?? (fault && { errorCode: fault.code, error: fault.message })
    return {
      ...(done && { done }),
      ...(failure && { failure }),
      ...(broken && { failedFirst: true }),
      ...(stderr !== undefined && { stderr }),
    }
  }

  get #hasEnded(): boolean {
    return this.done !== undefined || this.failure !== undefined
  }

  #guard(read: () => void): void {
    try {
      read()
    } catch (error) {
      // Everything after `done` is ignored.
      if (this.#hasEnded) return
      // Not retried: the host keeps the events of every attempt, and the next would emit as many.
      if (error instanceof LimitError) {
        return this.#fail('too_many_events', `emitted more than ${this.#limits.maxEvents} events`, false)
      }
      if (!ProtocolError.isInstance(error))
        return this.#fail('internal_error', `wrote output that could not be read: ${String(error)}`)
      this.#fail(error.code, `broke the protocol on ${error.message}${quote(error.excerpt)}`)
    }
  }

  #fail(errorCode: string, what: string, retryable?: false): void {
    this.failure = { errorCode, error: `The tool ${what}`, ...(retryable === false && { retryable }) }
  }
}

function quote(excerpt: string): string {
  return excerpt === '' ? '' : ` — it wrote: ${JSON.stringify(excerpt)}`
}
