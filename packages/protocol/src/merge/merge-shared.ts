import type { JsonObject } from '../json-value.ts'
import { mergePatches } from './merge-patch.ts'

/** The last result of a target, as long as another object refers to it. */
interface Merged {
  patches: readonly JsonObject[]
  result: WeakRef<JsonObject>
}

const merged = new WeakMap<JsonObject, Merged>()

/**
 * Applies merge patches in order, like `mergePatches`. The parts of a host that apply the same patches to the same target get the same
 * object, so that an object of many keys is copied once and not by each of them. The target, the patches and the result must not be changed.
 */
export function mergeShared(target: JsonObject, patches: readonly JsonObject[]): JsonObject {
  if (patches.length === 0) return target
  const known = merged.get(target)
  const shared = known && isSame(known.patches, patches) ? known.result.deref() : undefined
  if (shared) return shared
  const result = mergePatches(target, patches)
  merged.set(target, { patches: [...patches], result: new WeakRef(result) })
  return result
}

function isSame(one: readonly JsonObject[], other: readonly JsonObject[]): boolean {
  return one.length === other.length && one.every((patch, at) => patch === other[at])
}
