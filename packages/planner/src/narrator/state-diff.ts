import { isJsonObject, type JsonObject } from '@narratoria/protocol'
import { isDeepStrictEqual } from 'node:util'

/**
 * The merge patch that turns one state into another; `undefined` if they are equal. What both share is not read, so that the time
 * depends on their differences.
 */
export function stateDiff(from: JsonObject, to: JsonObject): JsonObject | undefined {
  if (from === to) return undefined
  const patch = new Map<string, JsonObject[string]>()
  for (const key of Object.keys(from)) if (!Object.hasOwn(to, key)) patch.set(key, null)
  for (const key of Object.keys(to)) {
    const value = to[key]!
    const before = Object.hasOwn(from, key) ? from[key] : undefined
    if (before === value) continue
    if (isJsonObject(value) && isJsonObject(before)) {
      const inner = stateDiff(before, value)
      if (inner) patch.set(key, inner)
    } else if (!isDeepStrictEqual(before, value)) patch.set(key, value)
  }
  return patch.size === 0 ? undefined : Object.fromEntries(patch)
}
