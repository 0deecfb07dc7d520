import { phrases } from '@narratoria/content'
import { checkWorld, offerActs, Scene, type World } from '@narratoria/world'
import { describe, expect, it } from 'vitest'
import { WorldPlayer } from '../../src/index.ts'
import { buildPremise } from '../../src/premise/index.ts'
import { premises } from './premises.ts'
import { isWellFormed, playAtRandom } from './play-at-random.ts'

/** The names of the people who are there when the story begins. */
const peopleAt = ({ people, player }: World) =>
  Object.values(people).flatMap(({ name, at }) => (at === player.at ? [name] : []))
const placeOf = ({ places, player }: World) => places[player.at]!.name
const goalOf = ({ goals = {} }: World) => Object.values(goals).map(({ text }) => text)

describe.each(premises)('%s', (premise) => {
  const world = buildPremise(premise, { seed: 3 })

  it('becomes a world of one place without problems, with three endings', () => {
    expect(checkWorld(world)).toEqual([])
    expect(Object.keys(world.places)).toHaveLength(1)
    expect(Object.keys(world.endings!).length).toBeGreaterThanOrEqual(3)
  })

  it('opens with whole sentences and at least three choices', () => {
    expect(world.opening).toSatisfy(isWellFormed)
    expect(offerActs(world, {}, { phrases }).length).toBeGreaterThanOrEqual(3)
  })

  it('describes what the state holds, in ten random choices by each of three players', () => {
    for (let seed = 1; seed <= 3; seed++) playAtRandom(world, seed)
  })
})

describe('the place', () => {
  it.each([
    ['The siblings Ada and Bo sit in the boathouse and count the oars.', 'boathouse'],
    ['I am locked in the pantry of a hotel, and the cook snores.', 'pantry'],
    ['A bakery at four in the morning. The oven is cold.', 'bakery'],
    ['The lift of our office stops between two floors, and my dentist is in it with me.', 'lift'],
  ])('is the one where it happens now: %s', (text, place) => {
    expect(placeOf(buildPremise(text))).toBe(place)
  })

  it.each([
    'Before she was arrested, the baker hid the flour in the cellar of the town hall.',
    'My uncle wants to open a casino in the chapel.',
    'The troll waits at the bridge. The widow sits in her garden.',
    'Who has painted the dog in the courtyard?',
  ])('is not named without certainty: %s', (text) => {
    expect(placeOf(buildPremise(text))).toBe('place where it happens')
  })
})

describe('the people', () => {
  it.each([
    ['I stand in the galley. The captain Ilka peels an onion. Her mate Jon is upstairs.', ['Ilka']],
    ['Tomorrow my aunt Dora visits the farm.', []],
    ['The general will not leave his tent, and the scout Abel has run away.', []],
    ['I argue with the plumber Ned in the bathroom.', ['Ned']],
    ['My neighbour Vera owns a lion and wants a second one.', []],
    ['Two sisters, Ona and Pia, inherited a mill.', []],
  ])('are those who are surely there: %s', (text, people) => {
    expect(peopleAt(buildPremise(text))).toEqual(people)
  })

  it('of whom it is not sure are what the player can think about', () => {
    const world = buildPremise('The pirate Hull whispered a number to his wives: Bess, Kim and the Widow Orr.')
    expect(peopleAt(world)).toEqual([])
    const player = new WorldPlayer(world)
    expect(player.play('think about Bess').text).toContain('The pirate Hull whispered a number')
    expect(world.opening).not.toContain('You are')
  })

  it('who may be anywhere can be looked for, but neither the dead nor who is elsewhere', () => {
    const world = buildPremise('The dyer Mei has one bolt left. The empress has ordered a dress. The general is dead.')
    expect(peopleAt(world)).toEqual([])
    const player = new WorldPlayer(world)
    expect(player.play('look for Mei').text).toContain('Mei')
    expect(new Scene(world, player.state).peopleAt(world.player.at)).toEqual(
      Object.keys(world.people).filter((id) => world.people[id]!.name === 'Mei'),
    )
    expect(player.play('ask Mei what to do').performed[0]!.status).toBe('done')
    const choices = Object.values(world.acts!).map(({ choice }) => choice)
    expect(choices).toContain('Look for the empress')
    expect(choices).not.toContain('Look for the general')
    const locked = buildPremise('I am locked in the pantry. The cook Ida sings in the garden.')
    expect(locked.people).toEqual({})
  })

  it('say of themselves what the premise says of them', () => {
    const world = buildPremise('I am cold. The miller Tove sits in the mill and waits for rain.')
    const [tove] = Object.keys(world.people)
    const [topic] = Object.keys(world.people[tove!]!.topics!)
    const { text } = new WorldPlayer(world).perform([{ act: 'ask', person: tove!, topic: topic! }])
    expect(text).toMatch(/“I sit in the mill and wait for rain,”/)
  })
})

