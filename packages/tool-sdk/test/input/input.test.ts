import { Ajv2020 } from 'ajv/dist/2020.js'
import type { JsonObject, JsonValue } from '@narratoria/protocol'
import Type from 'typebox'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { isPlainSchema, listPlainIssues } from '../../src/input/plain-schema.ts'
import { defineTool, type InputSchema } from '../../src/index.ts'
import { testTool } from '../../src/testing/index.ts'
import { compareWithValidator } from './compare-with-validator.ts'

const echo = (input: InputSchema | undefined) =>
  defineTool({ name: 'echo', input, run: (value, { patch }) => patch({ got: value as JsonValue }) })

const schemas: [string, InputSchema][] = [
  ['TypeBox', Type.Object({ name: Type.String({ minLength: 1 }), times: Type.Optional(Type.Integer({ minimum: 1 })) })],
  [
    'a JSON Schema literal',
    {
      type: 'object',
      properties: { name: { type: 'string', minLength: 1 }, times: { type: 'integer', minimum: 1 } },
      required: ['name'],
    },
  ],
  ['Zod', z.object({ name: z.string().min(1), times: z.int().min(1).optional() })],
  [
    'Valibot',
    v.object({
      name: v.pipe(v.string(), v.minLength(1)),
      times: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
    }),
  ],
  [
    'a JSON Schema beyond the plain keywords',
    {
      allOf: [
        { type: 'object', properties: { name: { type: 'string', minLength: 1 } }, required: ['name'] },
        { properties: { times: { type: 'integer', minimum: 1, multipleOf: 1 } } },
      ],
    },
  ],
]

describe.each(schemas)('an input declared by %s', (_, schema) => {
  it('reaches run when it matches', async () => {
    const { ok, output } = await testTool(echo(schema), { name: 'Bo', times: 2 })
    expect({ ok, output }).toEqual({ ok: true, output: { got: { name: 'Bo', times: 2 } } })
  })

  it.each<[string, JsonObject, string]>([
    ['a missing field', {}, 'name'],
    ['a wrong type', { name: 7 }, 'name'],
    ['an empty text', { name: '' }, 'name'],
    ['a bad optional field', { name: 'Bo', times: 0 }, 'times'],
  ])('fails with invalid_input for %s, naming it', async (_, input, field) => {
    const { ok, errors, output } = await testTool(echo(schema), input)
    expect({ ok, output }).toEqual({ ok: false, output: {} })
    expect(errors).toMatchObject([{ errorCode: 'invalid_input', details: { retryable: false } }])
    expect(JSON.stringify(errors[0]!.details)).toContain(field)
  })
})

describe('a Standard Schema', () => {
  it('hands run what it made of the input', async () => {
    const tool = echo(z.object({ name: z.string().trim(), loud: z.boolean().default(true) }))
    expect((await testTool(tool, { name: ' Bo ' })).output).toEqual({ got: { name: 'Bo', loud: true } })
  })

  it('may check asynchronously', async () => {
    const tool = echo(z.object({ name: z.string().refine(async (name) => name !== 'Al') }))
    expect((await testTool(tool, { name: 'Bo' })).ok).toBe(true)
    expect((await testTool(tool, { name: 'Al' })).errors[0]?.errorCode).toBe('invalid_input')
  })
})

describe('inputJsonSchema', () => {
  it.each(schemas.filter(([name]) => name !== 'Valibot'))('of %s accepts and refuses as the tool does', (_, schema) => {
    const jsonSchema = echo(schema).inputJsonSchema!
    const validate = new Ajv2020({ strict: false }).compile(jsonSchema)
    expect(JSON.parse(JSON.stringify(jsonSchema))).toEqual(jsonSchema)
    expect([validate({ name: 'Bo' }), validate({ name: '' }), validate({ times: 1 })]).toEqual([true, false, false])
  })

  it('is any object without a schema, and undefined if the library provides none', () => {
    expect(echo(undefined).inputJsonSchema).toEqual({ type: 'object' })
    expect(echo(v.object({ name: v.string() })).inputJsonSchema).toBeUndefined()
  })
})

describe('the check of plain schemas', () => {
  it('agrees with an independent validator', () => compareWithValidator(200))

  it.each<JsonObject>([
    { $ref: '#/x' },
    { anyOf: [] },
    { properties: { a: { format: 'uri' } } },
    { items: [{}] },
    { additionalProperties: { not: {} } },
    { enum: [{}] },
    { const: [] },
    { constructor: 1 },
  ])('leaves %j to the validator', (schema) => expect(isPlainSchema(schema)).toBe(false))

  it('names the place as a JSON Pointer', () => {
    const schema = { properties: { 'a/b': { items: { type: 'string' } } } }
    expect(listPlainIssues(schema, { 'a/b': ['x', 1] })).toEqual([{ path: '/a~1b/1', message: 'must be string' }])
  })
})
