import { expect, test } from 'vitest'
import { type JsonObject, mergePatches } from '../../src/index.ts'
import { findTooWide, maxObjectKeys, mergeShared } from '../../src/rules/index.ts'

const state = { rooms: { hall: { lit: false }, cave: { lit: false } }, turns: 3 }
const light = { rooms: { hall: { lit: true } } }
const leave = { turns: 4, rooms: { cave: null } }

test('the same patches to the same target give one object, which is that of mergePatches', () => {
  const merged = mergeShared(state, [light, leave])
  expect(merged).toEqual(mergePatches(state, [light, leave]))
  expect(mergeShared(state, [light, leave])).toBe(merged)
  expect(mergeShared(mergeShared(state, [light]), [leave])).toEqual(merged)
})

test('other patches, and equal ones that are other objects, are merged anew', () => {
  const merged = mergeShared(state, [light])
  expect(mergeShared(state, [leave])).toEqual({ rooms: { hall: { lit: false } }, turns: 4 })
  const copy = mergeShared(state, [structuredClone(light)])
  expect(copy).toEqual(merged)
  expect(copy).not.toBe(merged)
})

test('a list of patches that was changed since is merged anew', () => {
  const patches: JsonObject[] = [light]
  const merged = mergeShared(state, patches)
  patches.push(leave)
  expect(mergeShared(state, patches)).not.toBe(merged)
  expect(mergeShared(state, patches)).toEqual(mergePatches(state, [light, leave]))
})

test('without patches, the target is the result', () => {
  expect(mergeShared(state, [])).toBe(state)
})

test('a full object may get other values for its keys, and no new key', () => {
  const full = { bag: Object.fromEntries(Array.from({ length: maxObjectKeys }, (_, at) => [`k${at}`, at])) }
  expect(findTooWide(full, [{ bag: { k7: 1, k8: { new: true }, unknown: null } }])).toBeUndefined()
  expect(findTooWide(full, [{ bag: { k7: null, other: 1 } }])).toBeUndefined()
  expect(findTooWide(full, [{ bag: { k7: 1, other: 1 } }])).toBe('/bag')
})

test('patches that give a full object no new key are judged without a copy of it', () => {
  const bag: JsonObject = Object.fromEntries(Array.from({ length: maxObjectKeys - 1 }, (_, at) => [`k${at}`, at]))
  Object.defineProperty(bag, 'last', {
    enumerable: true,
    get: () => {
      throw new Error('The object was copied.')
    },
  })
  const add = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`new${at}`, at]))
  expect(findTooWide({ bag }, [{ bag: { k7: 1 } }, { other: add(100), text: 'x' }])).toBeUndefined()
  expect(() => findTooWide({ bag }, [{ bag: { k7: 1 } }, { bag: add(1) }])).toThrow('copied')
})

test('patches of long keys and of deep objects are judged in a time that grows with their size', () => {
  const children = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`c${at}`, {}]))
  const long = { ['K'.repeat(20_000)]: children }
  expect(findTooWide({}, [long, { text: 'x' }])).toBeUndefined()
})
