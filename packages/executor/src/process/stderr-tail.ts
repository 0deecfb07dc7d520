const keptBytes = 64 * 1024

/** Keeps the last 64 KiB of standard error. */
export class StderrTail {
  #chunks: Uint8Array[] = []
  #bytes = 0
  #cutBytes = 0

  push(chunk: Uint8Array): void {
    // A small chunk is copied, so that it does not retain the block it was read into.
    this.#chunks.push(chunk.length < keptBytes / 4 ? chunk.slice() : chunk)
    this.#bytes += chunk.length
    for (let first = this.#chunks[0]; first && this.#bytes - first.length >= keptBytes; first = this.#chunks[0]) {
      this.#chunks.shift()
      this.#bytes -= first.length
      this.#cutBytes += first.length
    }
  }

  /** The kept text, marked if the start was cut; undefined if nothing was written. */
  toText(): string | undefined {
    if (this.#bytes === 0) return undefined
    const whole = Buffer.concat(this.#chunks)
    const kept = skipPartialCharacter(whole.subarray(Math.max(0, whole.length - keptBytes)))
    const cut = this.#cutBytes + whole.length - kept.length
    const text = new TextDecoder().decode(kept)
    return cut === 0 ? text : `[… ${cut} bytes cut]\n${text}`
  }
}

function skipPartialCharacter(bytes: Uint8Array): Uint8Array {
  let start = 0
  while (start < Math.min(3, bytes.length) && (bytes[start]! & 0xc0) === 0x80) start += 1
  return bytes.subarray(start)
}
