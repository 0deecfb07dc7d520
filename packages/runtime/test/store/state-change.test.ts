import type { JsonObject } from '@narratoria/protocol'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { atOnce } from '../../src/store/in-slices.ts'
import { readOnly } from '../../src/store/same-json.ts'
import { applyChange, changeInSteps, describeChange } from '../../src/store/state-change.ts'

const state = fc.dictionary(fc.string({ maxLength: 2 }), fc.jsonValue({ maxDepth: 4 })) as fc.Arbitrary<JsonObject>

test('a change in steps is the change at once, and its state is read-only, equal to the byte and of its own', () => {
  fc.assert(
    fc.property(state, state, (from, to) => {
      readOnly(from)
      const { change, state: after } = atOnce(changeInSteps(from, to))
      expect(JSON.stringify(change)).toBe(JSON.stringify(describeChange(from, to)))
      expect(JSON.stringify(after)).toBe(JSON.stringify(to))
      expect(JSON.stringify(applyChange(from, change))).toBe(JSON.stringify(to))
      const text = JSON.stringify(after)
      for (const key of Object.keys(to)) if (typeof to[key] === 'object') Object.assign(to[key] ?? {}, { changed: 1 })
      expect(JSON.stringify(after)).toBe(text)
      expect(Object.isFrozen(after)).toBe(true)
    }),
    { numRuns: 300 },
  )
})

test('one change among 50,000 members is described in many steps, and shares the others', () => {
  const members = Array.from({ length: 50_000 }, (_, at) => [`k${at}`, { at }])
  const from = readOnly({ inner: Object.fromEntries(members) as JsonObject })
  const to = { inner: { ...(from.inner as JsonObject), k7: { at: 'there' } } }
  const steps = changeInSteps(from, to)
  let [count, step] = [0, steps.next()]
  for (; !step.done; count++) step = steps.next()
  expect(count).toBeGreaterThan(75)
  expect(step.value.change).toEqual({ patch: { inner: { k7: { at: 'there' } } } })
  const after = step.value.state.inner as JsonObject
  expect(Object.keys(after).filter((key) => after[key] !== (from.inner as JsonObject)[key])).toEqual(['k7'])
})
