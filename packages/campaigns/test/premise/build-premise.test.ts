import { phrases } from '@narratoria/content'
import { checkWorld, offerActs, validateWorld, type World } from '@narratoria/world'
import { describe, expect, it } from 'vitest'
import { WorldPlayer } from '../../src/index.ts'
import { readPremise } from '../../src/premise/index.ts'
import { buildFitting } from './build-fitting.ts'
import { premises } from './premises.ts'
import { isWellFormed, playAtRandom } from './play-at-random.ts'
import { walkTo } from './walk-to.ts'

describe.each(premises)('%s', (premise) => {
  const world = buildFitting(premise, { seed: 3, plot: 'secret' })

  it('becomes a world without problems', () => {
    expect(validateWorld(world)).toEqual([])
    expect(checkWorld(world)).toEqual([])
    const names = Object.values(world.places).map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
  })

  it('opens with well-formed sentences and at least three choices', () => {
    expect(world.opening).toSatisfy(isWellFormed)
    expect(offerActs(world, {}, { phrases }).length).toBeGreaterThanOrEqual(3)
  })

  it('describes what the state holds, in ten random choices by each of three players', () => {
    for (let seed = 1; seed <= 3; seed++) playAtRandom(world, seed)
  })

  it('can end in both ways', () => {
    expect(playToProof(world, 'give').state.ended).toBe('published')
    expect(playToProof(world, 'destroy').state.ended).toBe('kept')
  })
})

it('names the people, things and places of the premise, and what the player is', () => {
  const world = buildFitting(
    'In 1888 a pickpocket steals the wrong watch in Whitechapel, and Inspector Hale wants it back.',
    { player: 'The pickpocket' },
  )
  expect(world.title).toBe('The Wrong Watch')
  expect(world.opening).toContain('You are the pickpocket.')
  expect(Object.values(world.people).map(({ name }) => name)).toContain('Inspector Hale')
  expect(Object.values(world.people).map(({ name }) => name)).not.toContain('pickpocket')
  expect(Object.values(world.things).map(({ name }) => name)).toContain('wrong watch')
})

it('makes absent people a topic, not present', () => {
  const world = buildFitting('A retired detective receives a letter from the killer she never caught.')
  expect(Object.values(world.people).map(({ name }) => name)).not.toContain('the killer')
  expect(Object.values(world.people).flatMap(({ topics = {} }) => Object.keys(topics))).toContain('the killer')
})

it('addresses a premise in the first person to the player', () => {
  expect(buildFitting('My cat and I live above a bakery.').opening).toMatch(/^Your cat and you live above a bakery\./)
})

it('builds the same world from the same seed, and another from another', () => {
  const build = (seed: number) => JSON.stringify(buildFitting('The bees have stopped.', { seed }))
  expect(build(1)).toBe(build(1))
  expect(new Set([1, 2, 3, 4, 5].map(build)).size).toBeGreaterThan(1)
})

it('refuses an empty premise', () => {
  expect(() => buildFitting(' ')).toThrow(TypeError)
})

/** Asks, fetches the proof, reads it, and gives it to who wants it or destroys it. */
function playToProof(world: World, last: 'give' | 'destroy'): WorldPlayer {
  const player = new WorldPlayer(world)
  const keeper = Object.keys(world.people).at(-1)!
  const [confidant, { at: start }] = Object.entries(world.people).find(([, { wants }]) => wants !== undefined)!
  const { thing: token } = world.people[confidant]!.wants!.at(-1)!
  const go = (to: string) => walkTo(player, to)
  const desk = world.people[keeper]!.at
  go(start)
  player.perform([{ act: 'ask', person: confidant, topic: world.people[keeper]!.name }])
  go(desk)
  player.perform([{ act: 'ask', person: keeper, topic: 'locked door' }])
  const vault = Object.keys(world.places).at(-1)!
  player.perform([
    { act: 'unlock', thing: Object.keys(world.things).find((id) => world.things[id]!.key !== undefined)! },
  ])
  go(vault)
  player.perform([{ act: 'open', thing: world.things[token]!.at.slice('in:'.length) }])
  player.perform([{ act: 'take', thing: token }])
  player.perform([{ act: 'read', thing: token }])
  if (last === 'destroy') {
    player.perform([{ act: 'destroy', thing: token }])
    player.play('yes')
  } else {
    go(start)
    player.perform([{ act: 'give', thing: token, person: confidant }])
  }
  return player
}

