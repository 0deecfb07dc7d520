import { isJsonObject, type JsonObject, type JsonValue, mergePatch } from '@narratoria/protocol'

/** How a state came out of the one before it: by a merge patch, or anew where no patch leads there to the byte. */
export type StateChange = { patch: JsonObject } | { value: JsonObject }

/** Describes how `to` follows `from`, so that {@link applyChange} makes the same bytes again, key order included. */
export function describeChange(from: JsonObject, to: JsonObject): StateChange {
  if (from === to) return { patch: {} }
  const patch = diff(from, to)
  return JSON.stringify(mergePatch(from, patch)) === JSON.stringify(to) ? { patch } : { value: to }
}

/** The state that follows `from`. */
export function applyChange(from: JsonObject, change: StateChange): JsonObject {
  return 'patch' in change ? mergePatch(from, change.patch) : change.value
}

/**
 * The same as `mergePatch` for a target that no one else refers to: changes it in place, so that hundreds of patches to a
 * large state do not copy it hundreds of times. Takes parts of `patch` over.
 */
export function patchInPlace(target: JsonObject, patch: JsonObject): void {
  for (const key of Object.keys(patch)) {
    const change = patch[key]!
    if (change === null) {
      delete target[key]
    } else if (isJsonObject(change)) {
      const present = Object.hasOwn(target, key) ? target[key] : undefined
      const into = isJsonObject(present) ? present : {}
      if (into !== present) Object.defineProperty(target, key, { value: into, ...plain })
      patchInPlace(into, change)
    } else {
      Object.defineProperty(target, key, { value: change, ...plain })
    }
  }
}

/** How a key is set whatever its name; an assignment would take `__proto__` for something else. */
const plain = { writable: true, enumerable: true, configurable: true }

function diff(from: JsonObject, to: JsonObject): JsonObject {
  const patch: [string, JsonValue][] = []
  for (const key of Object.keys(from)) if (!Object.hasOwn(to, key)) patch.push([key, null])
  for (const key of Object.keys(to)) {
    const before = Object.hasOwn(from, key) ? from[key] : undefined
    const after = to[key]
    if (after === undefined || before === after) continue
    if (isJsonObject(before) && isJsonObject(after)) {
      const inner = diff(before, after)
      if (Object.keys(inner).length > 0) patch.push([key, inner])
    } else if (JSON.stringify(before) !== JSON.stringify(after)) {
      patch.push([key, after])
    }
  }
  // Unlike an assignment, this takes `__proto__` as a plain key.
  return Object.fromEntries(patch)
}
