import { type JsonObject, matches } from '@narratoria/protocol'
import fc from 'fast-check'
import type { TSchema } from 'typebox'
import { expect, it } from 'vitest'
import { toGbnf } from '../../src/llama/index.ts'
import { Gbnf } from './gbnf.ts'

const places = 4

function grammarOf(schema: JsonObject): Gbnf | undefined {
  const text = toGbnf(schema)
  if (typeof text === 'string') return new Gbnf(text)
  expect(text.what).toBe('bounds that leave too little room')
  return undefined
}

/** Bounds of any size and number of digits, near to each other and far apart. */
const bound = fc.oneof(
  fc.integer({ min: -30, max: 30 }),
  fc.integer({ min: -300_000, max: 300_000 }).map((units) => Number(`${units}e-4`)),
  fc.integer({ min: -30_000, max: 30_000 }).map((units) => Number(`${units}e-7`)),
  fc.double({ min: -3, max: 3, noNaN: true }),
  fc.double({ min: -1e15, max: 1e15, noNaN: true }),
  fc.integer({ min: -4e15, max: 4e15 }),
)
const lower = fc.constantFrom('minimum', 'exclusiveMinimum')
const upper = fc.constantFrom('maximum', 'exclusiveMaximum')
const schemas = fc
  .oneof(
    fc.tuple(bound, bound),
    fc.tuple(bound, fc.integer({ min: 0, max: 30_000 })).map(([end, units]) => [end, end + units / 10_000] as const),
  )
  .chain(([a, b]) =>
    fc.tuple(lower, upper).map(([low, high]): JsonObject => ({
      type: 'number',
      [low]: Math.min(a, b),
      [high]: Math.max(a, b),
    })),
  )

const isValid = (schema: JsonObject, text: string) => matches(schema as TSchema, JSON.parse(text))

it('FR-002: every number that a grammar admits is valid, for any bounds', () => {
  fc.assert(
    fc.property(schemas, fc.infiniteStream(fc.nat()), (schema, numbers) => {
      const grammar = grammarOf(schema)
      for (let count = 0; grammar && count < 5; count += 1) {
        const written = grammar.sample((choices) => (numbers.next().value as number) % choices)
        expect({ schema, written, valid: isValid(schema, written) }).toMatchObject({ valid: true })
        expect(written).toMatch(new RegExp(String.raw`^-?(0|[1-9]\d*)(\.\d{1,${places}})?$`))
      }
    }),
    { numRuns: 1_000 },
  )
})

it('FR-002: a decimal of at most four places is admitted exactly where it is valid, for any bounds', () => {
  const near = fc.integer({ min: -30, max: 30 })
  fc.assert(
    fc.property(
      schemas,
      fc.double({ min: 0, max: 1, noNaN: true }),
      near,
      fc.nat(places),
      (schema, share, off, digits) => {
        const [low = 0, high = 0] = Object.values(schema).slice(1) as number[]
        const middle = low + (high - low) * share
        const grammar = grammarOf(schema)
        for (const around of [low, middle, high].filter((number) => Math.abs(number) < 1e10)) {
          const written = JSON.stringify(Number((around + off / 10 ** digits).toFixed(digits)))
          if (written.includes('e')) continue
          const admitted = grammar?.accepts(written) ?? false
          expect({ schema, written, admitted }).toEqual({ schema, written, admitted: isValid(schema, written) })
        }
      },
    ),
    { numRuns: 1_000 },
  )
})

it.each<[JsonObject, string[], string[]]>([
  [{ minimum: 0, exclusiveMaximum: 1 }, ['0', '0.5', '0.9999', '0.25'], ['1', '-0.1', '1.0', '0.99999']],
  [{ minimum: 0, maximum: 0.9 }, ['0', '0.1', '0.9', '0.90'], ['0.91', '0.9001', '1']],
  [{ exclusiveMinimum: 0, maximum: 1 }, ['0.0001', '0.5', '1'], ['0', '0.0', '0.0000', '-0', '1.1']],
  [{ minimum: 0.5, maximum: 2.5 }, ['0.5', '0.99', '1', '2.1', '2.5'], ['0.4', '0.49', '2.5001', '2.6', '3']],
  [{ minimum: -2.5, exclusiveMaximum: -0.5 }, ['-2.5', '-1', '-0.5001'], ['-0.5', '-0.4', '-2.6', '0.7', '-0']],
  [{ minimum: -1, exclusiveMaximum: 0 }, ['-1', '-0.0001'], ['0', '-0', '-0.0', '0.1']],
  [{ minimum: 0.2, maximum: 0.8 }, ['0.2', '0.5', '0.8'], ['0', '0.1', '0.9', '1']],
  [{ minimum: 1e12 }, ['1000000000000', '1000000999999'], ['1000000000000.5', '1']],
  [{ minimum: -0.5 }, ['-0.5', '0', '999999'], ['-0.6', '-1']],
])('FR-002: %j', (bounds, admitted, refused) => {
  const grammar = grammarOf({ type: 'number', ...bounds })
  expect(admitted.filter((text) => !grammar?.accepts(text))).toEqual([])
  expect(refused.filter((text) => grammar?.accepts(text))).toEqual([])
})
