import { ProtocolError } from '../errors.ts'
import { LineReader, type ReadOptions } from '../read/line-reader.ts'

/** Bytes as they arrive, such as the body of a response. */
export type ByteSource = ReadableStream<Uint8Array> | AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/**
 * Reads lines of JSON as they arrive, in chunks of any size and with bounded memory, and checks nothing but that each line is JSON: the
 * caller names the type. For pages that read the stream of their own server. `parseEvents` also checks each event.
 *
 * @throws {ProtocolError} `invalid_json`, `invalid_utf8` or `line_too_long` at the first bad line, after yielding the values before it
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { type JsonObject, mergePatch, readJsonLines } from '@narratoria/protocol/light'
 *
 * const { body } = new Response('{"torch":{"lit":true}}\n{"torch":{"fuel":3}}\n')
 * let state = {}
 * for await (const patch of readJsonLines<JsonObject>(body!)) state = mergePatch(state, patch)
 * assert.deepEqual(state, { torch: { lit: true, fuel: 3 } })
 * ```
 */
export async function* readJsonLines<T>(source: ByteSource, options: ReadOptions = {}): AsyncGenerator<T, void, void> {
  let values: T[] = []
  const reader = new LineReader((text, line) => values.push(parse(text, line) as T), options)
  let failure: { error: unknown } | undefined
  const attempt = (read: () => void) => {
    try {
      read()
    } catch (error) {
      failure = { error }
    }
  }
  for await (const chunk of chunksOf(source)) {
    attempt(() => reader.write(chunk))
    const ready = values
    values = []
    yield* ready
    if (failure) throw failure.error
  }
  attempt(() => reader.end())
  yield* values
  if (failure) throw failure.error
}

// Not every browser iterates over streams.
async function* chunksOf(source: ByteSource): AsyncGenerator<Uint8Array, void, void> {
  if (!('getReader' in source)) return yield* source
  const reader = source.getReader()
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value
  } finally {
    await reader.cancel()
  }
}

function parse(text: string, line: number): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new ProtocolError('invalid_json', 'not valid JSON', { line, text }, { cause })
  }
}
