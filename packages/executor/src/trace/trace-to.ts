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

function waitForRoom(stream: Writable): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (error?: Error) => {
      stream.off('drain', settle).off('close', settle).off('error', settle)
      if (error) reject(error)
      else resolve()
    }
    stream.on('drain', settle).on('close', settle).on('error', settle)
  })
}
