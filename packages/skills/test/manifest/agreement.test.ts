import { matches, type JsonObject, type JsonValue } from '@narratoria/protocol'
import { ConfigSchema, SkillManifest, type ConfigField } from '@narratoria/protocol/skill'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseDocument } from 'yaml'
import { parseConfigSchema } from '../../src/config/config-schema.ts'
import { valueFault } from '../../src/config/check-value.ts'
import { readPlain } from '../../src/manifest/front-matter.ts'
import { checkManifest } from '../../src/manifest/manifest-fields.ts'
import { Ajv } from 'ajv'
import { fuzz } from '../../../protocol/test/fuzz.ts'

// The hand-written checks and parser exist for speed. These tests compare them with the libraries that they replace.

const words = fc.oneof(
  fc.string({ unit: fc.constantFrom(...Array.from('ab01 :#-,.\'"{}[]&*!|>%@`~\\=?\t/éß…')) }),
  fc.constantFrom(
    'true',
    'null',
    '~',
    '12',
    'a: b',
    'a #b',
    'a:',
    '- a',
    '...',
    'x  ',
    'What it does, and when (always).',
    "'in quotes: # too'",
    "'it''s'",
    '"in quotes: # too"',
    '"a\\\\n"',
    "'a' b",
    '"a" # b',
    "''",
  ),
)
const line = fc.tuple(
  fc.constantFrom('name', 'description', 'license', 'allowed-tools'),
  fc.constantFrom(':', ': ', ':  '),
  words,
)

test('FR-030: plain front matter is read as the YAML parser reads it', () => {
  let plain = 0
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 3 }), (parts) => {
      const lines = parts.map((part) => part.join(''))
      const fields = readPlain(lines)
      if (!fields) return
      plain += 1
      const document = parseDocument(lines.join('\n'), { schema: 'failsafe' })
      expect(document.errors).toEqual([])
      expect(fields).toEqual(document.toJS())
    }),
    fuzz,
  )
  expect(plain).toBeGreaterThan(fuzz.numRuns / 60)
})

const anything: fc.Arbitrary<JsonValue> = fc.oneof(
  fc.constantFrom<JsonValue>(null, true, false, 0, 1, -1, 1.5, 50, 101, '', 'text', '1.0.0', 'A_VAR', 'no-var', [], {}),
  fc.constantFrom<JsonValue>(['a'], [1], { maxRetries: 3 }, { maxRetries: 11 }, { backoffMs: -1 }, { backoffMs: 5 }),
)
const optional =
  'displayName author license homepage prompt configSchema capabilities dependencies priority retryPolicy env'
const manifests = fc
  .tuple(
    fc.record({ name: fc.constant('fine'), version: fc.constant('1.0.0'), description: fc.constant('Does it.') }),
    fc.dictionary(fc.constantFrom(...optional.split(' '), 'version', 'description', 'name'), anything, { maxKeys: 2 }),
  )
  .map(([required, rest]) => ({ ...required, ...rest }))

test('FR-031: the hand-written check of a manifest agrees with its schema', () => {
  const seen = { valid: 0, invalid: 0 }
  fc.assert(
    fc.property(manifests, (manifest: JsonObject) => {
      const faults: string[] = []
      const fields = checkManifest(manifest, (code, message) => faults.push(`${code} ${message}`))
      // Here a name is any string. It is checked later, with the name of the folder.
      const named = typeof manifest.name === 'string' ? { ...manifest, name: 'fine' } : manifest
      const isValid = matches(SkillManifest, named)
      expect([faults, faults.length === 0]).toEqual([faults, isValid])
      expect(!fields || matches(SkillManifest, { ...fields, name: 'fine' })).toBe(true)
      seen[isValid ? 'valid' : 'invalid'] += 1
    }),
    fuzz,
  )
  expect(Math.min(seen.valid, seen.invalid)).toBeGreaterThan(fuzz.numRuns / 60)
})

