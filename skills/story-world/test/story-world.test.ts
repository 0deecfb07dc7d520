import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { matches, type JsonObject } from '@narratoria/protocol'
import { SkillManifest } from '@narratoria/protocol/skill'
import { runTool, testTool } from '@narratoria/tool-sdk/testing'
import { describe, expect, it } from 'vitest'
import characterGenerate from '../src/character-generate.ts'
import locationGenerate from '../src/location-generate.ts'
import memorySearch from '../src/memory-search.ts'
import relationshipCreate from '../src/relationship-create.ts'
import relationshipQuery from '../src/relationship-query.ts'
import relationshipUpdate from '../src/relationship-update.ts'
import thingGenerate from '../src/thing-generate.ts'
import worldChange from '../src/world-change.ts'

const skill = dirname(import.meta.dirname)
const manifest = JSON.parse(await readFile(join(skill, 'skill.json'), 'utf8')) as SkillManifest
const tools = {
  'character-generate': characterGenerate,
  'location-generate': locationGenerate,
  'memory-search': memorySearch,
  'relationship-create': relationshipCreate,
  'relationship-query': relationshipQuery,
  'relationship-update': relationshipUpdate,
  'thing-generate': thingGenerate,
  'world-change': worldChange,
}
const run = (tool: keyof typeof tools, input: JsonObject, story: JsonObject = {}) =>
  testTool(tools[tool], input, { state: { story } })

const person = (id: string, name: string, role = 'witness') => ({ id, name, role })
const cast = {
  C0: person('C0', 'Elena Voss', 'cartographer'),
  C1: person('C1', 'Marcus Vale', 'ferryman'),
  C2: person('C2', 'Marcus Rook'),
}
const bond = {
  R0: {
    id: 'R0',
    character_a: 'C0',
    character_b: 'C1',
    relationship_type: 'mentor',
    status: 'strained',
    perspective_a: 'lies',
    perspective_b: 'asks',
    history: [],
  },
}

describe('the manifest', () => {
  it('P3 §4.2: has the tools with their arguments', () => {
    expect(matches(SkillManifest, manifest)).toBe(true)
    const args = Object.fromEntries(
      (manifest.scripts ?? []).map(({ name, inputSchema }) => [
        name,
        Object.keys((inputSchema as { properties: object }).properties),
      ]),
    )
    expect(args['memory.search']).toEqual(['query', 'entity_types', 'limit'])
    expect(args['character.generate']).toEqual(
      expect.arrayContaining(['name', 'role', 'description', 'traits', 'goals']),
    )
    expect(args['location.generate']).toEqual(['name', 'description', 'atmosphere', 'features'])
    expect(args['relationship.create']).toEqual(
      expect.arrayContaining(['character_a', 'character_b', 'relationship_type', 'perspective_a', 'perspective_b']),
    )
    expect(args['relationship.update']).toEqual(
      expect.arrayContaining(['character_a', 'character_b', 'status', 'event', 'scene_id']),
    )
    expect(args['relationship.query']).toEqual(['character_id', 'status_filter'])
    expect(manifest.capabilities).toEqual(['story'])
  })
})

it.each([
  ['character-generate', { role: 'stranger' }],
  ['location-generate', {}],
  ['memory-search', { query: 'ferry' }],
  ['relationship-create', { character_a: 'C1', character_b: 'C2', relationship_type: 'rivals' }],
  ['relationship-query', { character_id: 'C0' }],
  ['relationship-update', { character_a: 'C0', character_b: 'C1', event: 'a theft' }],
  ['thing-generate', { name: 'the brass key', at: 'Elena' }],
  ['world-change', { kind: 'leaves', who_or_what: 'C1', cause: 'The ferry sails without him.' }],
])('P3 §4.2: the built script %s runs in a process of its own', async (script, input) => {
  const story = { tick: 1, characters: cast, relationships: bond }
  const result = await runTool(join(skill, 'scripts', `${script}.mjs`), input, { state: { story } })
  expect(result).toMatchObject({ ok: true, exitCode: 0, protocolError: undefined })
})

