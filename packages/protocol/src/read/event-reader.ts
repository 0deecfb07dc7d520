import type { ProtocolEvent } from '../event/events.ts'
import { LineReader, type ReadOptions } from './line-reader.ts'
import { parseEvent } from './parse-event.ts'

export type { ReadOptions } from './line-reader.ts'

/**
 * Reads events from a tool's output as it arrives; see {@link LineReader} for what it takes. The push side of
 * {@link parseEvents}, for hosts that have bytes and need each event's own text or no promise per event.
 */
export class EventReader {
  readonly #lines: LineReader

  /** `onEvent` gets each event with the line that it was read from. */
  constructor(onEvent: (event: ProtocolEvent, text: string) => void, options: ReadOptions = {}) {
    this.#lines = new LineReader((text, line) => onEvent(parseEvent(text, line), text), options)
  }

  /**
   * Takes the next bytes and hands on every event that they complete.
   *
   * @throws {ProtocolError} at the first bad line; the events before it have been handed on
   */
  write(chunk: Uint8Array): void {
    this.#lines.write(chunk)
  }

  /** Reads a last line that has no line break. */
  end(): void {
    this.#lines.end()
  }
}
