import { isJsonObject, type JsonObject, type JsonValue } from '@narratoria/protocol'
import { isDeepStrictEqual } from 'node:util'

/** A budget of comparisons. A result is meaningless once `left` is negative. */
export interface Comparisons {
  left: number
}

/** Whether two schemas certainly have no value in common. False if that cannot be decided. */
export function disjoint(a: JsonValue, b: JsonValue, comparisons: Comparisons): boolean {
  if ((comparisons.left -= 1) < 0 || !isJsonObject(a) || !isJsonObject(b)) return false
  const [values, otherValues] = [valuesOf(a), valuesOf(b)]
  if ((comparisons.left -= (values?.length ?? 0) + (otherValues?.length ?? 0)) < 0) return false
  const [types, others] = [typesOf(a, values), typesOf(b, otherValues)]
  if (types && others && !types.some((type) => others.some((other) => overlaps(type, other)))) return true
  if (values && otherValues) return !shareAny(values, otherValues, comparisons)
  return requiredBoth(a, b, comparisons).some((key) => disjoint(property(a, key), property(b, key), comparisons))
}

function shareAny(these: readonly JsonValue[], those: readonly JsonValue[], comparisons: Comparisons): boolean {
  const plain = new Set(these)
  if (those.some((value) => plain.has(value))) return true
  const [objects, others] = [these.filter(isContainer), those.filter(isContainer)]
  if ((comparisons.left -= objects.length * others.length) < 0) return true
  return objects.some((a) => others.some((b) => isDeepStrictEqual(a, b)))
}

function isContainer(value: JsonValue): boolean {
  return typeof value === 'object' && value !== null
}

function overlaps(a: string, b: string): boolean {
  return a === b || (a === 'integer' && b === 'number') || (a === 'number' && b === 'integer')
}

function typesOf(schema: JsonObject, values: readonly JsonValue[] | undefined): string[] | undefined {
  const types = values ? values.map(typeOf) : Array.isArray(schema.type) ? schema.type : [schema.type]
  return types.every((type) => typeof type === 'string') ? [...new Set(types)] : undefined
}

function typeOf(value: JsonValue): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

function valuesOf(schema: JsonObject): JsonValue[] | undefined {
  if (schema.const !== undefined) return [schema.const]
  return Array.isArray(schema.enum) ? schema.enum : undefined
}

function requiredBoth(a: JsonObject, b: JsonObject, comparisons: Comparisons): string[] {
  const [first, second] = [a.required, b.required]
  if (a.type !== 'object' || b.type !== 'object' || !Array.isArray(first) || !Array.isArray(second)) return []
  comparisons.left -= first.length + second.length
  const others = new Set(second)
  return comparisons.left < 0
    ? []
    : [...new Set(first)].filter((key): key is string => typeof key === 'string' && others.has(key))
}

function property({ properties }: JsonObject, key: string): JsonValue {
  return isJsonObject(properties) && Object.hasOwn(properties, key) ? (properties[key] ?? null) : null
}