describe('creating characters and locations', () => {
  it('P3 §4.2: assigns the next id and an unused name determined by the seed', async () => {
    const make = (seed: string, characters: JsonObject = {}) =>
      run('character-generate', { role: 'stranger' }, { seed, characters, next_ids: { character: 7 } })
    const { output } = await make('a')
    const made = (output.result as { character: { id: string; name: string } }).character
    expect(made.id).toBe('C7')
    expect(output.story).toMatchObject({ next_ids: { character: 8 }, characters: { C7: { name: made.name } } })
    expect((await make('a')).output).toEqual(output)
    const other = (await make('a', { C3: person('C3', made.name) })).output.result as { character: { name: string } }
    expect(other.character.name).not.toBe(made.name)
  })

  it('P3 §4.2: repeats no word of another name', async () => {
    const locations = { L0: { id: 'L0', name: 'Kestrel Station' } }
    let characters: JsonObject = {}
    for (let made = 0; made < 30; made++) {
      const { output } = await run('character-generate', { role: 'stranger' }, { seed: 'a', characters, locations })
      characters = { ...characters, ...(output.story as { characters: JsonObject }).characters }
    }
    const names = Object.values(characters).map((character) => (character as { name: string }).name)
    const words = ['Kestrel', ...names.flatMap((name) => name.split(' '))]
    expect(names).toHaveLength(30)
    expect(words.filter((word, index) => words.indexOf(word) !== index)).toEqual([])
  })

  it('P3 §4.2: rejects a used name, ignoring case', async () => {
    const person = await run('character-generate', { role: 'x', name: 'elena voss' }, { characters: cast })
    expect(person).toMatchObject({ ok: false, errors: [{ errorCode: 'name_taken' }], output: {} })
    const place = await run(
      'location-generate',
      { name: 'The Mill' },
      { locations: { L0: { id: 'L0', name: 'the mill' } } },
    )
    expect(place.errors[0]?.errorCode).toBe('name_taken')
  })

  it('never reuses an id that is in memory, even if the counter is behind', async () => {
    const { output } = await run(
      'location-generate',
      {},
      { locations: { L4: { id: 'L4', name: 'Here' } }, next_ids: { location: 2 } },
    )
    expect(output.result).toMatchObject({ location: { id: 'L5' } })
  })
})

const house = {
  characters: cast,
  locations: { L0: { id: 'L0', name: 'the mill' } },
  things: {
    T0: { id: 'T0', name: 'the chest', at: 'L0', fixed: true },
    T1: { id: 'T1', name: 'the map', at: 'in:T0' },
  },
}

describe('things and changes of the world', () => {
  it.each([
    ['a location', 'the mill', 'L0'],
    ['a character', 'Elena', 'C0'],
    ['another thing', 'the chest', 'in:T0'],
    ['nowhere', 'nowhere', 'nowhere'],
  ])('creates a thing at %s', async (_, at, id) => {
    const { output } = await run('thing-generate', { name: 'the brass key', at }, { ...house, tick: 3 })
    expect(output.story).toEqual({
      things: { T2: { id: 'T2', name: 'the brass key', description: '', at: id, created_in_tick: 3 } },
      next_ids: { thing: 3 },
    })
  })

  it.each<[string, JsonObject, JsonObject]>([
    ['a thing that moves', { kind: 'moves', who_or_what: 'the map', to: 'Marcus Vale' }, { id: 'T1', to: 'C1' }],
    ['a person who moves', { kind: 'moves', who_or_what: 'Elena', to: 'the mill' }, { id: 'C0', to: 'L0' }],
    ['a death', { kind: 'dies', who_or_what: 'ferryman' }, { id: 'C1' }],
    ['a departure', { kind: 'leaves', who_or_what: 'C0' }, { id: 'C0' }],
    ['a return', { kind: 'returns', who_or_what: 'C0' }, { id: 'C0' }],
    [
      'what is learnt',
      { kind: 'learns', who_or_what: 'C0', fact: 'The mill burns.' },
      { id: 'C0', fact: 'The mill burns.' },
    ],
  ])('adds %s to the changes of the plan, with its cause', async (_, input, change) => {
    const before = { kind: 'leaves', id: 'C2', cause: 'He goes.' }
    const { output } = await run('world-change', { ...input, cause: 'It happens. ' }, { ...house, changes: [before] })
    expect(output.story).toEqual({
      changes: [before, { kind: input.kind, ...change, cause: 'It happens.', planned: true }],
    })
  })

  it.each<[string, string, keyof typeof tools, JsonObject]>([
    ['a name that is taken', 'name_taken', 'thing-generate', { name: 'The Map', at: 'L0' }],
    ['an unknown place', 'unknown_entity', 'thing-generate', { name: 'a key', at: 'the moon' }],
    [
      'an unknown thing',
      'unknown_entity',
      'world-change',
      { kind: 'moves', who_or_what: 'a key', to: 'L0', cause: 'x' },
    ],
    ['an ambiguous name', 'ambiguous_character', 'world-change', { kind: 'dies', who_or_what: 'Marcus', cause: 'x' }],
    ['a thing that dies', 'impossible_change', 'world-change', { kind: 'dies', who_or_what: 'T1', cause: 'x' }],
    [
      'a fixed thing that moves',
      'impossible_change',
      'world-change',
      { kind: 'moves', who_or_what: 'T0', to: 'L0', cause: 'x' },
    ],
    ['a move without a place', 'impossible_change', 'world-change', { kind: 'moves', who_or_what: 'T1', cause: 'x' }],
    ['nothing that is learnt', 'impossible_change', 'world-change', { kind: 'learns', who_or_what: 'C0', cause: 'x' }],
  ])('refuses %s', async (_, code, tool, input) => {
    const { ok, errors, output } = await run(tool, input, house)
    expect({ ok, output }).toEqual({ ok: false, output: {} })
    expect(errors[0]).toMatchObject({ errorCode: code, details: { retryable: false } })
  })
})

