// This module imports nothing, so that a page can merge patches without loading a schema.

/** Any JSON value. */
export type JsonValue = null | boolean | number | string | JsonValue[] | JsonObject

/** A JSON object. Keys such as `__proto__` are plain data. */
export interface JsonObject {
  [key: string]: JsonValue
}

/** Whether `value` is an object, not an array, `null` or a scalar. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
