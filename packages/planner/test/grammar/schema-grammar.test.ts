import { type JsonObject, type JsonValue, matches } from '@narratoria/protocol'
import fc from 'fast-check'
import type { TSchema } from 'typebox'
import { describe, expect, it } from 'vitest'
import { toGbnf } from '../../src/llama/index.ts'
import { Gbnf } from './gbnf.ts'

/** A schema of the subset together with a way to make values that it admits, as the grammar orders them. */
type Pair = { schema: JsonObject; value: fc.Arbitrary<JsonValue> }

const safeText = (min: number, max: number) =>
  fc.string({ minLength: min, maxLength: max, unit: 'grapheme' }).map((text) => {
    const clean = text.replaceAll(/[\p{Cc}\u2028\u2029]/gu, '·').toWellFormed()
    return Array.from(clean).slice(0, max).join('').padEnd(min, 'x')
  })

const range = (low: number, high: number) =>
  fc
    .tuple(fc.integer({ min: low, max: high }), fc.integer({ min: low, max: high }))
    .map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const)

const text: fc.Arbitrary<Pair> = range(0, 12).map(([minLength, maxLength]) => ({
  schema: { type: 'string', minLength, maxLength },
  value: safeText(minLength, maxLength),
}))
const integer: fc.Arbitrary<Pair> = range(-2_000, 30_000).map(([minimum, maximum]) => ({
  schema: { type: 'integer', minimum, maximum },
  value: fc.integer({ min: minimum, max: maximum }),
}))
const decimal: fc.Arbitrary<Pair> = range(-50, 1_000)
  .filter(([low, high]) => high - low > 1)
  .map(([minimum, maximum]) => ({
    schema: { type: 'number', minimum, maximum },
    value: fc.integer({ min: minimum, max: maximum - 1 }).chain((whole) =>
      fc.integer({ min: 0, max: 99 }).map((part) => {
        const number = Number(`${whole}.${String(part).padStart(2, '0')}`)
        return number < minimum ? whole : number
      }),
    ),
  }))
const scalar: fc.Arbitrary<Pair> = fc.oneof(
  text,
  integer,
  decimal,
  fc.constant<Pair>({ schema: { type: 'boolean' }, value: fc.boolean() }),
  fc.constant<Pair>({ schema: { type: 'null' }, value: fc.constant(null) }),
  fc
    .uniqueArray(fc.oneof(fc.string({ maxLength: 6 }), fc.integer(), fc.boolean()), { minLength: 1, maxLength: 4 })
    .map((values) => ({
      schema: { enum: values },
      value: fc.constantFrom(...values),
    })),
  fc.string({ maxLength: 8 }).map((value) => ({ schema: { const: value }, value: fc.constant(value) })),
  fc.constant<Pair>({ schema: { type: ['string', 'null'], maxLength: 5 }, value: fc.option(safeText(0, 5)) }),
)

const distinct: fc.Arbitrary<Pair> = fc.tuple(text, integer, fc.boolean()).map(([words, number, withNull]) => ({
  schema: { oneOf: [words.schema, number.schema, ...(withNull ? [{ type: 'null' }] : [])] },
  value: fc.oneof(words.value, number.value),
}))

const { schema: whole } = fc.letrec<{ schema: Pair; array: Pair; object: Pair; union: Pair }>((tie) => ({
  schema: fc.oneof({ maxDepth: 3, withCrossShrink: true }, scalar, distinct, tie('object'), tie('array'), tie('union')),
  array: fc.tuple(tie('schema'), range(0, 4)).map(([items, [minItems, maxItems]]) => ({
    schema: { type: 'array', items: items.schema, minItems, maxItems },
    value: fc.array(items.value, { minLength: minItems, maxLength: maxItems }),
  })),
  object: fc
    .uniqueArray(fc.tuple(fc.string({ minLength: 1, maxLength: 6 }), tie('schema'), fc.boolean()), {
      maxLength: 5,
      selector: ([name]) => name,
    })
    // Integer-like keys always come first in JavaScript objects, and __proto__ is not an ordinary key of a literal.
    .map((members) => members.filter(([name]) => !/^\d+$/.test(name) && name !== '__proto__'))
    .map((members) => ({
      schema: {
        type: 'object',
        properties: Object.fromEntries(members.map(([name, pair]) => [name, pair.schema])),
        required: members.filter(([, , required]) => required).map(([name]) => name),
        additionalProperties: false,
      },
      value: fc
        .tuple(
          ...members.map(([name, pair, required]) =>
            fc.tuple(fc.constant(name), pair.value, required ? fc.constant(true) : fc.boolean()),
          ),
        )
        .map((entries) =>
          Object.fromEntries(entries.filter(([, , present]) => present).map(([name, value]) => [name, value])),
        ),
    })),
  union: fc.tuple(tie('schema'), tie('schema')).map(([a, b]) => ({
    schema: { anyOf: [a.schema, b.schema] },
    value: fc.oneof(a.value, b.value),
  })),
}))

