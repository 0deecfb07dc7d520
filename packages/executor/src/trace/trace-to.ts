import { once } from 'node:events'
import type { Writable } from 'node:stream'

/**
 * Makes a `trace` consumer that writes the NDJSON lines to `stream` and holds the execution back while the stream is
 * full. The stream stays the caller's to end; one that breaks or is closed meanwhile stops the execution with its error.
 */
export function traceTo(stream: Writable): (lines: string) => void | Promise<void> {
  return (lines) => {
    if (stream.destroyed) throw stream.errored ?? new Error('The stream of the trace was closed.')
    if (!stream.write(lines)) return waitForRoom(stream)
  }
}

async function waitForRoom(stream: Writable): Promise<void> {
  const controller = new AbortController()
  const { signal } = controller
  try {
    // Rejects with the stream's error.
    await Promise.race([once(stream, 'drain', { signal }), once(stream, 'close', { signal })])
  } finally {
    controller.abort()
  }
}
