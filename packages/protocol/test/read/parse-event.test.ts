import { describe, expect, it } from 'vitest'
import { parseEvent, ProtocolError, type ProtocolErrorCode } from '../../src/index.ts'

function errorOf(line: string, lineNumber?: number): ProtocolError {
  try {
    parseEvent(line, lineNumber)
  } catch (error) {
    if (ProtocolError.isInstance(error)) return error
    throw error
  }
  throw new Error(`accepted: ${line.slice(0, 100)}`)
}

describe('parseEvent', () => {
  it.each([
    '{"version":"0","type":"log","level":"debug","message":""}',
    '{"version":"0","type":"log","level":"error","message":"m","fields":{"a":[1]},"requestId":"r","timestamp":"t"}',
    '{"version":"0","type":"state_patch","patch":{}}',
    '{"version":"0","type":"asset","assetId":"a","kind":"","mediaType":"image/png","path":"p","metadata":{}}',
    '{"version":"0","type":"ui_event","event":"e"}',
    '{"version":"0","type":"ui_event","event":"e","payload":null}',
    '{"version":"0","type":"ui_event","event":"e","payload":[1]}',
    '{"version":"0","type":"error","errorCode":"c","errorMessage":"","details":{}}',
    '{"version":"0","type":"done","ok":false,"summary":""}',
    ' \t{ "type" : "done" , "version" : "0" , "ok" : true } ',
  ])('FR-048, 001 §4: accepts %s', (line) => expect(parseEvent(line)).toEqual(JSON.parse(line)))

  it('001 §8: keeps unknown fields of any name', () => {
    const line = '{"version":"0","type":"done","ok":true,"future":{"a":1},"__proto__":{"polluted":true}}'
    const event = parseEvent(line)
    expect(JSON.stringify(event)).toBe(line)
    expect(Object.hasOwn(event, '__proto__')).toBe(true)
    expect(Object.getPrototypeOf(event)).toBe(Object.prototype)
    expect('polluted' in {}).toBe(false)
  })

  it.each<[ProtocolErrorCode, string]>([
    ['invalid_json', ''],
    ['invalid_json', 'Starting…'],
    ['invalid_json', '{"version":"0","type":"done","ok":true'],
    ['invalid_json', '{"version":"0","type":"done","ok":true}{"version":"0"}'],
    ['invalid_json', "{'version':'0'}"],
    ['invalid_json', '{"a":NaN}'],
    ['invalid_json', '{"a":1,}'],
    ['invalid_json', '\uFEFF{}'],
    ['not_an_object', '[]'],
    ['not_an_object', '"text"'],
    ['not_an_object', '7'],
    ['not_an_object', 'null'],
    ['not_an_object', 'true'],
    ['unsupported_version', '{}'],
    ['unsupported_version', '{"type":"done","ok":true}'],
    ['unsupported_version', '{"version":0,"type":"done","ok":true}'],
    ['unsupported_version', '{"version":"1","type":"done","ok":true}'],
    ['unsupported_version', '{"version":"0.0.1","type":"done","ok":true}'],
    ['unsupported_version', '{"version":null,"type":"nonsense"}'],
    ['unknown_event_type', '{"version":"0","type":"nonsense"}'],
    ['unknown_event_type', '{"version":"0","type":"DONE","ok":true}'],
    ['unknown_event_type', '{"version":"0","type":""}'],
    ['unknown_event_type', '{"version":"0","type":"constructor"}'],
    ['unknown_event_type', '{"version":"0","type":"__proto__"}'],
    ['invalid_event', '{"version":"0"}'],
    ['invalid_event', '{"version":"0","type":null}'],
    ['invalid_event', '{"version":"0","type":["done"],"ok":true}'],
    ['invalid_event', '{"version":"0","type":"log","level":"info"}'],
    ['invalid_event', '{"version":"0","type":"log","level":"fatal","message":"m"}'],
    ['invalid_event', '{"version":"0","type":"log","level":"info","message":7}'],
    ['invalid_event', '{"version":"0","type":"log","level":"info","message":"m","fields":[]}'],
    ['invalid_event', '{"version":"0","type":"log","level":"info","message":"m","fields":null}'],
    ['invalid_event', '{"version":"0","type":"log","level":"info","message":"m","requestId":7}'],
    ['invalid_event', '{"version":"0","type":"log","level":"info","message":"m","timestamp":7}'],
    ['invalid_event', '{"version":"0","type":"state_patch"}'],
    ['invalid_event', '{"version":"0","type":"state_patch","patch":[]}'],
    ['invalid_event', '{"version":"0","type":"state_patch","patch":null}'],
    ['invalid_event', '{"version":"0","type":"asset","kind":"k","mediaType":"a/b","path":"p"}'],
    ['invalid_event', '{"version":"0","type":"asset","assetId":"","kind":"k","mediaType":"a/b","path":"p"}'],
    ['invalid_event', '{"version":"0","type":"asset","assetId":"a","kind":"k","mediaType":"a/b","path":""}'],
    [
      'invalid_event',
      '{"version":"0","type":"asset","assetId":"a","kind":"k","mediaType":"a/b","path":"p","metadata":1}',
    ],
    ['invalid_event', '{"version":"0","type":"ui_event"}'],
    ['invalid_event', '{"version":"0","type":"ui_event","event":""}'],
    ['invalid_event', '{"version":"0","type":"error","errorMessage":"m"}'],
    ['invalid_event', '{"version":"0","type":"error","errorCode":"c","errorMessage":"m","details":"d"}'],
    ['invalid_event', '{"version":"0","type":"done"}'],
    ['invalid_event', '{"version":"0","type":"done","ok":"true"}'],
    ['invalid_event', '{"version":"0","type":"done","ok":true,"summary":null}'],
  ])('001 §3, 001 §5.2: refuses with %s: %s', (code, line) => {
    const error = errorOf(line, 42)
    expect(error).toMatchObject({ code, line: 42, excerpt: line })
    expect(error.message).toMatch(/^line 42: .{15}/)
  })

  it('refuses a number that JSON cannot hold, and names its place', () => {
    expect(errorOf('{"version":"0","type":"state_patch","patch":{"hall":{"doors":[1,1e400]}}}')).toMatchObject({
      code: 'invalid_event',
      message: 'line 1: the number at /patch/hall/doors/1 is too large',
    })
    expect(errorOf(`{"version":"0","type":"state_patch","patch":{"n":-${'9'.repeat(309)}}}`).code).toBe('invalid_event')
    expect(parseEvent('{"version":"0","type":"state_patch","patch":{"n":1e-400,"text":"1e400"}}')).toMatchObject({
      patch: { n: 0, text: '1e400' },
    })
  })

  it.each(['-0', '-0.0', '-0.00e7', '-0e-5', '-1e-400', `-0.${'0'.repeat(400)}1`])(
    'reads %s as 0, as every later reader of what is stored',
    (zero) => {
      const event = parseEvent(
        `{"version":"0","type":"state_patch","patch":{"n":${zero},"hall":{"doors":[1,${zero}],"__proto__":${zero}}}}`,
      )
      expect(event).toHaveProperty('patch.n', 0)
      expect(event).toHaveProperty('patch.hall.doors', [1, 0])
      expect(JSON.parse(JSON.stringify(event))).toStrictEqual(event)
    },
  )

  it('keeps small negative numbers, and texts that look like a negative zero', () => {
    const patch = { n: -0.05, m: -1e-300, date: '2026-01-05', text: '-0', list: ['-0.0', -10] }
    expect(parseEvent(JSON.stringify({ version: '0', type: 'state_patch', patch }))).toStrictEqual({
      version: '0',
      type: 'state_patch',
      patch,
    })
  })

  it('reports what is wrong with an event, and where', () => {
    expect(errorOf('{"version":"0","type":"log","level":"fatal","message":7}').message).toBe(
      'line 1: not a valid log event: /level must be one of "debug", "info", "warn", "error"; /message must be string',
    )
  })

  it('has an excerpt of at most 200 characters without half of a surrogate pair', () => {
    for (const start of ['[', '[[']) {
      const { excerpt, message } = errorOf(start + '👍'.repeat(50_000))
      expect(excerpt.length).toBeGreaterThanOrEqual(199)
      expect(excerpt.length).toBeLessThanOrEqual(200)
      expect(Array.from(excerpt).every((character) => ['[', '👍', '…'].includes(character))).toBe(true)
      expect(message.length).toBeLessThan(400)
    }
    expect(errorOf(`{"version":"0","type":"${'x'.repeat(10_000)}"}`).message.length).toBeLessThan(400)
    expect(errorOf(`{"version":"${'x'.repeat(10_000)}"}`).message.length).toBeLessThan(400)
  })

  const nested = (levels: number) =>
    `{"version":"0","type":"state_patch","patch":${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}}`

  it('refuses more than 512 levels without a stack overflow', () => {
    expect(parseEvent(nested(511))).toMatchObject({ type: 'state_patch' })
    expect(errorOf(nested(512))).toMatchObject({
      code: 'invalid_event',
      message: expect.stringContaining('512 levels'),
    })
    expect(errorOf(nested(1_000_000)).code).toBe('invalid_event')
    const wide = `{"version":"0","type":"ui_event","event":"e","payload":${'['.repeat(2_000_000)}${']'.repeat(2_000_000)}}`
    expect(errorOf(wide).code).toBe('invalid_event')
    // The message about a field must not overflow the stack either.
    const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
    for (const levels of [5_000, 12_000, 200_000]) {
      expect(errorOf(`{"version":${deep(levels)}}`)).toMatchObject({
        code: 'unsupported_version',
        message: expect.stringContaining('an array'),
      })
      expect(errorOf(`{"version":"0","type":${deep(levels)}}`).code).toBe('invalid_event')
      expect(errorOf(`{"version":"0","type":"log","level":${deep(levels)},"message":"m"}`).code).toBe('invalid_event')
      expect(errorOf(deep(levels)).code).toBe('not_an_object')
    }
    expect(errorOf('['.repeat(3_000_000)).code).toBe('invalid_json')
  })
})
