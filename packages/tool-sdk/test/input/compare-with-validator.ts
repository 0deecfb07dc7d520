import type { JsonObject, JsonValue } from '@narratoria/protocol'
import fc from 'fast-check'
import { Check } from 'typebox/schema'
import { expect } from 'vitest'
import { isPlainSchema, listPlainIssues } from '../../src/input/plain-schema.ts'

const scalar = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.integer({ min: -3, max: 3 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom('', 'a', 'ab', '👍🏽', 'abc'),
)
const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    scalar,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c', '__proto__'), tie('value'), { maxKeys: 3 }),
  ) as fc.Arbitrary<JsonValue>,
}))
const size = fc.integer({ min: 0, max: 3 })
const { schema } = fc.letrec<{ schema: JsonObject }>((tie) => ({
  schema: fc.record(
    {
      type: fc.oneof(
        fc.constantFrom('string', 'number', 'integer', 'boolean', 'null', 'array', 'object'),
        fc.uniqueArray(fc.constantFrom('string', 'integer', 'null', 'object'), { minLength: 1 }),
      ),
      enum: fc.array(scalar, { minLength: 1, maxLength: 4 }),
      const: scalar,
      required: fc.uniqueArray(fc.constantFrom('a', 'b', '__proto__'), { maxLength: 2 }),
      minimum: fc.integer({ min: -2, max: 2 }),
      exclusiveMaximum: fc.integer({ min: -2, max: 2 }),
      maximum: fc.integer({ min: -2, max: 2 }),
      exclusiveMinimum: fc.integer({ min: -2, max: 2 }),
      minLength: size,
      maxLength: size,
      minItems: size,
      maxItems: size,
      pattern: fc.constantFrom('^a', 'b$', '^.$'),
      title: fc.string(),
      properties: fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('schema'), { maxKeys: 2 }),
      additionalProperties: fc.oneof(fc.boolean(), tie('schema')),
      items: tie('schema'),
    },
    { requiredKeys: [] },
  ) as fc.Arbitrary<JsonObject>,
}))

/** Compares the check of plain schemas with TypeBox on random schemas and values. */
export function compareWithValidator(numRuns: number): void {
  const agrees = fc.property(schema, value, (schema, value) => {
    expect(isPlainSchema(schema)).toBe(true)
    expect(listPlainIssues(schema, value).length === 0).toBe(Check(schema, value))
  })
  fc.assert(agrees, { numRuns, seed: 1 })
}
