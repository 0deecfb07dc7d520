import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type JsonObject, type JsonValue, mergePatch, mergePatches } from '../../src/index.ts'
import { jsonObject, jsonValue } from '../arbitraries.ts'
import { fuzz } from '../fuzz.ts'

/** RFC 7396 §2 on maps, so that no key has a meaning in JavaScript. */
function reference(target: JsonValue | undefined, patch: JsonValue): JsonValue {
  if (!isObject(patch)) return patch
  const result = new Map(isObject(target) ? Object.entries(target) : [])
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) result.delete(name)
    else result.set(name, reference(result.get(name), value))
  }
  return Object.fromEntries(result)
}

const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A value as text with sorted keys, because JSON objects are unordered. */
const canonical = (value: JsonValue): string =>
  JSON.stringify(value, (_, entry: JsonValue) =>
    isObject(entry) ? { sorted: Object.entries(entry).toSorted(([a], [b]) => (a < b ? -1 : 1)) } : entry,
  )

describe('mergePatch with random values', () => {
  it('implements RFC 7396, changes no argument and pollutes no prototype', () => {
    fc.assert(
      fc.property(jsonValue, jsonValue, (target, patch) => {
        const before = JSON.stringify([target, patch])
        const merged = mergePatch(target, patch)
        expect(canonical(merged)).toBe(canonical(reference(target, patch)))
        expect(JSON.stringify([target, patch])).toBe(before)
        expect(Object.keys(Object.prototype)).toEqual([])
      }),
      fuzz,
    )
  })

  it('is idempotent, and an empty patch changes nothing', () => {
    fc.assert(
      fc.property(jsonObject, jsonObject, (target, patch) => {
        const once = mergePatch(target, patch)
        expect(canonical(mergePatch(once, patch))).toBe(canonical(once))
        expect(canonical(mergePatch(target, {}))).toBe(canonical(target))
      }),
      fuzz,
    )
  })

  it('merges many patches like one after the other', () => {
    fc.assert(
      fc.property(jsonObject, fc.array(jsonObject, { maxLength: 5 }), (target, patches) => {
        const before = JSON.stringify([target, patches])
        const merged = mergePatches(target, patches)
        expect(canonical(merged)).toBe(canonical(patches.reduce<JsonValue>(reference, target)))
        expect(JSON.stringify([target, patches])).toBe(before)
      }),
      fuzz,
    )
  })
})
