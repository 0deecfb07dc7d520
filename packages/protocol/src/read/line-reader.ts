import { ProtocolError } from '../errors.ts'

/** Options of a reader of tool output. */
export interface ReadOptions {
  /** The longest line in bytes, without its line break; 8 MiB unless told. */
  maxLineBytes?: number
  /** The number of the first line, where the output before it was read elsewhere; 1 unless told. */
  firstLine?: number
}

export const defaultMaxLineBytes = 8 * 1024 * 1024

const lineFeed = 0x0a

// Whole lines only, so that all readers can share it. ignoreBOM keeps the mark: only the one at the very start may go.
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** No excerpt needs more: 200 characters of at most four bytes each. */
const maxExcerptBytes = 800

/**
 * Reads lines of NDJSON from bytes as they arrive, in any cut: strict UTF-8, LF or CRLF, blank lines and a byte order
 * mark at the start skipped. Holds at most one line. What is in a line is the caller's to parse.
 */
export class LineReader {
  readonly #onLine: (text: string, line: number) => void
  readonly #maxLineBytes: number
  // The start of a line whose end has not come; grows by doubling, since chunks may be single bytes.
  #pending = new Uint8Array(0)
  #pendingBytes = 0
  #line: number

  /** `onLine` gets each line without its break, and its number counted from 1. */
  constructor(onLine: (text: string, line: number) => void, options: ReadOptions = {}) {
    this.#onLine = onLine
    this.#maxLineBytes = options.maxLineBytes ?? defaultMaxLineBytes
    this.#line = (options.firstLine ?? 1) - 1
  }

  /**
   * Takes the next bytes and hands on every line that they complete.
   *
   * @throws {ProtocolError} `invalid_utf8` or `line_too_long`; the lines before it have been handed on
   */
  write(chunk: Uint8Array): void {
    const last = chunk.lastIndexOf(lineFeed)
    if (last === -1) return this.#keep(chunk)
    // Only the first line of the block can be longer than the block itself is, and it alone may have begun before.
    const first = chunk.indexOf(lineFeed)
    this.#refuseLongLine(chunk, first)
    let start = 0
    if (this.#pendingBytes > 0) {
      this.#readBlock(this.#take(chunk.subarray(0, first)))
      start = first + 1
    }
    if (start <= last) this.#readBlock(chunk.subarray(start, last))
    if (last + 1 < chunk.length) this.#keep(chunk.subarray(last + 1))
  }

  /** Reads a last line that has no line break. */
  end(): void {
    if (this.#pendingBytes > 0) this.#readBlock(this.#take(new Uint8Array(0)))
  }

  #keep(bytes: Uint8Array): void {
    this.#refuseLongLine(bytes, bytes.length)
    this.#append(bytes)
  }

  #append(bytes: Uint8Array): void {
    const size = this.#pendingBytes + bytes.length
    if (size > this.#pending.length) {
      const larger = new Uint8Array(Math.max(size, 2 * this.#pending.length))
      larger.set(this.#pending.subarray(0, this.#pendingBytes))
      this.#pending = larger
    }
    this.#pending.set(bytes, this.#pendingBytes)
    this.#pendingBytes = size
  }

  #refuseLongLine(bytes: Uint8Array, length: number): void {
    if (this.#pendingBytes + length <= this.#maxLineBytes + 1) return
    this.#append(bytes.subarray(0, this.#maxLineBytes))
    throw this.#tooLong(this.#line + 1, this.#pending.subarray(0, this.#pendingBytes))
  }

  #take(rest: Uint8Array): Uint8Array {
    if (this.#pendingBytes === 0) return rest
    this.#append(rest)
    const whole = this.#pending.subarray(0, this.#pendingBytes)
    this.#pending = new Uint8Array(0)
    this.#pendingBytes = 0
    return whole
  }

  #readBlock(block: Uint8Array): void {
    let text: string
    try {
      text = decoder.decode(block)
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
      this.#refuseLongLine(bytes, bytes.length)
      let text: string
      try {
        text = decoder.decode(bytes)
      } catch (cause) {
        const where = { line: this.#line + 1, text: startOf(bytes, bytes.length) }
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
      throw this.#tooLong(this.#line, new TextEncoder().encode(raw.slice(0, maxExcerptBytes)))
    }
    if (text.length === 0 || (text.charCodeAt(0) <= 0x20 && text.trim() === '')) return
    this.#onLine(text, this.#line)
  }

  #tooLong(line: number, bytes: Uint8Array): ProtocolError {
    return new ProtocolError(
      'line_too_long',
      `longer than ${this.#maxLineBytes} bytes; write large data to a file and emit an asset`,
      { line, text: startOf(bytes, this.#maxLineBytes) },
    )
  }
}

/** The start of a line for an excerpt: the same however the line was cut, so within what was surely there. */
function startOf(bytes: Uint8Array, atMost: number): string {
  const start = bytes.subarray(0, Math.min(atMost, maxExcerptBytes))
  return new TextDecoder().decode(start, { stream: true })
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length
}
