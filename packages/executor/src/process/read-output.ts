import { EventReader, ProtocolError, type ProtocolEvent } from '@narratoria/protocol'
import type { RunFailure } from '../runner/tool-runner.ts'

/** Bounds on what one attempt may write to standard output. */
export interface OutputLimits {
  maxLineBytes: number
  maxEvents: number
  maxOutputBytes: number
}

class LimitError extends Error {}

// A flood is not tried again: the events of every attempt are kept, and the next would be as many.

/** Reads a tool's standard output into events, up to `done` or to the first thing that is wrong. */
export class OutputReader {
  readonly #reader: EventReader
  readonly #limits: OutputLimits
  #bytes = 0
  #events = 0
  #over = false
  /** What is wrong, once something is. */
  failure: RunFailure | undefined

  constructor(limits: OutputLimits, onEvent: (event: ProtocolEvent, text: string) => void) {
    this.#limits = limits
    this.#reader = new EventReader(
      (event, text) => {
        if (this.#over) return
        if ((this.#events += 1) > limits.maxEvents) throw new LimitError()
        if (event.type === 'done') this.#over = true
        onEvent(event, text)
      },
      { maxLineBytes: limits.maxLineBytes },
    )
  }

  write(chunk: Uint8Array): void {
    if (this.#over) return
    this.#bytes += chunk.length
    const { maxOutputBytes } = this.#limits
    if (this.#bytes > maxOutputBytes) {
      return this.#fail(
        'output_too_large',
        `wrote more than ${maxOutputBytes} bytes to standard output; write large data to a file and emit an asset`,
        false,
      )
    }
    this.#guard(() => this.#reader.write(chunk))
  }

  end(): void {
    if (!this.#over) this.#guard(() => this.#reader.end())
  }

  #guard(read: () => void): void {
    try {
      read()
    } catch (error) {
      // What follows `done` is ignored, whatever it is.
      if (this.#over) return
      if (error instanceof LimitError) {
        return this.#fail('too_many_events', `emitted more than ${this.#limits.maxEvents} events`, false)
      }
      // Nothing that a tool writes may end its host.
      if (!ProtocolError.isInstance(error))
        return this.#fail('internal_error', `wrote what could not be read: ${String(error)}`)
      this.#fail(error.code, `broke the protocol on ${error.message}${quote(error.excerpt)}`)
    }
  }

  #fail(errorCode: string, what: string, retryable?: false): void {
    this.#over = true
    this.failure = { errorCode, error: `The tool ${what}`, ...(retryable === false && { retryable }) }
  }
}

function quote(excerpt: string): string {
  return excerpt === '' ? '' : ` — it wrote: ${JSON.stringify(excerpt)}`
}
