/** Most messages and bytes of a server in one second. */
const maxMessages = 5_000
const maxBytes = 64 * 1024 * 1024

/** Counts what a server sends, second by second. */
export class FloodGuard {
  #startedAt = performance.now()
  #messages = 0
  #bytes = 0

  /** Counts a message, or a part of one. Returns what exceeds a limit. */
  take(bytes: number): string | undefined {
    const now = performance.now()
    if (now - this.#startedAt >= 1_000) {
      this.#startedAt = now
      this.#messages = 0
      this.#bytes = 0
    }
    this.#messages += 1
    this.#bytes += bytes
    if (this.#messages > maxMessages) return `it sends more than ${maxMessages} messages a second`
    return this.#bytes > maxBytes ? `it sends more than ${maxBytes / 1024 ** 2} MiB a second` : undefined
  }
}
