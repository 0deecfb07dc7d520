import Type from 'typebox'
import type { JsonObject, JsonValue } from './json-value.ts'

export { isJsonObject, type JsonObject, type JsonValue } from './json-value.ts'

/** Schema of an arbitrary JSON object. */
export const AnyObject = Type.Unsafe<JsonObject>({ type: 'object' })

/** Schema of an arbitrary JSON value. */
export const AnyValue = Type.Unsafe<JsonValue>({})

/**
 * Returns the JSON Pointer of the first number that JSON cannot hold (infinite or not a number); undefined if there is none.
 * `JSON.parse` reads `1e400` as `Infinity`, and `JSON.stringify` writes that as `null`.
 */
export function findInfinite(value: unknown, pointer = ''): string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : pointer
  if (typeof value !== 'object' || value === null) return undefined
  for (const key in value) {
    const entry: unknown = (value as Record<string, unknown>)[key]
    if (typeof entry !== 'number' && typeof entry !== 'object') continue
    const found = findInfinite(entry, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`)
    if (found !== undefined) return found
  }
  return undefined
}

/** Replaces each `-0` in `value`, in place, by `0`, which is how `JSON.stringify` writes it: a value is then the same before and after. */
export function clearNegativeZeros(value: object): void {
  for (const key in value) {
    const entry: unknown = (value as Record<string, unknown>)[key]
    if (entry === 0) {
      if (Object.is(entry, -0)) Object.defineProperty(value, key, { value: 0 })
    } else if (typeof entry === 'object' && entry !== null) clearNegativeZeros(entry)
  }
}
