import { isJsonObject, type JsonObject, type JsonValue } from '@narratoria/protocol'
import { isDeepStrictEqual } from 'node:util'

/** Tells whether two schemas certainly have no value in common; when in doubt, no. */
export function disjoint(a: JsonValue, b: JsonValue): boolean {
  if (!isJsonObject(a) || !isJsonObject(b)) return false
  const [types, others] = [typesOf(a), typesOf(b)]
  if (types && others && !types.some((type) => others.some((other) => overlaps(type, other)))) return true
  const [values, otherValues] = [valuesOf(a), valuesOf(b)]
  if (values && otherValues)
    return !values.some((value) => otherValues.some((other) => isDeepStrictEqual(value, other)))
  return requiredBoth(a, b).some((key) => disjoint(property(a, key), property(b, key)))
}

function overlaps(a: string, b: string): boolean {
  return a === b || (a === 'integer' && b === 'number') || (a === 'number' && b === 'integer')
}

function typesOf(schema: JsonObject): string[] | undefined {
  const values = valuesOf(schema)
  if (values) return values.map(typeOf)
  const types = Array.isArray(schema.type) ? schema.type : [schema.type]
  return types.every((type) => typeof type === 'string') ? types : undefined
}

function typeOf(value: JsonValue): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

function valuesOf(schema: JsonObject): JsonValue[] | undefined {
  if (schema.const !== undefined) return [schema.const]
  return Array.isArray(schema.enum) ? schema.enum : undefined
}

function requiredBoth(a: JsonObject, b: JsonObject): string[] {
  const [first, second] = [a.required, b.required]
  if (a.type !== 'object' || b.type !== 'object' || !Array.isArray(first) || !Array.isArray(second)) return []
  return first.filter((key): key is string => typeof key === 'string' && second.includes(key))
}

function property({ properties }: JsonObject, key: string): JsonValue {
  return isJsonObject(properties) && Object.hasOwn(properties, key) ? (properties[key] ?? null) : null
}
