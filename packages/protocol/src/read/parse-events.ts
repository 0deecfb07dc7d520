import type { ProtocolEvent } from '../event/events.ts'
import { EventReader, type ReadOptions } from './event-reader.ts'

/**
 * Reads a tool's output as events, one at a time as they arrive, in chunks of any size and with bounded memory. String chunks are
 * encoded as UTF-8.
 *
 * @throws {ProtocolError} at the first bad line, after yielding the events before it
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { parseEvents } from '@narratoria/protocol'
 *
 * const chunks = ['{"version":"0","type":"done"', ',"ok":true}\n']
 * const types: string[] = []
 * for await (const { type } of parseEvents(chunks)) types.push(type)
 * assert.deepEqual(types, ['done'])
 * ```
 */
export async function* parseEvents(
  source: AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>,
  options: ReadOptions = {},
): AsyncGenerator<ProtocolEvent, void, void> {
  let events: ProtocolEvent[] = []
  const reader = new EventReader((event) => events.push(event), options)
  const encode = textEncoder()
  let failure: { error: unknown } | undefined
  const attempt = (read: () => void) => {
    try {
      read()
    } catch (error) {
      failure = { error }
    }
  }
  for await (const chunk of source) {
    attempt(() => reader.write(typeof chunk === 'string' ? encode(chunk) : chunk))
    const ready = events
    events = []
    yield* ready
    if (failure) throw failure.error
  }
  attempt(() => {
    const rest = encode('', true)
    if (rest.length > 0) reader.write(rest)
    reader.end()
  })
  yield* events
  if (failure) throw failure.error
}

// A string may end in the first half of a surrogate pair, which is kept for the next chunk.
function textEncoder(): (text: string, last?: boolean) => Uint8Array {
  const encoder = new TextEncoder()
  let half = ''
  return (text, last = false) => {
    const whole = half + text
    const code = whole.charCodeAt(whole.length - 1)
    half = !last && code >= 0xd800 && code <= 0xdbff ? whole.slice(-1) : ''
    return encoder.encode(half === '' ? whole : whole.slice(0, -1))
  }
}
