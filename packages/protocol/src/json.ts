import Type from 'typebox'

/** Any JSON value. */
export type JsonValue = null | boolean | number | string | JsonValue[] | JsonObject

/** A JSON object. Keys such as `__proto__` are plain data. */
export interface JsonObject {
  [key: string]: JsonValue
}

/** Schema of an arbitrary JSON object. */
export const AnyObject = Type.Unsafe<JsonObject>({ type: 'object' })

/** Schema of an arbitrary JSON value. */
export const AnyValue = Type.Unsafe<JsonValue>({})

/** Whether `value` is an object, not an array, `null` or a scalar. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
