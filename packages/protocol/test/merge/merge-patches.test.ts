import { describe, expect, it } from 'vitest'
import { mergePatch, mergePatches, type JsonObject } from '../../src/index.ts'

describe('mergePatches', () => {
  it('001 §4.2: equals consecutive merges and changes no argument', () => {
    const target: JsonObject = { a: { b: 1 }, keep: { x: [1] }, gone: 1 }
    const patches: JsonObject[] = [
      { a: { c: { d: 1 } } },
      { a: { c: { e: 2 }, b: null }, gone: null },
      { a: { c: null }, gone: { back: { again: true } } },
      { a: { c: { f: [1] } }, gone: { back: { again: null } } },
      JSON.parse('{"__proto__":{"polluted":1},"a":{"__proto__":{"x":1}}}') as JsonObject,
    ]
    const before = JSON.stringify([target, patches])
    const merged = mergePatches(target, patches)
    expect(JSON.stringify(merged)).toBe(
      JSON.stringify(patches.reduce((state, patch) => mergePatch(state, patch), target)),
    )
    expect(JSON.stringify([target, patches])).toBe(before)
    expect(merged.keep).toBe(target.keep)
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
  })

  it('merges 100,000 patches that each add a key', () => {
    const patches = Array.from({ length: 100_000 }, (_, at) => ({ all: { [`key${at}`]: at } }))
    expect(Object.keys(mergePatches({}, patches).all as JsonObject)).toHaveLength(100_000)
  })
})
