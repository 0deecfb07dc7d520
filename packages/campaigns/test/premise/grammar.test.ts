import { describe, expect, it } from 'vitest'
import { WorldPlayer } from '../../src/index.ts'
import { readPremise } from '../../src/premise/index.ts'
import { buildFitting } from './build-fitting.ts'
import { walkTo } from './walk-to.ts'

const named = (text: string) => {
  const { people, absent, things, places, regions, matters } = readPremise(text)
  return [people, absent, things, places, regions, matters].flat()
}

describe('a name', () => {
  it.each([
    ['I came to the Whitlock ranch at dawn.', 'the Whitlock ranch'],
    ['The Dalby sisters want to sell the mill.', 'the Dalby sisters'],
    ['The Coopers’ Guild wants the mill.', 'the Coopers’ Guild'],
    ["My aunt's bakery is full of smoke.", "your aunt's bakery"],
    ['I wait in foggy Port Anselm for the ferry.', 'Port Anselm'],
  ])('keeps its capitals, its article and whose it is: %s', (premise, name) => {
    expect(named(premise).map((each) => each.name)).toContain(name)
  })
})

describe('a person', () => {
  it.each([
    ['The night watchman snores.', 'he'],
    ['A policewoman is asleep by the door. I wait.', 'she'],
    ['A clerk is asleep by the door. I must get out before she wakes.', 'she'],
    ['A clerk is asleep by the door. I must get out before he wakes.', 'he'],
    ['Mr. Tolland hates me.', 'he'],
  ])('has the pronoun that the premise or the name uses: %s', (premise, pronoun) => {
    const { people, player } = readPremise(premise)
    expect([...people, player].find((each) => each)).toMatchObject({ pronoun })
  })
})

it.each([
  ['I have found nine copper kettles by the door, and the miller wants them.', 'copper kettles'],
  ['There are seven brass bells in the chapel. The sexton counts them.', 'brass bells'],
])('several things take no article of one: %s', (premise, name) => {
  expect(named(premise).find((each) => each.name === name)).toMatchObject({ isPlural: true })
  const world = buildFitting(premise, { seed: 2 })
  const player = new WorldPlayer(world)
  for (const place of Object.keys(world.places)) {
    walkTo(player, place)
    expect(player.perform([{ act: 'look' }]).text).not.toMatch(/\ba (?:copper|brass) \w+s\b/)
  }
  expect(player.perform([{ act: 'inventory' }]).text).not.toMatch(/\ba (?:copper|brass) \w+s\b/)
})

it.each([
  ['My goat is gone and I, treasurer of the choir, am to blame.', 'you, treasurer of the choir, are to blame'],
  ['Only I still am awake. Am I the thief?', 'Only you still are awake. Are you the thief?'],
  ['I, the last cook aboard, was asleep.', 'You, the last cook aboard, were asleep.'],
])('the verb agrees with the player: %s', (premise, opening) => {
  expect(buildFitting(premise).opening).toContain(opening)
})

it.each([
  [
    'My herd of geese lives by the pond. Five swans lie dead on the shore. I must find out what killed them.',
    'what killed the swans',
  ],
  ['Captain Ewa Lind is gone. I have to find out who betrayed her before dawn.', 'who betrayed Captain Ewa Lind'],
])('a question names what it is about: %s', (premise, question) => {
  expect(readPremise(premise).question).toContain(question)
})

it.each([
  [
    'I keep a toll booth on the old salt road. The mason Orr and the widow Bly quarrel about a wall.',
    'the old salt road',
  ],
  ['I serve on a small island. The keeper Orr and the widow Bly quarrel about a boat.', 'the small island'],
])('people are on a road or an island: %s', (premise, place) => {
  const world = buildFitting(premise, { plot: 'secret' })
  const { opening, places } = world
  expect(Object.values(places).map(({ name }) => `the ${name}`)).toContain(place)
  expect(opening.toLowerCase()).not.toContain(`in ${place}`)
})

it('tomorrow needs no preposition', () => {
  const world = buildFitting('Tomorrow I race against the jockey Pim. The groom Lotte has hidden my saddle.', {
    plot: 'contest',
  })
  expect(JSON.stringify(world)).not.toMatch(/\bat tomorrow/i)
})
