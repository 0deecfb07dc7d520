import { isJsonObject, type JsonObject, type JsonValue } from '@narratoria/protocol'

/**
 * Returns whether two values have the same JSON text, the order of keys included. What both share is not read, so that states are
 * compared in a time that depends on their differences.
 */
export function sameJson(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (a === b) return true
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((item, at) => sameJson(item, b[at]))
  if (!isJsonObject(a) || !isJsonObject(b)) return false
  const [keys, others] = [Object.keys(a), Object.keys(b)]
  return keys.length === others.length && keys.every((key, at) => key === others[at] && sameJson(a[key], b[key]))
}

/**
 * Makes a JSON value and everything in it read-only. A part that is read-only already is taken to be so completely, because
 * states share most of their parts with the states before them.
 */
export function readOnly<T extends JsonValue>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  for (const inner of Object.values(value as JsonObject)) readOnly(inner)
  return Object.freeze(value)
}
