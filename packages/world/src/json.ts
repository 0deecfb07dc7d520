// The root of the package builds schemas when it is loaded, which tools of a world do not need.
import { isJsonObject, type JsonObject, type JsonValue } from '@narratoria/protocol/light'

export function isDeepStrictEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((value, index) => isDeepStrictEqual(value, b[index]))
  if (!isJsonObject(a) || !isJsonObject(b)) return false
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every((key) => key in b && isDeepStrictEqual(a[key], b[key]))
}

/** Returns a copy of a JSON value that shares no object with it. */
export function cloneJson<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((each: unknown) => cloneJson(each)) as T
  const copy: Record<string, unknown> = {}
  for (const [key, each] of Object.entries(value)) if (each !== undefined) copy[key] = cloneJson(each)
  return copy as T
}

/** Returns the merge patch (RFC 7396) that makes `before` into `after`. */
export function patchBetween(before: JsonObject, after: JsonObject): JsonObject {
  const patch: JsonObject = {}
  for (const key of Object.keys(before)) if (after[key] === undefined) patch[key] = null
  for (const [key, value] of Object.entries(after)) {
    const old = before[key]
    if (value === undefined || isDeepStrictEqual(old, value)) continue
    patch[key] = isJsonObject(value) ? patchBetween(isJsonObject(old) ? old : {}, value) : (value as JsonValue)
  }
  return patch
}
