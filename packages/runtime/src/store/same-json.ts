import { isJsonObject, type JsonObject, type JsonValue } from '@narratoria/protocol'
import { type Steps, atOnce } from './in-slices.ts'

/**
 * Returns whether two values have the same JSON text, the order of keys included. What both share is not read, so that states are
 * compared in a time that depends on their differences.
 */
export function sameJson(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  return a === b || atOnce(sameJsonInSteps(a, b))
}

/** Like {@link sameJson}, in steps. */
export function* sameJsonInSteps(a: JsonValue | undefined, b: JsonValue | undefined): Steps<boolean> {
  if (a === b) return true
  if (Array.isArray(a) ? !Array.isArray(b) : !isJsonObject(a) || !isJsonObject(b)) return false
  const [these, others] = [a as JsonObject, b as JsonObject]
  const [keys, otherKeys] = [Object.keys(these), Object.keys(others)]
  if (keys.length !== otherKeys.length) return false
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at]!
    if (key !== otherKeys[at]) return false
    const [inner, other] = [these[key], others[key]]
    if (inner !== other && !(yield* sameJsonInSteps(inner, other))) return false
    if ((at + 1) % stepMembers === 0) yield
  }
  return true
}

/**
 * Makes a JSON value and everything in it read-only. A part that is read-only already is taken to be so completely, because
 * states share most of their parts with the states before them.
 */
export function readOnly<T extends JsonValue>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  for (const inner of Object.values(value as JsonObject)) readOnly(inner)
  return Object.freeze(value)
}

/** How many members one step visits. */
export const stepMembers = 2_000

/** Like {@link readOnly}, in steps. Until it has ended, the value must not be used. */
export function* readOnlyInSteps<T extends JsonValue>(value: T): Steps<T> {
  const open: JsonValue[] = [value]
  for (let count = 1; open.length > 0;) {
    const next = open.pop()!
    if (typeof next !== 'object' || next === null || Object.isFrozen(next)) continue
    for (const key of Object.keys(next)) {
      const inner = (next as JsonObject)[key]!
      if (typeof inner === 'object' && inner !== null) open.push(inner)
      if (count++ % stepMembers === 0) yield
    }
    Object.freeze(next)
  }
  return value
}

/** Copies a JSON value in steps, with `0` for `-0`, as it is stored. The copy is not read-only. */
export function* copyInSteps<T extends JsonValue>(value: T): Steps<T> {
  const root: JsonObject = {}
  const open: [from: JsonValue, to: JsonObject | JsonValue[]][] = [[{ value }, root]]
  for (let count = 1; open.length > 0;) {
    const [from, to] = open.pop()!
    for (const key of Object.keys(from as JsonObject)) {
      const inner = (from as JsonObject)[key]!
      const isScalar = typeof inner !== 'object' || inner === null
      const copy = inner === 0 ? 0 : isScalar ? inner : Array.isArray(inner) ? [] : {}
      setMember(to, key, copy)
      if (!isScalar) open.push([inner, copy as JsonObject])
      if (count++ % stepMembers === 0) yield
    }
  }
  return root.value as T
}

/** Copies a JSON value in the same way at once. */
export function copyJson<T extends JsonValue>(value: T): T {
  return atOnce(copyInSteps(value))
}

/** Sets a member of any name. An assignment to `__proto__` would set the prototype. */
export function setMember(target: JsonObject | JsonValue[], key: string, value: JsonValue): void {
  if (key !== '__proto__') (target as JsonObject)[key] = value
  else Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true })
}
