import type { JsonObject } from '@narratoria/protocol'
import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec'
import type { Static, TSchema } from 'typebox'

/**
 * How a tool declares its input: a TypeBox schema, a JSON Schema literal, or any Standard Schema (Zod, Valibot,
 * ArkType …).
 */
export type InputSchema = StandardSchemaV1 | TSchema

/** The type of the input for a schema. Defaults to any JSON object. */
export type InputOf<Schema> =
  Schema extends StandardSchemaV1<infer _, infer Output> ? Output : Schema extends TSchema ? Static<Schema> : JsonObject

/** Whether `schema` is a Standard Schema. TypeBox schemas are JSON Schemas. */
export function isStandardSchema(schema: InputSchema): schema is StandardSchemaV1 {
  return '~standard' in schema
}

/** Returns the JSON Schema for `inputSchema` in a skill's manifest; undefined if the schema's library does not provide it. */
export function toJsonSchema(schema: InputSchema | undefined): JsonObject | undefined {
  if (schema === undefined) return { type: 'object' }
  if (!isStandardSchema(schema)) return JSON.parse(JSON.stringify(schema)) as JsonObject
  const standard = schema['~standard'] as Partial<StandardJSONSchemaV1['~standard']>
  if (standard.jsonSchema) return standard.jsonSchema.input({ target: 'draft-2020-12' }) as JsonObject
  const { toJSONSchema, toJsonSchema } = schema as { toJSONSchema?: () => unknown; toJsonSchema?: () => unknown }
  return (toJSONSchema?.call(schema) ?? toJsonSchema?.call(schema)) as JsonObject | undefined
}
