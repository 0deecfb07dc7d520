import { describe, expect, it } from 'vitest'
import { mergePatch } from '../src/index.ts'

describe('mergePatch', () => {
  it('001 §4.2: merges nested objects, replaces arrays and removes nulls', () => {
    expect(mergePatch({ a: { b: 1, c: 2 }, d: [1, 2], e: 1 }, { a: { c: 3, x: 4 }, d: [3], e: null })).toEqual({
      a: { b: 1, c: 3, x: 4 },
      d: [3],
    })
  })
})