describe('the things', () => {
  it.each([
    ['In the hut a lamp stands on the sill and a letter lies on the table.', ['lamp', 'letter']],
    ['A seal is caught in the nets of our boat. The runner limps in a torn shoe.', []],
    ['My daughter wants a pony and a saddle.', []],
  ])('that can be taken are those that lie free: %s', (text, things) => {
    const free = Object.values(buildPremise(text).things).filter(
      ({ portable, at }) => portable !== false && at !== 'player',
    )
    expect(free.map(({ name }) => name)).toEqual(things)
  })

  it('that the player has are with the player', () => {
    const { things } = buildPremise('I have a whistle, and the tide is rising.')
    expect(Object.values(things).find(({ name }) => name === 'whistle')?.at).toBe('player')
  })
})

describe('the goal', () => {
  it.each([
    ['I must paint the roof before the rain comes. The ladder is broken.', 'Paint the roof before the rain comes.'],
    ['Who has painted the dog?', 'Find out who has painted the dog.'],
    ['The queen is dead. Will the bees still obey?', 'Answer the question “Will the bees still obey?”.'],
    ['The post has stopped, and the street smells of apples.', 'Find out why the post has stopped.'],
    ['The duke wants to sell the forest. The foresters hate him.', 'Help the duke sell the forest.'],
    ['The mule will not cross the ford. My aunt is in the cart.', 'Get the mule to cross the ford.'],
    ['You want to be the first baker on the moon, and the oven is late.', 'Be the first baker on the moon.'],
    ['My brother has not come home since the fair.', 'Find out what has become of your brother.'],
    ['A red kite hangs over the pier.', 'Find out why a red kite hangs over the pier.'],
    ['A red kite.', 'Find out what is behind it all.'],
  ])('is the premise’s own task or question, or what it leaves open: %s', (text, goal) => {
    expect(goalOf(buildPremise(text))).toEqual([goal])
  })
})

it('takes names with signs as they are', () => {
  for (const premise of [
    'Dr. X. (a.k.a. "The [Fox]") and two cats wait in Room 3+4.',
    'You are C++ (((. A man* called $1 stands in the hall.',
    'The thief Bo|Bo, a man called (Zed, wants the $5 bill. You see three a.b*c.',
  ])
    expect(checkWorld(buildPremise(premise))).toEqual([])
})

it.each([
  ['The porter Lem has a key. A tired porter, Lem, sits in the lodge.', ['Lem']],
  ['Tonight Ragna, now a border guard, stands in the tower with me.', ['Ragna']],
  ['The man in the chair is Cole Rudd. He sits in the barber shop.', ['Cole Rudd']],
  ['You want to be the first woman on the peak. Sigrun Dahl sits in the hut with you.', ['Sigrun Dahl']],
  ['The auctioneer Tweed drops dead in the hall. The clerk Ada stands in the hall.', ['Ada']],
  ['My dear Edith, I sit in the trench, and Will sits beside me.', ['Will']],
])('a person is there once, and neither the dead nor whom a letter is to: %s', (premise, people) => {
  expect(peopleAt(buildPremise(premise, { player: 'someone else' }))).toEqual(people)
})
