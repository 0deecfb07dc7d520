import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { JsonValue } from '../src/index.ts'
import { jsonPieces } from '../src/rules/index.ts'

const wide = Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`k${at}`, at]))
const deep = (depth: number): JsonValue => (depth === 0 ? 'x'.repeat(90_000) : { a: [deep(depth - 1), null] })

test.each<[string, unknown]>([
  ['a scalar', 1.5],
  ['empty values', [{}, [], '', null, { a: {} }]],
  ['an object of many members', wide],
  ['a list of many members', Object.values(wide)],
  ['large values between small ones', [1, { big: 'x'.repeat(200_000), small: true }, [], wide, null]],
  ['deep values', deep(200)],
  [
    'names of objects’ internals',
    JSON.parse(`{"__proto__":{"toJSON":1},"b":["${'x'.repeat(70_000)}"],"constructor":null}`),
  ],
  ['letters of several bytes and lone surrogates', { 'ü€𐍈': ['\ud800"\u2028\u0000'.repeat(30_000)] }],
  ['letters in two halves', ['x' + '𐍈'.repeat(100_000), '𐍈'.repeat(100_000), '\ud800'.repeat(70_000)]],
  ['numbers as names', JSON.parse(`{"2":"${'x'.repeat(150_000)}","1":[],"b":{},"0":{"1":2}}`)],
  ['members that are not of JSON', { a: undefined, long: 'x'.repeat(90_000), b: [undefined, () => {}], c: () => {} }],
  [
    'members that are nothing but that',
    { a: Array(30_000).fill(undefined), b: Object.fromEntries([['x'.repeat(70_000), undefined]]) },
  ],
  ['dates', { long: 'x'.repeat(90_000), at: new Date(0) }],
])('the pieces are the text of JSON.stringify: %s', (_, value) => {
  expect([...jsonPieces(value)].join('')).toBe(JSON.stringify(value))
})

test('the pieces of random values are the text of JSON.stringify', () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue({ maxDepth: 6 }), { maxLength: 30 }), (values) => {
      const value = JSON.parse(
        JSON.stringify([values, 'x'.repeat(60_000), { values }, 'y'.repeat(9_000), values]),
      ) as JsonValue
      expect([...jsonPieces(value)].join('')).toBe(JSON.stringify(value))
    }),
    { numRuns: 40 },
  )
})

test('a piece is short, however large the value is', () => {
  const rooms = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`r${at}`, { notes: 'x'.repeat(400) }]))
  const lengths = [...jsonPieces({ rooms, wide, long: 'x'.repeat(4_000_000) })].map(({ length }) => length)
  expect(lengths.length).toBeGreaterThan(85)
  expect(Math.max(...lengths)).toBeLessThan(200_000)
})
