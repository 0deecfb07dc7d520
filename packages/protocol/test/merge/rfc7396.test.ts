import { describe, expect, it } from 'vitest'
import { type JsonObject, type JsonValue, mergePatch } from '../../src/index.ts'

describe('mergePatch', () => {
  it.each<[JsonValue, JsonValue, JsonValue]>([
    [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
    [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
    [{ a: 'b' }, { a: null }, {}],
    [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
    [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
    [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
    [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
    [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
    [
      ['a', 'b'],
      ['c', 'd'],
      ['c', 'd'],
    ],
    [{ a: 'b' }, ['c'], ['c']],
    [{ a: 'foo' }, null, null],
    [{ a: 'foo' }, 'bar', 'bar'],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [[1, 2], { a: 'b', c: null }, { a: 'b' }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ])('001 §4.2: RFC 7396 appendix A: %j patched by %j is %j', (target, patch, result) => {
    expect(mergePatch(target, patch)).toEqual(result)
  })

  it('001 §4.2: the example of the specification', () => {
    expect(mergePatch({ a: { b: 1, c: 2 } }, { a: { c: 3, d: 4 } })).toEqual({ a: { b: 1, c: 3, d: 4 } })
  })

  it('keeps nulls inside arrays, and strips them from new objects', () => {
    expect(mergePatch({}, { list: [null, { a: null }], fresh: { a: null, b: [null] } })).toEqual({
      list: [null, { a: null }],
      fresh: { b: [null] },
    })
  })

  it('copies only objects on patched paths and shares the others', () => {
    const target: JsonObject = { patched: { deep: { x: 1 }, beside: { y: 1 } }, untouched: { z: [1] }, list: [1] }
    const list = [{ a: 1 }]
    const merged = mergePatch(target, { patched: { deep: { x: 2 } }, list })
    expect(merged.untouched).toBe(target.untouched)
    expect((merged.patched as JsonObject).beside).toBe((target.patched as JsonObject).beside)
    expect((merged.patched as JsonObject).deep).not.toBe((target.patched as JsonObject).deep)
    expect(merged.list).toBe(list)
    expect(target).toEqual({ patched: { deep: { x: 1 }, beside: { y: 1 } }, untouched: { z: [1] }, list: [1] })
  })

  it('does not share objects of the patch that a later merge could change', () => {
    const patch = { a: { b: { c: 1 } } }
    const first = mergePatch({}, patch)
    mergePatch(first, { a: { b: { c: 2 } } })
    expect(patch).toEqual({ a: { b: { c: 1 } } })
    expect(first).toEqual({ a: { b: { c: 1 } } })
  })

  it('treats __proto__ and constructor as data', () => {
    const patch = JSON.parse(
      '{"__proto__":{"polluted":1,"toString":null},"constructor":{"prototype":{"polluted":1}},"a":{"__proto__":{"polluted":1}},"toString":{"polluted":1}}',
    ) as JsonObject
    for (const target of [{}, JSON.parse('{"__proto__":{"before":1},"a":{"__proto__":1}}') as JsonObject]) {
      const merged = mergePatch(target, patch)
      expect(Object.getPrototypeOf(merged)).toBe(Object.prototype)
      expect(Object.getOwnPropertyDescriptor(merged, '__proto__')?.value).toMatchObject({ polluted: 1 })
      expect(JSON.parse(JSON.stringify(merged))).toEqual(merged)
      expect(Object.hasOwn(merged.a as JsonObject, '__proto__')).toBe(true)
    }
    expect('polluted' in {}).toBe(false)
    const gone = mergePatch(
      JSON.parse('{"__proto__":1,"b":2}') as JsonObject,
      JSON.parse('{"__proto__":null}') as JsonObject,
    )
    expect(Object.keys(gone)).toEqual(['b'])
  })

  it('merges objects of a depth of 100,000', () => {
    const deep = (leaf: JsonValue) => {
      let value: JsonValue = leaf
      for (let level = 0; level < 100_000; level += 1) value = { a: value }
      return value
    }
    const merged = mergePatch(deep({ x: 1, y: 1 }), deep({ y: null, z: 1 }))
    let leaf: JsonValue = merged
    for (let level = 0; level < 100_000; level += 1) leaf = (leaf as JsonObject).a!
    expect(leaf).toEqual({ x: 1, z: 1 })
  })
})