it('knows whom the player plays, who has died, and what is missing', () => {
  const porter = buildFitting(
    'You are the night porter of the Hotel Meridian, and the master key is gone from its hook.',
  )
  expect(Object.values(porter.people).map(({ name }) => name)).not.toContain('night porter')
  expect(Object.values(porter.places).map(({ name }) => name)).toContain('Hotel Meridian')
  expect(porter.things['master_key']?.at).toMatch(/^in:/)
  const organ = buildFitting('Mr Abel, the organist, has died, and somebody stole the hymn book on Friday.')
  expect(Object.values(organ.people).map(({ name }) => name)).toEqual(
    expect.not.arrayContaining(['Mr Abel', 'organist']),
  )
  expect(organ.things['hymn_book']?.at).not.toBe(organ.player.at)
})

it.each([
  ['I am Tilda, the bookkeeper of a circus. Bruno has lost his money box.', 'You are the bookkeeper'],
  ['Bruno has lost his money box. My name is Tilda. I keep the books.', 'You are Tilda'],
])('no other person has the role that the player claims: %s', (premise, said) => {
  const world = buildFitting(premise)
  const names = Object.values(world.people).map(({ name }) => name)
  expect(names).not.toContain('Tilda')
  expect(names).not.toContain('bookkeeper')
  expect(world.player.description).toContain(said)
})

it('a line with a genre decides the genre, and is not part of the story', () => {
  const premise = 'A nurse finds a ring in the snow.'
  expect(readPremise(premise).genre).not.toBe('space')
  const named = readPremise(`${premise}\nGenre: space`)
  expect(named).toMatchObject({ genre: 'space', text: premise })
  expect(readPremise(`${premise}\ngenre: starships and aliens`).genre).toBe('space')
  expect(readPremise(`${premise}\nGenre: no such thing`).genre).toBe(readPremise(premise).genre)
  expect(JSON.stringify(buildFitting(`${premise}\nGenre: space`))).not.toMatch(/genre/i)
})

it('plays no person of a premise in the first person, and takes the name of a place after a year for one', () => {
  expect(readPremise('A widow hires me to find her letters.').player).toBeUndefined()
  const { people, regions } = readPremise('A detective in 1930s Shanghai looks for a stolen jade seal.')
  expect(people).toEqual([])
  expect(regions.map(({ name }) => name)).toEqual(['Shanghai'])
})

it.each([
  ['A circus camps outside Budapest. The rope walker Ilona Varga has lost her bell.', 'Budapest', 'Ilona Varga'],
  ['A barge waits below Rotterdam for the pilot Jan Smit.', 'Rotterdam', 'Jan Smit'],
  ['I am the purser aboard the Meridian, and Rosa Lind knows why the spoons are gone.', 'the Meridian', 'Rosa Lind'],
])('a name behind a word for where is a place, not a person: %s', (text, place, person) => {
  const { people, places, regions } = readPremise(text)
  expect(people.map(({ name }) => name)).toContain(person)
  expect(people.map(({ name }) => name)).not.toContain(place)
  expect([...places, ...regions].map(({ name }) => name)).toContain(place)
})

it('writes the article that a word is spoken with', () => {
  const world = JSON.stringify(
    buildFitting('In the archive Anna Low, a university clerk, argues with Ben Ash, an usher.'),
  )
  expect(world).toMatch(/\ba university clerk/)
  expect(world).toMatch(/\ban usher/)
  expect(world).not.toMatch(/\ban university|\ba usher/)
})
