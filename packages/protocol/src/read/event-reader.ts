import type { ProtocolEvent } from '../event/events.ts'
import { LineReader, type ReadOptions } from './line-reader.ts'
import { parseEvent } from './parse-event.ts'

export type { ReadOptions } from './line-reader.ts'

/**
 * Reads events from a tool's output as it arrives, in chunks of any size. Unlike {@link parseEvents} it takes only bytes, is
 * synchronous, and passes the text of each event. Lines end in LF or CRLF; blank lines are skipped.
 */
export class EventReader {
  readonly #lines: LineReader

  /** `onEvent` is called with each event and its line. */
  constructor(onEvent: (event: ProtocolEvent, text: string) => void, options: ReadOptions = {}) {
    this.#lines = new LineReader((text, line) => onEvent(parseEvent(text, line), text), options)
  }

  /**
   * Reads the next bytes and passes on every complete event.
   *
   * @throws {ProtocolError} at the first bad line, after passing on the events before it
   */
  write(chunk: Uint8Array): void {
    this.#lines.write(chunk)
  }

  /** Ends the input. Reads a last line without a line break. */
  end(): void {
    this.#lines.end()
  }
}