const rules = fc.record(
  {
    type: fc.constantFrom<JsonValue>('string', 'number', 'integer', 'boolean', 'array', 'object', 7),
    title: fc.constantFrom<JsonValue>('T', 5),
    'x-sensitive': fc.constantFrom<JsonValue>(true, 'yes'),
    default: anything,
    enum: fc.constantFrom<JsonValue>(['a', 'b'], [], [1], 'a'),
    minLength: fc.constantFrom<JsonValue>(0, 2, -1, 'x'),
    maxLength: fc.constantFrom<JsonValue>(3, 1.5),
    minimum: fc.constantFrom<JsonValue>(0, 'x'),
    maximum: fc.constantFrom<JsonValue>(10, null),
    items: fc.constantFrom<JsonValue>({ type: 'string' }, { type: 'number' }, true),
    minItems: fc.constantFrom<JsonValue>(1, 'x'),
    maxItems: fc.constantFrom<JsonValue>(2, -2),
    pattern: fc.constantFrom<JsonValue>('^t', 7),
  },
  { requiredKeys: [] },
)

test('FR-038: the hand-written check of a config schema agrees with its meta-schema', () => {
  let valid = 0
  const check = (field: JsonObject, required?: JsonValue) => {
    const schema: JsonObject = {
      type: 'object',
      properties: { field },
      ...(required === undefined ? {} : { required }),
    }
    const isValid = 'schema' in parseConfigSchema(schema)
    // The check is stricter: the default of an integer must be an integer.
    const isStricter = field.type === 'integer' && typeof field.default === 'number' && !Number.isInteger(field.default)
    expect([schema, isValid]).toEqual([schema, matches(ConfigSchema, schema) && !isStricter])
    if (isValid) valid += 1
  }
  fc.assert(
    fc.property(rules, fc.option(fc.constantFrom<JsonValue>([], ['field'], [1], 'x'), { nil: undefined }), check),
    fuzz,
  )
  for (const type of ['string', 'number', 'integer', 'boolean', 'array'])
    fc.assert(
      fc.property(
        fc.record({ default: anything, items: fc.constant({ type: 'string' }) }, { requiredKeys: ['items'] }),
        (rest) => check({ type, ...rest }),
      ),
    )
  expect(valid).toBeGreaterThan(fuzz.numRuns / 100)
})

const fields: fc.Arbitrary<object> = fc.oneof(
  fc.record(
    {
      type: fc.constant('string'),
      minLength: fc.nat(3),
      maxLength: fc.nat(6),
      pattern: fc.constantFrom('^a', '\\p{L}', '.'),
      enum: fc.constant<JsonValue>(['a', 'ab', '😀']),
    },
    { requiredKeys: ['type'] },
  ),
  fc.record(
    {
      type: fc.constantFrom('number', 'integer'),
      minimum: fc.integer({ min: -3, max: 3 }),
      maximum: fc.integer({ min: -3, max: 3 }),
    },
    { requiredKeys: ['type'] },
  ),
  fc.constant({ type: 'boolean' }),
  fc.record(
    { type: fc.constant('array'), items: fc.constant({ type: 'string' }), minItems: fc.nat(2), maxItems: fc.nat(3) },
    { requiredKeys: ['type', 'items'] },
  ),
)
const values: fc.Arbitrary<JsonValue> = fc.oneof(
  fc.constantFrom<JsonValue>(
    null,
    true,
    {},
    [],
    ['a'],
    ['a', 'b', 'c', 'd'],
    [1],
    '',
    'a',
    'ab',
    '😀',
    '😀😀😀',
    'abcdefgh',
    2.5,
  ),
  fc.integer({ min: -5, max: 5 }),
)

test('FR-043: the check of a setting agrees with a JSON Schema validator', () => {
  const ajv = new Ajv()
  const seen = { valid: 0, invalid: 0 }
  fc.assert(
    fc.property(fields, values, (field, value) => {
      const isValid = ajv.compile(field)(value)
      seen[isValid ? 'valid' : 'invalid'] += 1
      const fault = valueFault(field as ConfigField, value)
      expect([field, value, fault, fault === undefined]).toEqual([field, value, fault, isValid])
    }),
    fuzz,
  )
  expect(Math.min(seen.valid, seen.invalid)).toBeGreaterThan(fuzz.numRuns / 60)
})