describe('relationships', () => {
  it('P3 §4.2: characters are found by id, name, part of a name, and role', async () => {
    for (const [a, b] of [
      ['C0', 'C1'],
      ['elena voss', 'Marcus Vale'],
      ['Elena', 'vale'],
      ['the cartographer', 'Ferryman'],
    ]) {
      const { output } = await run(
        'relationship-create',
        { character_a: a!, character_b: b!, relationship_type: 't' },
        { characters: cast },
      )
      expect(output.result, `${a} and ${b}`).toMatchObject({
        relationship: { id: 'R0', character_a: 'C0', character_b: 'C1', status: 'neutral' },
      })
    }
  })

  it.each([
    ['ambiguous_character', { character_a: 'C0', character_b: 'Marcus' }],
    ['unknown_character', { character_a: 'C0', character_b: 'Unknown' }],
    ['same_character', { character_a: 'C0', character_b: 'Elena' }],
    ['relationship_exists', { character_a: 'C1', character_b: 'C0' }],
  ])('rejects with %s', async (code, pair) => {
    const { ok, errors, output } = await run(
      'relationship-create',
      { ...pair, relationship_type: 't' },
      { characters: cast, relationships: bond },
    )
    expect(ok).toBe(false)
    expect(errors[0]).toMatchObject({ errorCode: code, details: { retryable: false } })
    expect(output).toEqual({})
  })

  it('P3 §4.2: an update extends the history, and a query filters by status and returns one perspective', async () => {
    const story = { tick: 4, characters: cast, relationships: bond }
    const updated = await run(
      'relationship-update',
      { character_a: 'C1', character_b: 'C0', status: 'broken', event: 'a theft' },
      story,
    )
    expect(updated.output.story).toEqual({
      relationships: {
        R0: { ...bond.R0, status: 'broken', history: [{ tick: 4, event: 'a theft', status: 'broken' }] },
      },
    })
    const query = async (status_filter: string) =>
      (await run('relationship-query', { character_id: 'Vale', status_filter }, story)).output.result
    expect(await query('strained')).toMatchObject({
      relationships: [{ other: 'C0', other_name: 'Elena Voss', perspective: 'asks' }],
    })
    expect(await query('trusted')).toMatchObject({ relationships: [] })
    expect(
      (await run('relationship-update', { character_a: 'C0', character_b: 'C2' }, story)).errors[0]?.errorCode,
    ).toBe('unknown_relationship')
  })
})

describe('searching memory', () => {
  it('P3 §4.2: finds entities that share words with the query, best first, limited by type and number', async () => {
    const story = {
      characters: cast,
      scenes: { S001: { id: 'S001', title: 'The Crossing', summary: ['Elena takes the ferry to the archive.'] } },
      open_loops: { OL0: { id: 'OL0', description: 'Who burned the archive?', status: 'open' } },
    }
    const search = async (input: JsonObject) =>
      ((await run('memory-search', input, story)).output.result as { matches: { id: string }[] }).matches.map(
        ({ id }) => id,
      )
    expect(await search({ query: 'Who burned the archives?' })).toEqual(['OL0', 'S001'])
    expect(await search({ query: 'archive', entity_types: ['scene'] })).toEqual(['S001'])
    expect(await search({ query: 'Marcus', limit: 1 })).toHaveLength(1)
    expect(await search({ query: 'submarine' })).toEqual([])
    expect((await run('memory-search', {})).errors[0]?.errorCode).toBe('invalid_input')
  })

  it('works in an empty story', async () => {
    expect((await run('memory-search', { query: 'x' })).output.result).toEqual({ success: true, matches: [] })
  })
})
