import { checkWorld, type World } from '@narratoria/world'
import { describe, expect, it } from 'vitest'
import { WorldPlayer } from '../../src/index.ts'
import { buildFitting } from './build-fitting.ts'

const names = (all: Record<string, { name: string }>) => Object.values(all).map(({ name }) => name)

const placeOf = (world: World, name: string) => Object.entries(world.places).find(([, place]) => place.name === name)!

const personOf = (world: World, name: string) => Object.values(world.people).find((person) => person.name === name)!

describe('what can be taken', () => {
  it.each([
    ["It is Dr Marsh's last day at the clinic. The train leaves at six o'clock, and the piano is on it.", 'o’clock'],
    ["A gull with a pearl in its beak sits on the pier. The diver Anouk wants it by nine o'clock.", 'beak'],
    ['The fox Sorrel waits in the orchard with a brass key in her paw.', 'paw'],
    ['Only the clerk Moss knows the password of the vault. The banker waits in the lobby.', 'password'],
    ['Captain Roe is in the galley. The oxygen lasts until noon, and the cook knows the combination.', 'combination'],
    ['The guard Bil sits in the tower with a lamp. He has to sound the horn before the sun rises.', 'sun'],
  ])('%s: not the %s', (text, word) => {
    const all = names(buildFitting(text).things).join(' | ')
    expect(all).not.toMatch(new RegExp(`\\b${word.replace('’', "['’]")}\\b`))
  })

  it.each([
    ['The barrister is expected at noon, and the cook Ida has burnt the will.', 'barrister'],
    ['The smith Ada sits in the barn. The auctioneer waits for her.', 'auctioneer'],
    ['The notary will arrive at ten. The widow Brandt sits in the parlour with a lamp.', 'notary'],
  ])('%s: the %s is a person', (text, trade) => {
    const world = buildFitting(text)
    expect(names(world.people)).toContain(trade)
    expect(names(world.things)).not.toContain(trade)
  })
})

describe('who is looked for', () => {
  it.each([
    ['I want to find my aunt in the drowned village.', 'aunt'],
    ['The ferryman has to row across the lake to find his nephew, but the warden keeps the boats.', 'nephew'],
    ['To track down the forger Lisl, I join the travelling circus.', 'Lisl'],
  ])('is not there when it begins: %s', (text, name) => {
    const world = buildFitting(text)
    const here = Object.values(world.people).filter(({ at }) => at === world.player.at)
    expect(here.map((person) => person.name).join(' | ')).not.toContain(name)
    expect(
      Object.values(world.goals ?? {})
        .map(({ text: goal }) => goal)
        .join(' '),
    ).toContain(name)
  })

  it('is not a person who is still unknown', () => {
    const world = buildFitting('The widow Anneke is looking for a lodger at the fair.')
    expect(
      Object.values(world.goals ?? {})
        .map(({ text }) => text)
        .join(' '),
    ).not.toMatch(/^find (?!out)[^.]*lodger/i)
  })
})

describe('what is locked', () => {
  it('keeps the place locked that a thing is locked in, with the thing', () => {
    const world = buildFitting(
      'Sergeant Bly and the medic Rosa wait at the outpost. The pump fails at noon, and the spare radio is locked in the armoured cellar, and the cook Timo has lost the key.',
    )
    const [id] = placeOf(world, 'armoured cellar')
    const ways = Object.values(world.places).flatMap(({ exits = {} }) => Object.values(exits))
    const into = ways.filter((exit) => (typeof exit === 'string' ? exit : exit.to) === id)
    expect(into.every((exit) => typeof exit !== 'string' && world.things[exit.door!]?.is?.includes('locked'))).toBe(
      true,
    )
    expect(Object.values(world.things).find(({ name }) => name === 'spare radio')!.at).toBe(id)
    expect(Object.values(world.things).find(({ name }) => name === 'pump')!.at).not.toBe(id)
  })

  it('lets the player close a gate that is open', () => {
    const world = buildFitting(
      'Ada and the farmer Joss stand in the yard. The sheep are hungry and the yard gate is open.',
    )
    const [gate] = Object.entries(world.things).find(([, { name }]) => name === 'yard gate')!
    const player = new WorldPlayer(world)
    player.perform([{ act: 'close', thing: gate }])
    expect(player.state.is?.[gate]?.['open']).toBe(false)
  })

  it.each(['locked in the kitchen of Marsh House', 'shut in a pharmacy'])(
    'leaves no way open to who is %s',
    (where) => {
      const world = buildFitting(
        `You are Nurse Crowe, ${where} with Dr Lowe and the cook Anton. Somebody has taken the ring.`,
      )
      const { exits = {} } = world.places[world.player.at]!
      expect(Object.values(exits).filter((exit) => typeof exit === 'string')).toEqual([])
      for (const name of ['Dr Lowe', 'Anton']) expect(personOf(world, name).at).toBe(world.player.at)
      expect(checkWorld(world)).toEqual([])
    },
  )
})

