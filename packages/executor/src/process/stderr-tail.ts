const keptBytes = 64 * 1024

/** Keeps the last 64 KiB of standard error, however much there is, and says how much was cut. */
export class StderrTail {
  #chunks: Uint8Array[] = []
  #bytes = 0
  #cutBytes = 0

  push(chunk: Uint8Array): void {
    // A copy of a small piece, so that it does not keep the whole block it was read into.
    this.#chunks.push(chunk.length < keptBytes / 4 ? chunk.slice() : chunk)
    this.#bytes += chunk.length
    for (let first = this.#chunks[0]; first && this.#bytes - first.length >= keptBytes; first = this.#chunks[0]) {
      this.#chunks.shift()
      this.#bytes -= first.length
      this.#cutBytes += first.length
    }
  }

  /** What is kept, as text; `undefined` when there was nothing. */
  toText(): string | undefined {
    if (this.#bytes === 0) return undefined
    const whole = Buffer.concat(this.#chunks)
    const kept = fromCharacter(whole.subarray(Math.max(0, whole.length - keptBytes)))
    const cut = this.#cutBytes + whole.length - kept.length
    const text = new TextDecoder().decode(kept)
    return cut === 0 ? text : `[… ${cut} bytes cut]\n${text}`
  }
}

// A cut must not leave half a character at the start.
function fromCharacter(bytes: Uint8Array): Uint8Array {
  let start = 0
  while (start < Math.min(3, bytes.length) && (bytes[start]! & 0xc0) === 0x80) start += 1
  return bytes.subarray(start)
}
