import { describe, expect, it } from 'vitest'
import { EventReader, parseEvents, ProtocolError, type ProtocolEvent } from '../../src/index.ts'
import { LineReader } from '../../src/rules/index.ts'
import { readAll } from './read-all.ts'

const log = (message: string) => `{"version":"0","type":"log","level":"info","message":${JSON.stringify(message)}}`
const done = '{"version":"0","type":"done","ok":true}'
const bytes = (text: string) => new TextEncoder().encode(text)
const messages = (events: ProtocolEvent[]) => events.map((event) => (event.type === 'log' ? event.message : event.type))

describe('EventReader', () => {
  it.each([
    ['LF', `${log('a')}\n${done}\n`],
    ['CRLF', `${log('a')}\r\n${done}\r\n`],
    ['a last line without a line break', `${log('a')}\n${done}`],
    ['a last line that ends in CR', `${log('a')}\r\n${done}\r`],
    ['blank lines', `\n\n${log('a')}\n \t\r\n\n${done}\n\n`],
    ['a byte order mark at the start', `\uFEFF${log('a')}\n${done}\n`],
    ['a byte order mark alone on the first line', `\uFEFF\n${log('a')}\n${done}\n`],
  ])('001 §2.3: reads lines with %s', (_, text) => {
    const expected = { events: [JSON.parse(log('a')), JSON.parse(done)] as ProtocolEvent[] }
    expect(readAll([text])).toEqual(expected)
    expect(readAll(Array.from(bytes(text), (byte) => Uint8Array.of(byte)))).toEqual(expected)
  })

  it('refuses a byte order mark in any other position', () => {
    expect(readAll([`${log('a')}\n\uFEFF${done}\n`])).toMatchObject({ error: { code: 'invalid_json', line: 2 } })
    expect(readAll([`\uFEFF\uFEFF${done}\n`])).toMatchObject({ error: { code: 'invalid_json', line: 1 } })
  })

  it('counts blank lines', () => {
    expect(readAll([`\n\n${log('a')}\r\n\nhello\n`])).toMatchObject({
      events: [{ message: 'a' }],
      error: { code: 'invalid_json', line: 5, excerpt: 'hello' },
    })
  })

  it('does not split at other line separators', () => {
    expect(messages(readAll([`${log('a\u2028b\u2029c\u0085d')}\n`]).events)).toEqual(['a\u2028b\u2029c\u0085d'])
    expect(readAll([`${done}\r${done}\n`])).toMatchObject({ error: { code: 'invalid_json', line: 1 } })
  })

  it('001 §5.4: passes on an event as soon as its line is complete', () => {
    const events: ProtocolEvent[] = []
    const reader = new EventReader((event) => events.push(event))
    reader.write(bytes(`${log('a')}\n${log('b').slice(0, 20)}`))
    expect(messages(events)).toEqual(['a'])
    reader.write(bytes(log('b').slice(20)))
    expect(messages(events)).toEqual(['a'])
    reader.write(bytes('\n'))
    expect(messages(events)).toEqual(['a', 'b'])
  })

  it('passes on the text of each event', () => {
    const texts: string[] = []
    const reader = new EventReader((_, text) => texts.push(text))
    reader.write(bytes(`\uFEFF ${done} \r\n\n${log('é👍')}`))
    reader.end()
    expect(texts).toEqual([` ${done} `, log('é👍')])
  })

  it('copies a buffer that its source may reuse', () => {
    const events: ProtocolEvent[] = []
    const reader = new EventReader((event) => events.push(event))
    const buffer = bytes(log('abc'))
    reader.write(buffer.subarray(0, 10))
    const rest = buffer.slice(10)
    buffer.fill(0x20)
    reader.write(rest)
    reader.end()
    expect(messages(events)).toEqual(['abc'])
  })

  it.each([
    ['an invalid byte', [0xff]],
    ['an overlong form', [0xc0, 0xaf]],
    ['a surrogate', [0xed, 0xa0, 0x80]],
    ['a truncated character', [0xe2, 0x82]],
    ['a lone continuation byte', [0x80]],
    ['a code point beyond the last', [0xf4, 0x90, 0x80, 0x80]],
  ])('001 §2.3: refuses %s as invalid UTF-8, after the lines before it', (_, bad) => {
    const line = [...bytes('{"a":"'), ...bad, ...bytes('"}')]
    const reading = readAll([Uint8Array.from([...bytes(`${log('é')}\n`), ...line, 0x0a, ...bytes(done)])])
    expect(messages(reading.events)).toEqual(['é'])
    expect(reading.error).toMatchObject({
      code: 'invalid_utf8',
      line: 2,
      excerpt: expect.stringMatching(/^\{"a":"\uFFFD/),
    })
  })

  it('accepts every character in chunks of any size', () => {
    const line = bytes(`${log('aé€👍🏽\u0000\u{10FFFF}\uFFFF')}\n`)
    for (let at = 0; at <= line.length; at += 1) {
      const { events, error } = readAll([line.subarray(0, at), line.subarray(at)])
      expect(error).toBeUndefined()
      expect(messages(events)).toEqual(['aé€👍🏽\u0000\u{10FFFF}\uFFFF'])
    }
  })
})

describe('the longest line', () => {
  const line = log('é'.repeat(20))
  const size = bytes(line).length

  it.each(['\n', '\r\n', ''])('is measured in bytes without its line break %j', (lineBreak) => {
    for (const chunks of [[line + lineBreak], Array.from(line + lineBreak), [`${done}\n${line}${lineBreak}`]]) {
      expect(readAll(chunks, { maxLineBytes: size }).error).toBeUndefined()
      expect(readAll(chunks, { maxLineBytes: size - 1 }).error).toMatchObject({ code: 'line_too_long' })
    }
  })

  it('refuses before the line has ended, with line number and excerpt', () => {
    const endless = function* () {
      yield bytes(`${done}\n{"version":"0",`)
      for (;;) yield bytes('x'.repeat(1000))
    }
    expect(readAll(endless(), { maxLineBytes: 10_000 })).toEqual({
      events: [JSON.parse(done)],
      error: { code: 'line_too_long', line: 2, excerpt: expect.stringMatching(/^\{"version":"0",x{184}…$/) },
    })
  })

  it('defaults to 8 MiB', () => {
    const most = 8 * 1024 * 1024
    const fits = log('x'.repeat(most - log('').length))
    expect(readAll([`${fits}\n`]).error).toBeUndefined()
    expect(readAll([`${fits} \n`]).error).toMatchObject({ code: 'line_too_long', line: 1 })
  })

  it('buffers at most one line', () => {
    let count = 0
    const reader = new EventReader(() => (count += 1))
    const chunk = bytes(`${log('x'.repeat(100_000))}\n`)
    const before = process.memoryUsage().arrayBuffers
    for (let round = 0; round < 2_000; round += 1) reader.write(chunk)
    expect(count).toBe(2_000)
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(150_000_000)
  })

  it('reads a line of 4 MB in chunks of one byte with little memory', () => {
    const long = bytes(`${log('x'.repeat(4_000_000))}\n`)
    const reader = new EventReader(() => (count += 1))
    let count = 0
    const before = process.memoryUsage().arrayBuffers
    for (let at = 0; at < long.length - 1; at += 1) reader.write(long.subarray(at, at + 1))
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(50_000_000)
    reader.write(long.subarray(-1))
    expect(count).toBe(1)
  })
})

describe('parseEvents', () => {
  async function collect(source: Parameters<typeof parseEvents>[0], options = {}) {
    const events: ProtocolEvent[] = []
    try {
      for await (const event of parseEvents(source, options)) events.push(event)
    } catch (error) {
      return { events, error }
    }
    return { events, error: undefined }
  }

  it('yields the events before the first bad line, then throws, then stops', async () => {
    const { events, error } = await collect([`${log('a')}\n${log('b')}\noops\n${log('c')}\n`])
    expect(messages(events)).toEqual(['a', 'b'])
    expect(error).toMatchObject({ name: 'ProtocolError', code: 'invalid_json', line: 3, excerpt: 'oops' })
    expect(ProtocolError.isInstance(error)).toBe(true)
  })

  it('reads strings as UTF-8, even if a chunk ends between surrogates', async () => {
    const text = `${log('👍')}\n`
    const at = text.indexOf('👍') + 1
    const { events, error } = await collect([text.slice(0, at), '', text.slice(at)])
    expect(error).toBeUndefined()
    expect(messages(events)).toEqual(['👍'])
  })

  it('yields an event before it reads the next chunk', async () => {
    let chunks = 0
    const source = (async function* () {
      chunks += 1
      yield `${log('a')}\n`
      chunks += 1
      yield `${log('b')}\n`
    })()
    const iterator = parseEvents(source)
    expect((await iterator.next()).value).toMatchObject({ message: 'a' })
    expect(chunks).toBe(1)
    await iterator.return()
    expect((await source.next()).done).toBe(true)
  })

  it('reads a stream and an empty source', async () => {
    expect(await collect([])).toEqual({ events: [], error: undefined })
    const stream = new Blob([`${log('a')}\n`, done]).stream()
    expect(messages((await collect(stream)).events)).toEqual(['a', 'done'])
  })

  it('throws the error of its source', async () => {
    const source = (async function* () {
      yield `${log('a')}\n`
      throw new Error('pipe broke')
    })()
    const { events, error } = await collect(source)
    expect(messages(events)).toEqual(['a'])
    expect(error).toMatchObject({ message: 'pipe broke' })
  })
})

describe('LineReader', () => {
  it('001 §2.3: passes on each line with its number, without parsing it', () => {
    const lines: [number, string][] = []
    const reader = new LineReader((text, line) => lines.push([line, text]))
    for (const chunk of ['\uFEFFone\r', '\n\n{"tw', 'o":2}\nthr', 'ee']) reader.write(bytes(chunk))
    expect(lines).toEqual([
      [1, 'one'],
      [3, '{"two":2}'],
    ])
    reader.end()
    expect(lines.at(-1)).toEqual([4, 'three'])
  })

  it('001 §3: refuses a line that is too long', () => {
    const reader = new LineReader(() => {}, { maxLineBytes: 10 })
    expect(() => reader.write(bytes('short\n12345678901\n'))).toThrow(
      expect.objectContaining({ code: 'line_too_long' }),
    )
  })
})