describe('where it plays', () => {
  it('has the place of each of two sentences, and who is there', () => {
    const world = buildFitting(
      'The ferry on the Silent River is guarded by a troll named Grum. The baker Hilde sits in her bakery and counts eggs.',
    )
    const [ferry] = placeOf(world, 'ferry')
    const [bakery] = placeOf(world, 'bakery')
    expect(world.places[ferry]!.aliases).toContain('Silent River')
    expect(personOf(world, 'Grum').at).toBe(ferry)
    expect(personOf(world, 'Hilde').at).toBe(bakery)
  })

  it('begins aboard the vessel that people are aboard, not on what it passes', () => {
    const world = buildFitting(
      'Captain Orla and the pilot Zed are stranded aboard the cruiser Halcyon, drifting above a red planet. The spare pump is locked in the cargo bay.',
    )
    expect(world.places[world.player.at]!.name).toBe('the Halcyon')
    expect(names(world.places)).not.toContain('red planet')
  })
})

describe('who is there', () => {
  it.each([
    ["It is Uncle Rupert's wedding day, and the constable Mr Flint has lost the keys to the barn.", 'Uncle Rupert'],
    ["Lady Hartnoll's butler Simms and the maid Elsie wait in the tent with a cake.", 'Simms'],
    ["Lady Moreau's necklace is missing. The maid Elsie and the footman Tom are in the pantry.", 'Lady Moreau'],
  ])('%s: %s', (text, name) => {
    expect(names(buildFitting(text).people)).toContain(name)
  })

  it('does not have the dead among them', () => {
    const world = buildFitting("Uncle Rupert's will is missing. The maid Elsie and the footman Tom are in the pantry.")
    expect(names(world.people)).not.toContain('Uncle Rupert')
  })

  it('states the task of the player in the second person', () => {
    const world = buildFitting(
      'Young Tomas has to carry the golden bell to his uncle. The ferry is guarded by a troll named Grum. The baker Hilde sits in her bakery.',
      { player: 'Tomas' },
    )
    const said = JSON.stringify(Object.values(world.people).map(({ topics }) => topics))
    expect(said).not.toContain('Tomas has')
    expect(said).toMatch(/you have to carry the golden bell to your uncle/i)
    expect(said).toContain('you have to carry the golden bell to me')
  })
})

describe('who wants what', () => {
  const given = (world: World, person: string, thing: string) => {
    const [id] = Object.entries(world.things).find(([, { name }]) => name === thing)!
    const [to, { at }] = Object.entries(world.people).find(([, { name }]) => name === person)!
    const player = new WorldPlayer(world, { state: { at: { player: at, [id]: 'player' }, visited: {} } })
    player.perform([{ act: 'give', thing: id, person: to }])
    expect(player.state.at?.[id]).toBe(to)
    return player.state
  }

  it.each([
    [
      'The ferry is guarded by a troll named Grum, who loves songs and cheese. The baker Hilde has a wheel of cheese in her bakery.',
      'Grum',
      'wheel of cheese',
    ],
    [
      'Ada waits in the barn. The dog Rex is mad about the red ball. The farmer Joss has a red ball and a lamp.',
      'Rex',
      'red ball',
    ],
    [
      "Nurse Vale and the cook Anton sit in the kitchen. Anton's lantern stands on the table.",
      'Anton',
      "Anton's lantern",
    ],
  ])('%s: %s takes the %s', (text, person, thing) => {
    given(buildFitting(text), person, thing)
  })

  it('the story ends when the player has brought the thing to its receiver at another place', () => {
    const world = buildFitting(
      'Young Tomas has to carry the golden bell back to his uncle before the sun sets. The baker Hilde sits in her bakery.',
      { player: 'Tomas' },
    )
    expect(personOf(world, 'uncle').at).not.toBe(world.player.at)
    expect(Object.values(world.things).find(({ name }) => name === 'golden bell')!.at).toBe('player')
    expect(given(world, 'uncle', 'golden bell').ended).toBe('brought')
    expect(checkWorld(world)).toEqual([])
  })
})
