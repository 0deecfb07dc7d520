import { isJsonObject, type JsonObject, type JsonValue } from '../json-value.ts'
import { mergeShared } from '../merge/merge-shared.ts'

/** The most keys that one object of a story's state has. A patch copies the objects that it changes, so this limits its cost. */
export const maxObjectKeys = 50_000

/** The patches of other tools, which are not in the state yet, and the number of their keys. */
export interface OtherPatches {
  keys: number
  /** Those patches in the order in which they are merged. */
  list: () => readonly JsonObject[]
  /** The same with the patches that are checked, each at its place. */
  listAll: () => readonly JsonObject[]
}

/**
 * Returns the JSON Pointer of the first object that `patches` would give more than {@link maxObjectKeys} keys, and more than it has
 * now; `undefined` if there is none. A wider object of the state may be changed and made narrower. Objects in arrays do not count,
 * because a patch replaces an array as a whole.
 */
export function findTooWide(
  state: JsonObject,
  patches: readonly JsonObject[],
  others?: OtherPatches,
): string | undefined {
  // Most patches add few keys to small objects: nothing needs to be merged.
  const most = widestAfter(state, patches, others?.keys ?? 0)
  if (most <= maxObjectKeys) return undefined
  const before = mergeShared(state, others?.list() ?? [])
  const after = others ? mergeShared(state, others.listAll()) : mergeShared(before, patches)
  for (const patch of patches)
    for (const { target, other, pointer } of changedObjects(after, patch, before)) {
      const width = widthOf(target)
      if (width > maxObjectKeys && width > widthOf(other)) return pointer
    }
  return undefined
}

/** Returns the number of keys in patches, those of their inner objects included. */
export function countKeys(patches: readonly JsonObject[]): number {
  let count = 0
  for (const patch of patches) for (const { changes } of changedObjects({}, patch)) count += widthOf(changes)
  return count
}

interface ChangedObject {
  target: JsonValue | undefined
  other: JsonValue | undefined
  changes: JsonObject
  pointer: string
}

/** Each object of a patch, with the values at the same place of `target` and `other`. Works for any depth. */
function* changedObjects(
  target: JsonValue | undefined,
  patch: JsonObject,
  other?: JsonValue,
): Generator<ChangedObject, undefined> {
  const open: ChangedObject[] = [{ target, other, changes: patch, pointer: '' }]
  for (let next = open.pop(); next; next = open.pop()) {
    yield next
    for (const key of Object.keys(next.changes)) {
      const changes = next.changes[key]
      if (!isJsonObject(changes)) continue
      const pointer = `${next.pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
      open.push({ target: memberOf(next.target, key), other: memberOf(next.other, key), changes, pointer })
    }
  }
}

/** The keys that patches add to an object, and the same of its members. */
interface Added {
  keys: Set<string>
  members: Map<string, Added>
}

/** The most keys that an object has after patches, of those that get new ones; `others` keys may be added to any of them. */
function widestAfter(state: JsonObject, patches: readonly JsonObject[], others: number): number {
  // One patch has each object once.
  const root = patches.length > 1 ? nothingAdded() : undefined
  let most = 0
  for (const patch of patches) {
    const open: { target: JsonValue | undefined; changes: JsonObject; added: Added | undefined }[] = [
      { target: state, changes: patch, added: root },
    ]
    for (let next = open.pop(); next; next = open.pop()) {
      const { target, changes, added } = next
      let count = 0
      for (const key of Object.keys(changes)) {
        const change = changes[key]
        if (change !== null && !hasMember(target, key)) {
          count += 1
          added?.keys.add(key)
        }
        if (isJsonObject(change))
          open.push({ target: memberOf(target, key), changes: change, added: added && memberAdded(added, key) })
      }
      const total = (added?.keys.size ?? count) + others
      if (total > 0) most = Math.max(most, widthOf(target) + total)
    }
  }
  return most
}

function nothingAdded(): Added {
  return { keys: new Set(), members: new Map() }
}

function memberAdded({ members }: Added, key: string): Added {
  let member = members.get(key)
  if (!member) members.set(key, (member = nothingAdded()))
  return member
}

function memberOf(value: JsonValue | undefined, key: string): JsonValue | undefined {
  return hasMember(value, key) ? value[key] : undefined
}

function hasMember(value: JsonValue | undefined, key: string): value is JsonObject {
  return isJsonObject(value) && Object.hasOwn(value, key)
}

function widthOf(value: JsonValue | undefined): number {
  return isJsonObject(value) ? Object.keys(value).length : 0
}
