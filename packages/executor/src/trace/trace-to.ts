import type { Writable } from 'node:stream'

/**
 * Makes a `trace` consumer that writes the NDJSON lines to `stream` and holds the execution back while the stream is
 * full. The stream stays the caller's to end; one that breaks or is closed meanwhile stops the execution with its error.
 */
export function traceTo(stream: Writable): (lines: string) => void | Promise<void> {
  return (lines) => {
    if (stream.destroyed) throw closedError(stream)
    if (!stream.write(lines)) return waitForRoom(stream)
  }
}

function waitForRoom(stream: Writable): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => stream.off('drain', onDrain).off('close', onClose).off('error', onError)
    const onDrain = () => {
      stop()
      resolve()
    }
    const onError = (error: Error) => {
      stop()
      reject(error)
    }
    const onClose = () => onError(closedError(stream))
    stream.on('drain', onDrain).on('close', onClose).on('error', onError)
  })
}

function closedError(stream: Writable): Error {
  return stream.errored ?? new Error('The stream of the trace was closed.')
}
