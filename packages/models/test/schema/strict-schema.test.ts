import { type JsonObject, type JsonValue, matches } from '@narratoria/protocol'
import fc from 'fast-check'
import type { TSchema } from 'typebox'
import { expect, it } from 'vitest'
import { fromStrict, strictSchema } from '../../src/index.ts'
import { sampleValue, seededRandom, strictFaults } from '../../src/testing/index.ts'

const scalar = fc.constantFrom<JsonObject>(
  { type: 'string' },
  { type: 'string', minLength: 0, maxLength: 400, description: 'a name' },
  { type: 'integer' },
  { type: 'number' },
  { type: 'boolean' },
  { enum: ['north', 'south'] },
  { enum: ['all', 3, null] },
  { const: 7 },
  { type: ['string', 'null'] },
)
const { schema: anySchema } = fc.letrec<{ schema: JsonObject; object: JsonObject }>((tie) => ({
  schema: fc.oneof(
    { depthSize: 'small', maxDepth: 5 },
    scalar,
    tie('object'),
    tie('schema').map((items) => ({ type: 'array', items })),
    fc.tuple(scalar, tie('schema')).map((parts) => ({ anyOf: parts })),
  ),
  object: fc
    .dictionary(fc.stringMatching(/^[a-z]{1,6}$/), tie('schema'), { maxKeys: 3 })
    .chain((properties) =>
      fc.subarray(Object.keys(properties)).map((required) => ({ type: 'object', properties, required })),
    ),
}))
const objects = fc
  .dictionary(fc.stringMatching(/^[a-z]{1,6}$/), anySchema, { maxKeys: 4 })
  .chain((properties) =>
    fc.subarray(Object.keys(properties)).map((required): JsonObject => ({ type: 'object', properties, required })),
  )

it('keeps the rules of every server', () => {
  fc.assert(
    fc.property(objects, (schema) => {
      expect(strictFaults(strictSchema(schema))).toEqual([])
    }),
  )
})

it('gives answers that fit the original once the nulls are removed', () => {
  fc.assert(
    fc.property(objects, fc.nat(), (schema, seed) => {
      const value = fromStrict(schema, sampleValue(strictSchema(schema), seededRandom(seed)))
      expect(matches(schema as TSchema, value), JSON.stringify({ schema, value })).toBe(true)
    }),
  )
})

it('removes the nulls in arrays that are one of several alternatives', () => {
  const item = (...names: string[]): JsonObject => ({
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
  })
  const list = (items: JsonObject): JsonObject => ({ type: 'array', items })
  const kinds = { anyOf: [{ type: 'string' }, list(item('a')), list(item('b', 'c'))] }
  const schema: JsonObject = { type: 'object', properties: { of: kinds }, required: ['of'] }
  expect(fromStrict(schema, { of: [{ b: 'x', c: null }] })).toEqual({ of: [{ b: 'x' }] })
})

it('asks for objects that are too deep as text that holds JSON', () => {
  const nested = (levels: number): JsonObject =>
    levels === 0 ? { type: 'string' } : { type: 'object', properties: { a: nested(levels - 1) } }
  const valueOf = (levels: number, leaf: JsonValue): JsonValue =>
    levels === 0 ? leaf : { a: valueOf(levels - 1, leaf) }
  expect(strictFaults(strictSchema(nested(15)))).toEqual([])
  const answer = valueOf(10, JSON.stringify(valueOf(5, 'deep')))
  expect(fromStrict(nested(15), answer)).toEqual(valueOf(15, 'deep'))
})

it('asks for what it cannot express as text that holds JSON', () => {
  const schema: JsonObject = { type: 'object', properties: { patch: { type: 'object' } }, required: ['patch'] }
  expect(strictSchema(schema).properties).toEqual({ patch: { type: 'string', description: 'a JSON value as text' } })
  expect(fromStrict(schema, { patch: '{"torch":{"lit":true}}' })).toEqual({ patch: { torch: { lit: true } } })
})

it('moves bounds into the description', () => {
  const schema: JsonObject = {
    type: 'object',
    properties: { sides: { type: 'integer', minimum: 2 } },
    required: ['sides'],
  }
  expect(strictSchema(schema).properties).toEqual({ sides: { type: 'integer', description: 'minimum 2' } })
})
