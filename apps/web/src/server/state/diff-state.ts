import { isDeepStrictEqual } from 'node:util'
import { type JsonObject, type JsonValue, isJsonObject } from '@narratoria/protocol'
import type { StateChange } from '../../api/resources.ts'

/** Lists the keys in which `after` differs from `before`, in the order of the keys; arrays count as one value. */
export function diffState(before: JsonObject, after: JsonObject, path: string[] = []): StateChange[] {
  const keys = new Set([...Object.keys(after), ...Object.keys(before)])
  return [...keys].flatMap((key) => diffKey(valueOf(before, key), valueOf(after, key), [...path, key]))
}

function diffKey(before: JsonValue | undefined, after: JsonValue | undefined, path: string[]): StateChange[] {
  if (after === undefined) return [{ path, kind: 'removed', before }]
  if (isJsonObject(after) && isJsonObject(before)) return diffState(before, after, path)
  if (before === undefined)
    return isJsonObject(after) && Object.keys(after).length > 0 ? diffState({}, after, path) : [{ path, kind: 'added' }]
  return isDeepStrictEqual(before, after) ? [] : [{ path, kind: 'changed', before }]
}

function valueOf(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined
}

/** Whether a merge patch changes the value at `path`. */
export function touches(patch: JsonObject, path: readonly string[]): boolean {
  let value: JsonValue | undefined = patch
  for (const key of path) {
    if (!isJsonObject(value)) return true
    if (!Object.hasOwn(value, key)) return false
    value = value[key]
  }
  return true
}
