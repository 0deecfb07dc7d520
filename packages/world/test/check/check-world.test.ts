import { describe, expect, it } from 'vitest'
import { checkWorld, validateWorld, type World } from '../../src/index.ts'

/** A vault behind a door with a key in a dark cellar: everything can be reached. */
function vault(): World {
  return {
    title: 'The Vault',
    opening: '',
    player: { at: 'hall' },
    places: {
      hall: {
        name: 'hall',
        description: 'A hall.',
        exits: { down: 'cellar', north: { to: 'vault', door: 'door' }, east: { to: 'garden', when: { flag: 'dawn' } } },
      },
      cellar: { name: 'cellar', description: 'A cellar.', dark: true, exits: { up: 'hall' } },
      vault: { name: 'vault', description: 'A vault.', exits: { south: { to: 'hall', door: 'door' } } },
      garden: { name: 'garden', description: 'A garden.', exits: { west: 'hall' } },
    },
    things: {
      door: {
        name: 'door',
        description: 'Oak.',
        at: 'hall',
        portable: false,
        openable: true,
        lockable: true,
        key: 'key',
        is: ['locked'],
      },
      lamp: { name: 'lamp', description: 'Tin.', at: 'hall', light: true },
      key: { name: 'key', description: 'Iron.', at: 'cellar' },
      crown: { name: 'crown', description: 'Gold.', at: 'vault' },
    },
    people: {
      guard: {
        name: 'guard',
        description: 'Tall.',
        at: 'hall',
        topics: {
          night: { answer: 'Long.', then: [{ set: 'dawn' }] },
          king: { answer: 'Dead.', when: { knows: ['player', 'king'] } },
        },
        wants: [{ thing: 'crown', thanks: 'Oh.', then: [{ learn: ['player', 'king'] }] }],
      },
    },
    facts: { king: { text: 'The king is dead.' } },
    goals: { crown: { text: 'Find the crown.', done: { at: ['crown', 'player'] } } },
    endings: {
      rich: { title: 'Rich', text: 'Rich.', when: { all: [{ at: ['crown', 'player'] }, { visited: 'garden' }] } },
    },
  }
}

describe('checkWorld', () => {
  it('finds nothing wrong with a world in which everything can be reached', () => {
    expect(validateWorld(vault())).toEqual([])
    expect(checkWorld(vault())).toEqual([])
  })

  it('reports a lost key and all that depends on it', () => {
    const world = vault()
    delete world.things['lamp']
    expect(checkWorld(world).map(({ code, pointer }) => `${code} ${pointer}`)).toEqual([
      'unreachable_place /places/vault',
      'missing_key /things/door',
      'unreachable_thing /things/key',
      'unreachable_thing /things/crown',
      'unreachable_topic /people/guard/topics/king',
      'unwinnable_goal /goals/crown',
      'unreachable_ending /endings/rich',
    ])
  })

  it('reports conditions that nothing can bring about', () => {
    const world = vault()
    delete world.people['guard']!.topics!['night']!.then
    expect(checkWorld(world)).toMatchObject([
      { code: 'unreachable_place', pointer: '/places/garden' },
      { code: 'unreachable_ending', pointer: '/endings/rich' },
    ])
  })

  it('takes a roll, a rule and an opened exit as ways', () => {
    const world = vault()
    world.things['key']!.at = 'nowhere'
    world.rules = {
      dig: { on: { act: 'search', place: 'garden' }, roll: { task: 'dig', partial: [{ move: ['key', 'garden'] }] } },
    }
    expect(checkWorld(world)).toEqual([])
    delete world.places['hall']!.exits!['east']
    world.rules['path'] = { then: [{ exit: ['hall', 'east', 'garden'] }] }
    expect(checkWorld(world)).toEqual([])
  })

  it('reports variants whose conditions nothing can bring about', () => {
    const world = vault()
    world.people['guard']!.variants = [
      { when: { at: ['guard', 'garden'] }, doing: 'picks a flower' },
      { when: { knows: ['player', 'king'] }, doing: 'weeps' },
    ]
    world.places['hall']!.variants = [{ when: { flag: 'dusk' }, description: 'A dim hall.' }]
    world.things['lamp']!.variants = [{ when: { is: ['lamp', 'lit'] }, description: 'Bright.' }]
    expect(checkWorld(world)).toMatchObject([
      { code: 'unreachable_variant', pointer: '/places/hall/variants/0' },
      { code: 'unreachable_variant', pointer: '/people/guard/variants/0' },
    ])
  })

  it('reports things that stay hidden, and what has no description', () => {
    const world = vault()
    world.things['coin'] = { name: 'coin', at: 'hall', is: ['hidden'] }
    delete world.places['hall']!.description
    expect(checkWorld(world)).toMatchObject([
      { code: 'missing_description', pointer: '/places/hall' },
      { code: 'unreachable_thing', pointer: '/things/coin' },
      { code: 'missing_description', pointer: '/things/coin' },
    ])
  })
})
