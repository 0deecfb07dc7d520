import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseEvents, type ProtocolEvent } from '../../src/index.ts'
import { cut, cuts, jsonValue, validEvent } from '../arbitraries.ts'
import { fuzz, fuzzAndKeep } from '../fuzz.ts'
import { readAll, type Reading } from './read-all.ts'

const encode = (text: string) => new TextEncoder().encode(text)

const lineBreak = fc.constantFrom('\n', '\r\n', '\n\n', '\n \n')
const transcript = fc
  .tuple(fc.array(fc.tuple(validEvent, lineBreak), { maxLength: 8 }), fc.boolean())
  .map(([lines, bom]) => ({
    events: lines.map(([event]) => event),
    bytes: encode((bom ? '\uFEFF' : '') + lines.map(([event, end]) => JSON.stringify(event) + end).join('')),
  }))

/** A transcript with bytes changed, removed, inserted and repeated. */
const mutated = fc
  .tuple(
    transcript,
    fc.array(
      fc.tuple(fc.nat(100_000), fc.constantFrom('flip', 'drop', 'double', 'insert'), fc.integer({ min: 0, max: 255 })),
      {
        minLength: 1,
        maxLength: 6,
      },
    ),
  )
  .map(([{ bytes }, changes]) => {
    const list = Array.from(bytes)
    for (const [place, how, byte] of changes) {
      const at = place % (list.length + 1)
      if (how === 'flip' && at < list.length) list[at]! ^= byte
      else if (how === 'drop') list.splice(at, (byte % 16) + 1)
      else if (how === 'double') list.splice(at, 0, ...list.slice(at, at + byte))
      else list.splice(at, 0, byte)
    }
    return Uint8Array.from(list)
  })

/** An error has a code, a line number within the output and a bounded excerpt. */
function expectSound({ events, error }: Reading, bytes: Uint8Array): void {
  const lines = bytes.reduce((count, byte) => count + (byte === 0x0a ? 1 : 0), 1)
  expect(events.length).toBeLessThanOrEqual(lines)
  expect(Object.keys(Object.prototype)).toEqual([])
  if (!error) return
  expect([
    'invalid_json',
    'not_an_object',
    'unsupported_version',
    'unknown_event_type',
    'invalid_event',
    'invalid_utf8',
    'line_too_long',
  ]).toContain(error.code)
  expect(error.line).toBeGreaterThanOrEqual(1)
  expect(error.line).toBeLessThanOrEqual(lines)
  expect(error.excerpt.length).toBeLessThanOrEqual(200)
}

/** Outputs that once made the reader fail. */
const found = join(import.meta.dirname, 'found-outputs.json')

/** Bytes and where they are cut, as JSON can keep them. */
function kept(bytes: fc.Arbitrary<Uint8Array>): fc.Arbitrary<[number[], number[]]> {
  return fc.tuple(
    bytes.map((list) => Array.from(list)),
    cuts,
  )
}

function readsAlike([list, places]: [number[], number[]]): void {
  const bytes = Uint8Array.from(list)
  expect(readAll(cut(bytes, places))).toEqual(readWhole(bytes))
}

/** Reads the output as one chunk and checks the result. */
function readWhole(bytes: Uint8Array, options = {}): Reading {
  const whole = readAll([bytes], options)
  expectSound(whole, bytes)
  return whole
}

describe('the reader with random input', () => {
  it.each(['__proto__', 'constructor'])('001 §8: the random events have the key %s at the top and deeper', (name) => {
    const events = fc.sample(validEvent, { numRuns: 2_000, seed: 1 })
    const patches = events.flatMap(({ patch }) => (typeof patch === 'object' && patch !== null ? [patch] : []))
    for (const objects of [events, patches]) expect(objects.some((object) => Object.hasOwn(object, name))).toBe(true)
  })

  it('refuses a very deep value in any field', () => {
    const depth = fc.constantFrom(600, 5_000, 50_000)
    const brackets = fc.constantFrom(['[', ']'], ['{"a":', '}'])
    fc.assert(
      fc.property(validEvent, fc.nat(), depth, brackets, (event, place, levels, [open = '', close = '']) => {
        const fields = ['version', 'type', ...Object.keys(event)]
        const field = fields[place % fields.length]!
        const deep = `${open.repeat(levels)}${open === '[' ? '' : '1'}${close.repeat(levels)}`
        // The last of duplicate keys counts.
        const bytes = encode(`${JSON.stringify(event).slice(0, -1)},${JSON.stringify(field)}:${deep}}\n`)
        expect(readWhole(bytes).error?.code).toMatch(/^(?:unsupported_version|invalid_event)$/)
      }),
      // Each case is up to half a megabyte of brackets.
      { ...fuzz, numRuns: Math.ceil(Math.min(fuzz.numRuns / 10, 2_000)) },
    )
  })

  it('reads the events that were written, in chunks of any size', () => {
    fc.assert(
      fc.property(transcript, cuts, ({ events, bytes }, places) => {
        expect(readAll(cut(bytes, places))).toEqual({ events })
      }),
      fuzz,
    )
  })

  it('gives the same result for mutated transcripts in chunks of any size', () => {
    fc.assert(fc.property(kept(mutated), readsAlike), fuzzAndKeep<[number[], number[]]>(found))
  })

  it('gives the same result for random bytes in chunks of any size', () => {
    const noise = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc
        .array(fc.constantFrom(0x0a, 0x0d, 0x20, 0x22, 0x5b, 0x7b, 0x7d, 0xc3, 0xa9, 0xef, 0xbb, 0xbf, 0x30), {
          maxLength: 60,
        })
        .map((list) => Uint8Array.from(list)),
    )
    fc.assert(fc.property(kept(noise), readsAlike), fuzzAndKeep<[number[], number[]]>(found))
  })

  it('gives the same result for random JSON in chunks of any size', () => {
    const lines = fc.array(fc.oneof(jsonValue, validEvent), { maxLength: 6 })
    fc.assert(
      fc.property(lines, cuts, (values, places) => {
        const bytes = encode(values.map((value) => JSON.stringify(value)).join('\n'))
        expect(readAll(cut(bytes, places))).toEqual(readWhole(bytes))
      }),
      fuzz,
    )
  })

  it('applies a small line limit in chunks of any size', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          mutated,
          transcript.map(({ bytes }) => bytes),
        ),
        cuts,
        fc.integer({ min: 1, max: 120 }),
        (bytes, places, maxLineBytes) => {
          expect(readAll(cut(bytes, places), { maxLineBytes })).toEqual(readWhole(bytes, { maxLineBytes }))
        },
      ),
      fuzz,
    )
  })

  it('parseEvents gives the same result for strings', async () => {
    const text = transcript.chain(({ bytes }) =>
      fc.constant(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)),
    )
    await fc.assert(
      fc.asyncProperty(text, cuts, async (text, places) => {
        const at = [0, ...places.map((place) => place % (text.length + 1)).toSorted((a, b) => a - b), text.length]
        const events: ProtocolEvent[] = []
        for await (const event of parseEvents(at.slice(1).map((end, index) => text.slice(at[index], end))))
          events.push(event)
        expect({ events }).toEqual(readAll([text]))
      }),
      { ...fuzz, numRuns: Math.ceil(fuzz.numRuns / 4) },
    )
  })
})
