import { mergePatch, type JsonObject } from '@narratoria/protocol'
import { produce, setAutoFreeze } from 'immer'
import { create } from 'mutative'
import type { BenchCase, Contender } from '../bench-case.ts'
import { versionOf } from '../package-version.ts'

/** The number of entries in each object of the state. */
const width = 10

/** A state with `keys` nested keys: a tree of objects with ten entries each. */
function createState(keys: number): JsonObject {
  const levels = Math.max(1, Math.round(Math.log10(keys)))
  const build = (level: number, count: number): JsonObject =>
    Object.fromEntries(
      Array.from({ length: count }, (_, at) => [`k${at}`, level === 1 ? at : build(level - 1, width)] as const),
    )
  return build(levels, Math.ceil(keys / width ** (levels - 1)))
}

/** Patches of five keys each, spread over the state. */
function createPatches(count: number, state: JsonObject): JsonObject[] {
  return Array.from({ length: count }, (_, at) => {
    let position = at * 7_919
    const build = (target: JsonObject): JsonObject => {
      const keys = Object.keys(target)
      const key = keys[position % keys.length]!
      position = Math.floor(position / keys.length)
      const inner = target[key]
      if (typeof inner === 'object' && inner !== null && !Array.isArray(inner)) return { [key]: build(inner) }
      return Object.fromEntries(keys.slice(0, 4).map((name) => [name, at]))
    }
    return { ...build(state), last: at }
  })
}

function mergeInPlace(target: JsonObject, patch: JsonObject): void {
  for (const key of Object.keys(patch)) {
    const value = patch[key]!
    if (value === null) delete target[key]
    else if (typeof value === 'object' && !Array.isArray(value)) {
      const inner = target[key]
      if (typeof inner === 'object' && inner !== null && !Array.isArray(inner)) mergeInPlace(inner, value)
      else mergeInPlace((target[key] = {}), value)
    } else target[key] = value
  }
}

function caseOf(keys: number, parts: { count: number; bar: number }): BenchCase {
  const { count, bar } = parts
  const patches = createPatches(count, createState(keys))
  const fold =
    (merge: (state: JsonObject, patch: JsonObject) => JsonObject): Contender['run'] =>
    () => {
      let state = createState(keys)
      const startedAt = performance.now()
      for (const patch of patches) state = merge(state, patch)
      const tookMs = performance.now() - startedAt
      if (state.last !== count - 1) throw new Error('the last patch is missing')
      return tookMs
    }
  setAutoFreeze(false)
  return {
    name: `${count.toLocaleString('en')} patches of 5 keys, a state of ${keys.toLocaleString('en')} nested keys`,
    rounds: 15,
    reference: {
      name: 'a merge in place, without checks',
      run: fold((state, patch) => {
        mergeInPlace(state, patch)
        return state
      }),
    },
    contenders: [
      { name: 'mergePatch, immutable', bar, run: fold((state, patch) => mergePatch(state, patch)) },
      {
        name: 'immer',
        version: versionOf('immer'),
        run: fold((state, patch) => produce(state, (draft: JsonObject) => mergeInPlace(draft, patch))),
      },
      {
        name: 'mutative',
        version: versionOf('mutative'),
        run: fold(
          (state, patch) => create(state as object, (draft) => mergeInPlace(draft as JsonObject, patch)) as JsonObject,
        ),
      },
    ],
  }
}

export function cases(): BenchCase[] {
  return [
    caseOf(12, { count: 20_000, bar: 2.5 }),
    caseOf(1_000, { count: 20_000, bar: 2.5 }),
    caseOf(100_000, { count: 20_000, bar: 5 }),
  ]
}
