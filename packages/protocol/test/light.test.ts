import { describe, expect, it } from 'vitest'
import { ProtocolError, readJsonLines } from '../src/light/index.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

async function readAll(source: Parameters<typeof readJsonLines>[0], options?: Parameters<typeof readJsonLines>[1]) {
  const values: unknown[] = []
  try {
    for await (const value of readJsonLines(source, options)) values.push(value)
  } catch (error) {
    return { values, error }
  }
  return { values }
}

describe('reading lines of JSON without validation', () => {
  it.each([1, 2, 3, 7, 1_000])('yields every value of chunks of %i bytes', async (size) => {
    const text = '{"text":"Grüße"}\r\n\n[1]\n"last"'
    const whole = bytes(text)
    const chunks: Uint8Array[] = []
    for (let at = 0; at < whole.length; at += size) chunks.push(whole.subarray(at, at + size))
    expect(await readAll(chunks)).toEqual({ values: [{ text: 'Grüße' }, [1], 'last'] })
  })

  it('yields each value before the next chunk is read', async () => {
    const order: string[] = []
    async function* source() {
      yield bytes('1\n2')
      order.push('second chunk')
      yield bytes('\n')
    }
    for await (const value of readJsonLines(source())) order.push(String(value))
    expect(order).toEqual(['1', 'second chunk', '2'])
  })

  it.each([
    ['invalid_json', '{}\n{"a":\n{}', undefined],
    ['line_too_long', '{}\n"0123456789"\n', { maxLineBytes: 8 }],
  ])('throws %s with its line, after the values before it', async (code, text, options) => {
    const { values, error } = await readAll([bytes(text)], options)
    expect(values).toEqual([{}])
    expect(ProtocolError.isInstance(error) && [error.code, error.line]).toEqual([code, 2])
  })

  it('cancels the stream of a response if the caller stops', async () => {
    let isCancelled = false
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(bytes('1\n')),
      cancel: () => {
        isCancelled = true
      },
    })
    for await (const value of readJsonLines(body)) if (value === 1) break
    expect(isCancelled).toBe(true)
  })
})
