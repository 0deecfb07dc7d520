import type { Writable } from 'node:stream'

/**
 * Makes a `trace` consumer that writes the NDJSON lines to `stream` and holds the execution back while the stream is
 * full. The stream stays the caller's to end.
 */
export function traceTo(stream: Writable): (lines: string) => void | Promise<void> {
  return (lines) => {
    if (stream.write(lines)) return
    return new Promise((resolve, reject) => {
      const settle = () => {
        stream.off('drain', settle)
        stream.off('close', settle)
        stream.off('error', fail)
        resolve()
      }
      const fail = (error: Error) => {
        settle()
        reject(error)
      }
      stream.on('drain', settle)
      stream.on('close', settle)
      stream.on('error', fail)
    })
  }
}
