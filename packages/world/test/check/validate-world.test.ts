import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { generateContracts } from '../../scripts/contracts.ts'
import { validateWorld, validateWorldState } from '../../src/index.ts'
import { lighthouse } from '../lighthouse.ts'

type Json = { [key: string]: Json }

/** The world with another value at a pointer; `undefined` removes it. */
function changed(pointer: string, value: unknown): unknown {
  const copy = structuredClone(lighthouse) as unknown as Json
  const keys = pointer.slice(1).split('/')
  const parent = keys.slice(0, -1).reduce((at, key) => (at[key] ??= {}), copy)
  if (value === undefined) delete parent[keys.at(-1)!]
  else parent[keys.at(-1)!] = value as Json
  return copy
}

const ajv = new Ajv2020({ strict: false })
const matchesContract = ajv.compile(JSON.parse(generateContracts().get('world.schema.json')!) as object)

describe('validateWorld', () => {
  it('finds nothing wrong with a valid world', () => {
    expect(validateWorld(lighthouse)).toEqual([])
    expect(matchesContract(lighthouse)).toBe(true)
  })

  it.each([
    ['/places/hall/description', 3, 'must be a string or an array, but is a number.'],
    ['/places/hall/exits/up', { too: 'cellar' }, 'must have "to".'],
    ['/places/Attic', { name: 'attic' }, 'The id "Attic" must match ^[a-z][a-z0-9_]*$.'],
    ['/things/lantern/fuel', 0, 'must be 1 or more.'],
    ['/things/lantern/fuel', 1.5, 'must be an integer, but is a number.'],
    ['/things/lantern/name', '', 'must not be empty.'],
    ['/people/oleg/pronoun', 'xe', 'must be one of "she", "he", "they", "it".'],
    ['/people/oleg/wants/0/thanks', undefined, 'must have "thanks".'],
    ['/goals/leave/done', { vistied: 'jetty' }, /^must be an array or an object with .*visited.* but has "vistied"\.$/],
    ['/goals/leave/done', { at: ['lantern'] }, 'must have 2 entries, but has 1.'],
    ['/goals/leave/done', { not: { any: [{ flag: 3 }] } }, 'must be a string, but is a number.'],
    ['/rules/fog/then', [{ set: 'a', ad: 1 }], /^There is no key "ad" here; use set, to or add\.$/],
    ['/title', undefined, 'must have "title".'],
  ])('reports the shape of %s', (pointer, value, message) => {
    const world = changed(pointer, value)
    const problems = validateWorld(world)
    expect(problems.map((each) => each.message)).toContainEqual(
      typeof message === 'string' ? message : expect.stringMatching(message),
    )
    expect(problems.every((problem) => problem.code === 'invalid_shape')).toBe(true)
    expect(pointer.startsWith(problems[0]!.pointer) || problems[0]!.pointer.startsWith(pointer)).toBe(true)
    expect(matchesContract(world)).toBe(false)
  })

  it.each([
    ['/player/at', 'attic', '/player/at'],
    ['/places/hall/exits/up', 'attic', '/places/hall/exits/up'],
    ['/places/hall/exits/down/door', 'gate', '/places/hall/exits/down/door'],
    ['/things/chest/key', 'gold_key', '/things/chest/key'],
    ['/things/knife/owner', 'unknown', '/things/knife/owner'],
    ['/things/coat/at', 'in:box', '/things/coat/at'],
    ['/people/oleg/topics/storm/fact', 'calm', '/people/oleg/topics/storm/fact'],
    ['/people/oleg/faction', 'monks', '/people/oleg/faction'],
    ['/rules/fog/when', { talked: ['oleg', 'weather'] }, '/rules/fog/when/talked/1'],
    ['/rules/fog/then', [{ if: { happened: 'x' }, then: [] }], '/rules/fog/then/0/if/happened'],
    ['/rules/no_fire/on/act', 'ignite', '/rules/no_fire/on/act'],
    ['/endings/escape/when', { not: { visited: 'sea' } }, '/endings/escape/when/not/visited'],
  ])('reports the unknown id of %s', (pointer, value, at) => {
    expect(validateWorld(changed(pointer, value))).toMatchObject([{ code: 'unknown_id', pointer: at }])
  })

  it('reports ids that are used twice, and things that contain themselves', () => {
    expect(validateWorld(changed('/people/knife', { name: 'Knife', at: 'hall' }))).toMatchObject([
      { code: 'duplicate_id', pointer: '/people/knife' },
    ])
    expect(validateWorld(changed('/things/chest/at', 'in:coat'))).toMatchObject([
      { code: 'circular_location' },
      { code: 'circular_location' },
    ])
  })

  it('agrees with the published schema on worlds that were changed at random', () => {
    const pointers = listPointers(lighthouse as never)
    const value = fc.constantFrom<unknown>(
      undefined,
      null,
      0,
      -1,
      1.5,
      '',
      'x',
      true,
      [],
      ['a'],
      {},
      { a: 1 },
      { flag: 'x' },
    )
    fc.assert(
      fc.property(fc.constantFrom(...pointers), value, (pointer, replacement) => {
        const world = changed(pointer, replacement)
        const isValid = validateWorld(world).every(({ code }) => code !== 'invalid_shape')
        expect(isValid).toBe(matchesContract(world))
      }),
      { numRuns: 500 },
    )
  })
})

describe('validateWorldState', () => {
  it('reports what differs from the schema', () => {
    expect(validateWorldState({})).toEqual([])
    expect(validateWorldState({ turn: -1, at: { lamp: 3 } })).toMatchObject([
      { pointer: '/turn' },
      { pointer: '/at/lamp' },
    ])
  })
})

describe('the published contracts', () => {
  it.each([...generateContracts()])('%s is up to date', (name, text) => {
    expect(readFileSync(join(import.meta.dirname, '../../contracts', name), 'utf8')).toBe(text)
  })
})

function listPointers(value: Json, at = ''): string[] {
  return Object.entries(value).flatMap(([key, each]) => [
    `${at}/${key}`,
    ...(typeof each === 'object' && each !== null && !Array.isArray(each) ? listPointers(each, `${at}/${key}`) : []),
  ])
}