/** The same schema twice by reference, as references only lead from the top. */
const shared: fc.Arbitrary<Pair> = fc
  .tuple(whole, fc.constantFrom('$defs', 'definitions'))
  .map(([pair, place]): Pair => ({
    schema: {
      type: 'object',
      properties: { a: { $ref: `#/${place}/it` }, b: { type: 'array', items: { $ref: `#/${place}/it` }, maxItems: 2 } },
      required: ['a'],
      additionalProperties: false,
      ...({ [place]: { it: pair.schema } } as JsonObject),
    } as JsonObject,
    value: fc.oneof(
      fc.record({ a: pair.value }).map((value): JsonValue => value),
      fc.tuple(pair.value, fc.array(pair.value, { maxLength: 2 })).map(([a, b]): JsonValue => ({ a, b })),
    ),
  }))
const pairs = fc.oneof({ weight: 3, arbitrary: whole }, { weight: 1, arbitrary: shared })

/** Definitions that each refer twice to the next: read naively, they are as many as two to the power of their number. */
const doubling = (count: number) =>
  Array.from({ length: count }, (_, index): [string, JsonObject] => {
    const next: JsonObject = index + 1 < count ? { $ref: `#/$defs/d${index + 1}` } : { type: 'boolean' }
    return [`d${index}`, { type: 'object', properties: { a: next, b: next } }]
  })

const nested = (depth: number): JsonObject =>
  depth === 0 ? { type: 'boolean' } : { type: 'array', items: nested(depth - 1) }

const inObjects = (depth: number): JsonObject => {
  let schema: JsonObject = { type: 'boolean' }
  for (let level = 0; level < depth; level += 1) schema = { type: 'object', properties: { a: schema }, required: ['a'] }
  return schema
}

const grammarOf = (schema: JsonObject) => {
  const text = toGbnf(schema)
  if (typeof text !== 'string') throw new Error(`${text.what} at ${text.path}`)
  return new Gbnf(text)
}

