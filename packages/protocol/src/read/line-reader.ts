import { ProtocolError } from '../errors.ts'

/** Options for reading a tool's output. */
export interface ReadOptions {
  /** The longest line in bytes, without its line break. Defaults to 8 MiB. */
  maxLineBytes?: number
  /** The number of the first line. Defaults to 1. */
  firstLine?: number
}

export const defaultMaxLineBytes = 8 * 1024 * 1024

const lineFeed = 0x0a

// Shared by all readers, because it decodes only complete lines. `ignoreBOM` keeps a mark: only one at the start is skipped.
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** The most bytes of an excerpt: 200 characters of at most four bytes. */
const maxExcerptBytes = 800

/**
 * Reads lines of UTF-8 from bytes as they arrive, in chunks of any size. Lines end in LF or CRLF; blank lines and a byte order mark at
 * the start are skipped. Buffers at most one line. The caller parses the lines.
 */
export class LineReader {
  readonly #onLine: (text: string, line: number) => void
  readonly #maxLineBytes: number
  // The start of an incomplete line. Grows by doubling, because chunks may be single bytes.
  #pending = new Uint8Array(0)
  #pendingBytes = 0
  #line: number

  /** `onLine` is called with each line without its line break, and its number. */
  constructor(onLine: (text: string, line: number) => void, options: ReadOptions = {}) {
    this.#onLine = onLine
    this.#maxLineBytes = options.maxLineBytes ?? defaultMaxLineBytes
    this.#line = (options.firstLine ?? 1) - 1
  }

  /**
   * Reads the next bytes and passes on every complete line.
   *
   * @throws {ProtocolError} `invalid_utf8` or `line_too_long`, after passing on the lines before it
   */
  write(chunk: Uint8Array): void {
    const last = chunk.lastIndexOf(lineFeed)
    if (last === -1) return this.#keep(chunk)
    // Only the first line may have started in an earlier chunk and so be longer than this one.
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

  /** Ends the input. Reads a last line without a line break. */
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

  // The block has invalid bytes: the lines before the bad one still count.
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

/** The start of a line for an excerpt. Limited to `atMost` bytes, so that it does not depend on the size of the chunks. */
function startOf(bytes: Uint8Array, atMost: number): string {
  const start = bytes.subarray(0, Math.min(atMost, maxExcerptBytes))
  return new TextDecoder().decode(start, { stream: true })
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length
}
