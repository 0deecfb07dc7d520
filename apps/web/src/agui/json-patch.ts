import { type JsonObject, type JsonValue, isJsonObject, mergePatch } from '@narratoria/protocol'

/** One operation of a JSON patch (RFC 6902). The others are not needed. */
export type JsonPatchOperation = { op: 'add'; path: string; value: JsonValue } | { op: 'remove'; path: string }

/**
 * Translates a merge patch to `state` into a JSON patch (RFC 6902) with the same effect, without operations on members or parents that do
 * not exist. Returns `undefined` if a path would contain `__proto__` or `constructor/prototype`, which JSON patch libraries refuse.
 */
export function toJsonPatch(state: JsonObject, patch: JsonObject): JsonPatchOperation[] | undefined {
  const operations: JsonPatchOperation[] = []
  const isSafe = addOperations(state, patch, [], operations)
  return isSafe ? operations : undefined
}

function addOperations(
  target: JsonObject,
  patch: JsonObject,
  parents: readonly string[],
  operations: JsonPatchOperation[],
): boolean {
  return Object.keys(patch).every((key) => {
    const change = patch[key]
    const current = Object.hasOwn(target, key) ? target[key] : undefined
    if (change === undefined || (change === null && current === undefined)) return true
    const keys = [...parents, key]
    if (isRefused(keys)) return false
    if (isJsonObject(change) && isJsonObject(current)) return addOperations(current, change, keys, operations)
    const path = pointerTo(keys)
    if (change === null) operations.push({ op: 'remove', path })
    // `add` replaces a member that exists. Merging removes the nulls of a new object.
    else operations.push({ op: 'add', path, value: mergePatch(undefined, change) })
    return true
  })
}

function isRefused(keys: readonly string[]): boolean {
  return keys.at(-1) === '__proto__' || (keys.at(-1) === 'prototype' && keys.at(-2) === 'constructor')
}

/** A JSON Pointer (RFC 6901). */
function pointerTo(keys: readonly string[]): string {
  return keys.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}
