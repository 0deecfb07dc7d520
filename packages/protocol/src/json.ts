import Type from 'typebox'

/** Any value that JSON can hold. */
export type JsonValue = null | boolean | number | string | JsonValue[] | JsonObject

/** A JSON object; keys such as `__proto__` are plain data. */
export interface JsonObject {
  [key: string]: JsonValue
}

/** Schema of an arbitrary JSON object. */
export const AnyObject = Type.Unsafe<JsonObject>({ type: 'object' })

/** Schema of an arbitrary JSON value. */
export const AnyValue = Type.Unsafe<JsonValue>({})

/** Tells a JSON object from arrays, `null` and scalars. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
