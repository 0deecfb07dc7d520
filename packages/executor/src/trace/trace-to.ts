import type { Writable } from 'node:stream'

/**
 * Returns a `trace` consumer that writes NDJSON lines to `stream`, with backpressure. The caller ends the stream. If the
 * stream fails or is closed earlier, the execution ends and rejects with the stream's error.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { PassThrough } from 'node:stream'
 * import { text } from 'node:stream/consumers'
 * import { Executor, traceTo } from '@narratoria/executor'
 *
 * const stream = new PassThrough()
 * const executor = new Executor()
 * const plan = { requestId: crypto.randomUUID(), tools: [{ toolId: 'ring', toolPath: './missing.mjs' }] }
 * await executor.execute(plan, { trace: traceTo(stream) })
 * stream.end()
 * const types = (await text(stream)).trim().split('\n').map((line) => JSON.parse(line).type)
 * assert.deepEqual([types.at(0), types.at(-1)], ['tool_started', 'tool_finished'])
 * await executor.close()
 * ```
 */
export function traceTo(stream: Writable): (lines: string) => void | Promise<void> {
  return (lines) => {
    if (stream.destroyed) throw closedError(stream)
    if (!stream.write(lines)) return waitForDrain(stream)
  }
}

function waitForDrain(stream: Writable): Promise<void> {
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
