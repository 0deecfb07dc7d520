import { isDeepStrictEqual } from 'node:util'
import { type JsonObject, mergePatch } from '@narratoria/protocol'
import fc from 'fast-check'
import jsonPatch from 'fast-json-patch'
import { expect, test } from 'vitest'
import { jsonObject } from '../../../../packages/protocol/test/arbitraries.ts'
import { fuzz } from '../../../../packages/protocol/test/fuzz.ts'
import { toJsonPatch } from '../../src/agui/json-patch.ts'

/** Applies a JSON patch with each operation checked: a wrong one throws. */
function apply(state: JsonObject, patch: NonNullable<ReturnType<typeof toJsonPatch>>): JsonObject {
  return jsonPatch.applyPatch(structuredClone(state), structuredClone(patch), true, false).newDocument
}

const key = fc.constantFrom('torch', 'room', 'a/b', 'm~n', '', '0', '-', 'constructor', 'prototype', '__proto__')
const scalar = fc.oneof(fc.integer(), fc.string({ maxLength: 4 }), fc.boolean(), fc.constant(null))
/** Objects with few keys, so that a patch meets what a state has. */
const { node } = fc.letrec<{ node: JsonObject }>((tie) => ({
  node: fc.dictionary(
    key,
    fc.oneof({ depthSize: 'small', withCrossShrink: true }, scalar, fc.array(scalar, { maxLength: 2 }), tie('node')),
    { maxKeys: 4 },
  ),
}))

// 10,000 patches take about a second.
const numRuns = Math.max(5_000, fuzz.numRuns)

test.each([
  ['that share their keys', node.map((object) => JSON.parse(JSON.stringify(object)) as JsonObject)],
  ['of any shape', jsonObject],
])('the JSON patch of a merge patch has its effect, for random states and patches %s', (_, arbitrary) => {
  let refused = 0
  fc.assert(
    fc.property(arbitrary, arbitrary, (state, patch) => {
      const before = JSON.stringify([state, patch])
      const operations = toJsonPatch(state, patch)
      if (JSON.stringify([state, patch]) !== before) return false
      if (operations === undefined) refused += 1
      else return isDeepStrictEqual(apply(state, operations), mergePatch(state, patch))
      return true
    }),
    { ...fuzz, numRuns },
  )
  expect(refused).toBeLessThan(numRuns / 2)
})

test.each<[string, JsonObject, JsonObject, ReturnType<typeof toJsonPatch>]>([
  ['a new member is added', {}, { a: 1 }, [{ op: 'add', path: '/a', value: 1 }]],
  ['an existing member is replaced by `add`', { a: 1 }, { a: [2] }, [{ op: 'add', path: '/a', value: [2] }]],
  ['an existing member is removed', { a: { b: 1 } }, { a: { b: null } }, [{ op: 'remove', path: '/a/b' }]],
  [
    'the removal of a missing member is left out',
    {},
    { a: null, b: { c: null } },
    [{ op: 'add', path: '/b', value: {} }],
  ],
  [
    'an object over a scalar loses its nulls',
    { a: 1 },
    { a: { b: null, c: 2 } },
    [{ op: 'add', path: '/a', value: { c: 2 } }],
  ],
  ['keys are escaped', { 'a/b': {} }, { 'a/b': { '~': 1 } }, [{ op: 'add', path: '/a~1b/~0', value: 1 }]],
  ['a change below `__proto__` has no JSON patch', {}, JSON.parse('{"__proto__":{"a":1}}') as JsonObject, undefined],
])('%s', (_, state, patch, expected) => {
  expect(toJsonPatch(state, patch)).toEqual(expected)
})
