import { ProtocolError } from '../errors.ts'
import type { ProtocolEvent } from '../event/events.ts'
import { parseEvent } from './parse-event.ts'

/** Options of a reader of tool output. */
export interface ReadOptions {
  /** The longest line in bytes, without its line break; 8 MiB unless told. */
  maxLineBytes?: number
}

export const defaultMaxLineBytes = 8 * 1024 * 1024

const lineFeed = 0x0a

/**
 * Reads events from bytes as they arrive, in any cut: strict UTF-8, LF or CRLF, blank lines and a byte order mark at
 * the start skipped. Holds at most one line. The push side of {@link parseEvents}, for hosts that need each event's
 * own text or no promise per event.
 */
export class EventReader {
  readonly #onEvent: (event: ProtocolEvent, text: string) => void
  readonly #maxLineBytes: number
  // ignoreBOM keeps the mark: only the one at the very start may go.
  readonly #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  #pending: Uint8Array[] = []
  #pendingBytes = 0
  #line = 0

  constructor(onEvent: (event: ProtocolEvent, text: string) => void, options: ReadOptions = {}) {
    this.#onEvent = onEvent
    this.#maxLineBytes = options.maxLineBytes ?? defaultMaxLineBytes
  }

  /**
   * Takes the next bytes and hands on every event that they complete.
   *
   * @throws {ProtocolError} at the first bad line; the events before it have been handed on
   */
  write(chunk: Uint8Array): void {
    const last = chunk.lastIndexOf(lineFeed)
    if (last === -1) return this.#keep(chunk)
    // Only the first line of the block can be longer than the block itself is.
    this.#refuseLongLine(chunk, chunk.indexOf(lineFeed))
    const block = this.#take(chunk.subarray(0, last))
    this.#readBlock(block)
    if (last + 1 < chunk.length) this.#keep(chunk.subarray(last + 1))
  }

  /** Reads a last line that has no line break. */
  end(): void {
    if (this.#pendingBytes > 0) this.#readBlock(this.#take(new Uint8Array(0)))
  }

  #keep(bytes: Uint8Array): void {
    this.#refuseLongLine(bytes, bytes.length)
    // A copy: the source may reuse its buffer, and a slice would keep the whole of it alive.
    this.#pending.push(bytes.slice())
    this.#pendingBytes += bytes.length
  }

  #refuseLongLine(bytes: Uint8Array, length: number): void {
    if (this.#pendingBytes + length <= this.#maxLineBytes + 1) return
    const start = concat([...this.#pending, bytes.subarray(0, 400)]).subarray(0, 800)
    throw this.#tooLong(this.#line + 1, new TextDecoder().decode(start))
  }

  #take(rest: Uint8Array): Uint8Array {
    if (this.#pendingBytes === 0) return rest
    const whole = concat([...this.#pending, rest])
    this.#pending = []
    this.#pendingBytes = 0
    return whole
  }

  #readBlock(block: Uint8Array): void {
    let text: string
    try {
      text = this.#decoder.decode(block)
    } catch {
      return this.#readLineByLine(block)
    }
    const asciiOnly = text.length === block.length
    for (let start = 0; start <= text.length;) {
      let end = text.indexOf('\n', start)
      if (end === -1) end = text.length
      this.#readLine(text.slice(start, end), asciiOnly)
      start = end + 1
    }
  }

  // The block holds bytes that are no UTF-8: the lines before the bad one still count.
  #readLineByLine(block: Uint8Array): void {
    for (let start = 0; start <= block.length;) {
      let end = block.indexOf(lineFeed, start)
      if (end === -1) end = block.length
      const bytes = block.subarray(start, end)
      let text: string
      try {
        text = this.#decoder.decode(bytes)
      } catch (cause) {
        const where = { line: this.#line + 1, text: new TextDecoder().decode(bytes.subarray(0, 800)) }
        throw new ProtocolError('invalid_utf8', 'not valid UTF-8; write standard output as UTF-8', where, { cause })
      }
      this.#readLine(text, text.length === bytes.length)
      start = end + 1
    }
  }

  #readLine(raw: string, asciiOnly: boolean): void {
    this.#line += 1
    let text = this.#line === 1 && raw.charCodeAt(0) === 0xfeff ? raw.slice(1) : raw
    if (text.charCodeAt(text.length - 1) === 0x0d) text = text.slice(0, -1)
    if (text.length * (asciiOnly ? 1 : 3) > this.#maxLineBytes && byteLength(text) > this.#maxLineBytes) {
      throw this.#tooLong(this.#line, text)
    }
    if (text.length === 0 || (text.charCodeAt(0) <= 0x20 && text.trim() === '')) return
    this.#onEvent(parseEvent(text, this.#line), text)
  }

  #tooLong(line: number, text: string): ProtocolError {
    return new ProtocolError(
      'line_too_long',
      `longer than ${this.#maxLineBytes} bytes; write large data to a file and emit an asset`,
      { line, text },
    )
  }
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length
}

function concat(parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let offset = 0
  for (const part of parts) {
    whole.set(part, offset)
    offset += part.length
  }
  return whole
}