describe('grammars of JSON schemas', () => {
  it('FR-002: everything that a grammar admits is valid and on one line, for any schema of the subset', () => {
    fc.assert(
      fc.property(pairs, fc.infiniteStream(fc.nat()), ({ schema }, numbers) => {
        const written = grammarOf(schema).sample((count) => (numbers.next().value as number) % count)
        expect(written).not.toMatch(/[\n\r\u2028\u2029]/)
        expect({ schema, written, valid: matches(schema as TSchema, JSON.parse(written)) }).toMatchObject({
          valid: true,
        })
      }),
      { numRuns: 500 },
    )
  })

  it('FR-002: every valid value is admitted, for any schema of the subset', () => {
    fc.assert(
      fc.property(
        pairs.chain(({ schema, value }) => fc.tuple(fc.constant(schema), value)),
        ([schema, value]) => {
          const written = JSON.stringify(value).replaceAll(
            /[\u007F-\u009F\u2028\u2029]/g,
            (c) => `\\u00${c.charCodeAt(0).toString(16)}`,
          )
          expect({ schema, written, admitted: grammarOf(schema).accepts(written) }).toMatchObject({ admitted: true })
        },
      ),
      { numRuns: 500 },
    )
  })

  it('FR-002: the same schema gives the same text', () => {
    fc.assert(
      fc.property(pairs, ({ schema }) => {
        expect(toGbnf(structuredClone(schema))).toBe(toGbnf(schema))
      }),
    )
  })

  it.each<[JsonObject, string[], string[]]>([
    [
      { type: 'integer', minimum: 0, maximum: 105 },
      ['0', '9', '10', '99', '100', '105'],
      ['-1', '106', '007', '1.0', ''],
    ],
    [{ type: 'integer', exclusiveMinimum: -3, exclusiveMaximum: 3 }, ['-2', '0', '2'], ['-3', '3', '-0']],
    [{ type: 'number', minimum: 0, maximum: 1 }, ['0', '1', '0.5', '0.9999'], ['1.5', '-0.5', '1e3', '.5', '1.0']],
    [{ type: 'number', exclusiveMinimum: 0 }, ['1', '1.5'], ['0', '-1', '-0.5']],
    [
      { type: 'string', maxLength: 3 },
      ['""', '"abc"', String.raw`"\"\\n"`, '"äöü"', '"🎲🎲🎲"'],
      ['"abcd"', '"\n"', 'abc'],
    ],
    [{ oneOf: [{ type: 'string' }, { type: 'integer' }] }, ['"a"', '7'], ['true']],
    [{ type: 'string', enum: ['a', 3] }, ['"a"'], ['3']],
    [
      {
        type: 'object',
        properties: { a: { type: 'boolean' }, b: { $ref: '#/$defs/b' } },
        required: ['b'],
        $defs: { b: { const: 1 } },
      },
      ['{"a":true,"b":1}', '{"b":1}'],
      ['{}', '{"a":true}', '{"a":true,}', '{"b":1,"a":true}', '{"b":1,"c":1}'],
    ],
    [{ type: 'object' }, ['{}'], ['{"a":1}']],
  ])('FR-002: %j', (schema, admitted, refused) => {
    const grammar = grammarOf(schema)
    expect(admitted.filter((text) => !grammar.accepts(text))).toEqual([])
    expect(refused.filter((text) => grammar.accepts(text))).toEqual([])
  })

  it.each<[JsonObject, string, string]>([
    [{}, '', 'a schema without a type'],
    [{ type: 'string', pattern: '^a' }, '', '"pattern"'],
    [{ type: 'string', format: 'date' }, '', '"format"'],
    [{ type: 'object', properties: { x: { type: 'integer', multipleOf: 2 } } }, '/properties/x', '"multipleOf"'],
    [{ type: 'array', items: { type: 'string' }, uniqueItems: true }, '', '"uniqueItems"'],
    [{ type: 'array' }, '/items', 'a schema that is not an object'],
    [{ oneOf: [{ type: 'integer' }, { type: 'number' }] }, '', '"oneOf" with branches that may both fit'],
    [
      { $ref: '#/$defs/a', $defs: { a: { type: 'array', items: { $ref: '#/$defs/a' } } } },
      '/$defs/a/items',
      '"$ref" to #/$defs/a, which contains itself,',
    ],
    [{ $ref: 'https://example.com' }, '', '"$ref" to https://example.com'],
    [{ type: 'object', required: ['x'] }, '', 'the required key "x" without a schema'],
    [{ allOf: [{ type: 'string' }] }, '', 'a schema without a type'],
    [{ type: 'object', patternProperties: {} }, '', '"patternProperties"'],
    [{ type: 'number', minimum: 0.00002, maximum: 0.00008 }, '', 'bounds that leave too little room'],
    [{ type: 'integer', minimum: 0.2, maximum: 0.8 }, '', 'bounds that leave too little room'],
    [{ type: 'funny' }, '', 'type "funny"'],
  ])('FR-002: what is outside the subset is refused by name: %j', (schema, path, what) => {
    expect(toGbnf(schema)).toEqual({ path, what })
  })

  it('FR-002: a schema that grows without end when it is read, or is nested without end, is refused', () => {
    const schemas = [{ $ref: '#/$defs/d0', $defs: Object.fromEntries(doubling(40)) }, nested(5_000)]
    expect(schemas.map(toGbnf)).toMatchObject([{ what: 'more than 1000 parts' }, { what: 'more than 100 levels' }])
    expect(typeof toGbnf(nested(90))).toBe('string')
  })

  const kinds = (count: number) => Array.from({ length: count }, (_, kind): JsonObject => ({ const: `kind ${kind}` }))
  const records = kinds(90).map((kind): JsonObject => ({
    type: 'object',
    properties: { kind },
    required: Array.from({ length: 10_000 }, () => 'kind'),
  }))
  const values = (first: number, count: number): JsonObject => ({
    enum: Array.from({ length: count }, (_, index) => ({ index: first + index })),
  })
  it.each<[string, JsonObject, string]>([
    ['6,000 branches', { oneOf: kinds(6_000) }, 'more than 1000 parts'],
    ['branches nested 2,000 deep', { oneOf: [inObjects(2_000), inObjects(2_000)] }, 'more than 100 levels'],
    ['wide enumerations', { oneOf: [values(0, 5_000), values(5_000, 5_000)] }, 'more than 500000 comparisons'],
    ['the same key over and over', { oneOf: records }, 'more than 500000 comparisons'],
  ])('FR-002: what would take long to compare is refused soon: %s', { retry: 2 }, (_, schema, what) => {
    const startedAt = performance.now()
    expect(toGbnf(schema)).toMatchObject({ what: expect.stringContaining(what) })
    expect(performance.now() - startedAt).toBeLessThan(10_000)
  })

  it('FR-002: many branches, and branches of many values, are admitted where they certainly exclude each other', () => {
    const many = kinds(400)
    const words = [0, 1, 2].map((part) => ({ enum: Array.from({ length: 5_000 }, (_, at) => `${part} ${at}`) }))
    expect([{ oneOf: many }, { oneOf: words }].map((schema) => typeof toGbnf(schema))).toEqual(['string', 'string'])
  })
})
