import { isJsonObject, type JsonObject, type JsonValue } from '@narratoria/protocol'

/** Keywords that servers refuse or ignore. They go into the description, and the answer is checked against the original. */
const bounds = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'pattern',
  'format',
  'minItems',
  'maxItems',
  'uniqueItems',
] as const
/** The deepest nesting of objects that every server accepts. A deeper object is requested as a string of JSON. */
const maxLevels = 10
/** Keywords that no strict form expresses. A value with one of them is requested as a string of JSON. */
const inexpressible = ['$ref', 'allOf', 'not', 'if', 'prefixItems', 'patternProperties', 'dependentSchemas']

/**
 * Rewrites a JSON Schema of an object so that every known server accepts it: objects are closed, every property is required and
 * an optional one may be null, alternatives are `anyOf`, constants are `enum`, and bounds are part of the description. What cannot
 * be expressed becomes a text that holds JSON. {@link fromStrict} turns an answer back.
 */
export function strictSchema(schema: JsonObject): JsonObject {
  return closedObject(schema, 1)
}

/** Turns an answer in the strict form of `schema` into a value for `schema`: removes the nulls of optional properties. */
export function fromStrict(schema: JsonObject, value: JsonValue): JsonValue {
  if (isText(schema) || (schema.type === 'object' && typeof value === 'string')) return parseText(value)
  const alternatives = alternativesOf(schema)
  if (alternatives) return fromStrict(alternatives.find((part) => isLike(part, value)) ?? {}, value)
  if (Array.isArray(value)) {
    const { items } = schema
    return isJsonObject(items) ? value.map((item) => fromStrict(items, item)) : value
  }
  return isJsonObject(value) && isJsonObject(schema.properties) ? fromObject(schema, schema.properties, value) : value
}

function fromObject(schema: JsonObject, properties: JsonObject, value: JsonObject): JsonObject {
  const required = requiredOf(schema)
  const entries = Object.entries(value)
    .filter(([name, part]) => part !== null || required.has(name))
    .map(([name, part]): [string, JsonValue] => {
      const property = Object.hasOwn(properties, name) ? properties[name] : undefined
      return [name, isJsonObject(property) ? fromStrict(property, part) : part]
    })
  return Object.fromEntries(entries)
}

function strict(schema: JsonObject, level: number): JsonObject {
  if (isText(schema) || (schema.type === 'object' && level > maxLevels))
    return { type: 'string', ...describe(schema, 'a JSON value as text') }
  const alternatives = alternativesOf(schema)
  if (alternatives) return { anyOf: alternatives.map((part) => strict(part, level)), ...describe(schema) }
  if (schema.const !== undefined) return enumOf([schema.const], schema)
  if (Array.isArray(schema.enum)) return enumOf(schema.enum, schema)
  if (schema.type === 'object') return closedObject(schema, level)
  if (schema.type === 'array')
    return { type: 'array', items: strict(schema.items as JsonObject, level), ...describe(schema) }
  return { type: schema.type as string, ...describe(schema) }
}

function closedObject(schema: JsonObject, level: number): JsonObject {
  const properties = isJsonObject(schema.properties) ? Object.entries(schema.properties) : []
  const required = requiredOf(schema)
  return {
    type: 'object',
    additionalProperties: false,
    required: properties.map(([name]) => name),
    properties: Object.fromEntries(
      properties.map(([name, property]) => {
        const part = strict(isJsonObject(property) ? property : {}, level + 1)
        return [name, required.has(name) ? part : nullable(part)]
      }),
    ),
    ...describe(schema),
  }
}

function nullable(schema: JsonObject): JsonObject {
  if (!Array.isArray(schema.anyOf)) return { anyOf: [schema, { type: 'null' }] }
  const hasNull = schema.anyOf.some((part) => isJsonObject(part) && part.type === 'null')
  return hasNull ? schema : { ...schema, anyOf: [...schema.anyOf, { type: 'null' }] }
}

function enumOf(values: JsonValue[], schema: JsonObject): JsonObject {
  const kinds = [...new Set(values.map(kindOf))]
  const parts = kinds.map((type) => ({
    type,
    ...(type !== 'null' && { enum: values.filter((value) => kindOf(value) === type) }),
  }))
  return { ...(parts.length === 1 ? parts[0] : { anyOf: parts }), ...describe(schema) }
}

function kindOf(value: JsonValue): string {
  return value === null ? 'null' : typeof value
}

/** The alternatives of a schema, which may be types in a list. */
function alternativesOf(schema: JsonObject): JsonObject[] | undefined {
  const parts = schema.anyOf ?? schema.oneOf
  if (Array.isArray(parts)) return parts.filter(isJsonObject)
  if (!Array.isArray(schema.type) || schema.enum !== undefined || schema.const !== undefined) return undefined
  return schema.type.map((type) => ({ ...schema, type }))
}

/** Whether a schema is asked for as a text that holds JSON. */
function isText(schema: JsonObject): boolean {
  if (inexpressible.some((name) => schema[name] !== undefined)) return true
  const parts = schema.anyOf ?? schema.oneOf
  if (parts !== undefined)
    return (
      !Array.isArray(parts) ||
      parts.length === 0 ||
      schema.properties !== undefined ||
      !parts.every((part) => isJsonObject(part) && !isText(part))
    )
  if (Array.isArray(schema.enum) || schema.const !== undefined) {
    const values = Array.isArray(schema.enum) ? schema.enum : [schema.const]
    return values.length === 0 || values.some((value) => typeof value === 'object' && value !== null)
  }
  if (schema.type === 'object') {
    const isOpen = schema.additionalProperties !== false && schema.additionalProperties !== undefined
    return isOpen || !isJsonObject(schema.properties)
  }
  if (schema.type === 'array') return !isJsonObject(schema.items)
  return schema.type === undefined
}

function parseText(value: JsonValue): JsonValue {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value) as JsonValue
  } catch {
    return value
  }
}

/** Whether a value may belong to an alternative. */
function isLike(schema: JsonObject, value: JsonValue): boolean {
  if (isText(schema)) return typeof value === 'string'
  const alternatives = alternativesOf(schema)
  if (alternatives) return alternatives.some((part) => isLike(part, value))
  if (Array.isArray(schema.enum)) return schema.enum.includes(value)
  if (schema.const !== undefined) return schema.const === value
  if (Array.isArray(value)) {
    const { items } = schema
    return schema.type === 'array' && (!isJsonObject(items) || value.every((item) => isLike(items, item)))
  }
  if (!isJsonObject(value))
    return schema.type === kindOf(value) || (schema.type === 'integer' && Number.isInteger(value))
  const properties = isJsonObject(schema.properties) ? schema.properties : {}
  return Object.entries(value).every(([name, part]) => {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined
    return isJsonObject(property) && (part === null || isLike(property, part))
  })
}

function requiredOf({ required }: JsonObject): Set<JsonValue> {
  return new Set(Array.isArray(required) ? required : [])
}

function describe(schema: JsonObject, kind?: string): { description?: string } {
  const limits = bounds
    .filter((name) => schema[name] !== undefined)
    .map((name) => `${name} ${JSON.stringify(schema[name])}`)
  const texts = [typeof schema.description === 'string' ? schema.description : '', kind ?? '', limits.join(', ')]
  const description = texts.filter((text) => text !== '').join('; ')
  return description === '' ? {} : { description }
}
