import { isJsonObject, type JsonObject, type JsonValue, mergePatch } from '@narratoria/protocol'
import { type Steps, atOnce } from './in-slices.ts'
import {
  copyInSteps,
  copyJson,
  readOnly,
  readOnlyInSteps,
  sameJson,
  sameJsonInSteps,
  stepMembers,
} from './same-json.ts'

/** The change from one state to the next: a merge patch, or the whole state if no patch gives the same bytes. */
export type StateChange = { patch: JsonObject } | { value: JsonObject }

/** Returns the change from `from` to `to`. {@link applyChange} gives the same bytes, including the order of keys. */
export function describeChange(from: JsonObject, to: JsonObject): StateChange {
  if (from === to) return { patch: {} }
  const patch = atOnce(diff(from, to))
  return sameJson(mergePatch(from, patch), to) ? { patch } : { value: to }
}

/**
 * Like {@link describeChange}, in steps, and with the state after the change: it is read-only, and shares nothing with `to` and
 * everything else with `from`, which is read-only.
 */
export function* changeInSteps(from: JsonObject, to: JsonObject): Steps<{ change: StateChange; state: JsonObject }> {
  if (from === to) return { change: { patch: {} }, state: from }
  const patch = yield* copyInSteps(yield* diff(from, to))
  // Copies the objects on the patched paths at once.
  const state = mergePatch(from, patch)
  yield
  if (yield* sameJsonInSteps(state, to)) return { change: { patch }, state: yield* readOnlyInSteps(state) }
  const value = yield* readOnlyInSteps(yield* copyInSteps(to))
  return { change: { value }, state: value }
}

/** Applies a change to `from`. */
export function applyChange(from: JsonObject, change: StateChange): JsonObject {
  return 'patch' in change ? mergePatch(from, change.patch) : change.value
}

/** The state after a change, read-only: it shares nothing with the change, and everything else with the state before it. */
export function ownState(from: JsonObject, change: StateChange): JsonObject {
  return readOnly(
    applyChange(from, 'patch' in change ? { patch: copyJson(change.patch) } : { value: copyJson(change.value) }),
  )
}

/**
 * Like `mergePatch`, but changes the target in place, so that hundreds of patches to a
 * large state do not copy it hundreds of times. The target may share parts of `patch`.
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

/** Sets a key of any name. An assignment to `__proto__` would set the prototype. */
const plain = { writable: true, enumerable: true, configurable: true }

function* diff(from: JsonObject, to: JsonObject): Steps<JsonObject> {
  const patch: [string, JsonValue][] = []
  let count = 0
  for (const key of Object.keys(from)) {
    if (!Object.hasOwn(to, key)) patch.push([key, null])
    if (++count % stepMembers === 0) yield
  }
  for (const key of Object.keys(to)) {
    if (++count % stepMembers === 0) yield
    const before = Object.hasOwn(from, key) ? from[key] : undefined
    const after = to[key]
    if (after === undefined || before === after) continue
    if (isJsonObject(before) && isJsonObject(after)) {
      const inner = yield* diff(before, after)
      if (Object.keys(inner).length > 0) patch.push([key, inner])
    } else if (!(yield* sameJsonInSteps(before, after))) {
      patch.push([key, after])
    }
  }
  // Unlike an assignment, this takes `__proto__` as a plain key.
  return Object.fromEntries(patch)
}
