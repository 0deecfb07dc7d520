import { lexicon } from '@narratoria/content'
import { describe, expect, it } from 'vitest'
import type { World } from '../src/index.ts'
import { parse } from '../src/parse/index.ts'
import { greeted, playIn, world } from './inn.ts'

describe('"it" behind a search', () => {
  it.each(['look in the yard for the bell and take it', 'search the cellar for the note and take it'])('%s', (line) => {
    const { acts } = parse(line, { world, state: {}, lexicon })
    expect(acts.at(-1)?.act).toMatchObject({ act: 'take', thing: line.includes('bell') ? 'bell' : 'note' })
  })
})

it('what there is beside an act is why it is done, and no act', () => {
  for (const line of [
    'look at the table, there is a spoon',
    "examine the hatch, there's a bell",
    'open the hatch, theres a spoon',
  ])
    expect(parse(line, { world, state: {}, lexicon }).acts, line).toHaveLength(1)
})

describe('"here is" something', () => {
  it.each(["here's the bell, Ida", 'here is the bell, Ida', "here's your bell"])('%s', (line) => {
    const state = { ...greeted, at: { ...greeted.at, bell: 'player' } }
    expect(parse(line, { world, state, lexicon }).acts).toMatchObject([
      { act: { act: 'give', thing: 'bell', person: 'ida' } },
    ])
  })
})

describe('a question without a name', () => {
  const talkative: World = {
    ...world,
    people: {
      ...world.people,
      ida: {
        ...world.people['ida']!,
        topics: { soup: { answer: '“Leek,” says Ida. “The sexton grows them.”' } },
        replies: { heard: '“Well,” says Ida, and wipes the bar.' },
        variants: [{ when: { not: { at: ['ida', 'bar'] } }, replies: { heard: '“Well,” says Ida, to the sky.' } }],
      },
    },
  }

  it('is for the one whose words it quotes', () => {
    const answer = playIn(talkative, 'ask Ida about the soup', 'hello Otto', 'what was that about a sexton?')
    expect(answer).toContain('Ida')
    expect(answer).not.toContain('Otto')
  })

  it('is for the one who knows what it names, and not for the one talked to last', () => {
    expect(playIn(talkative, 'hello Otto', 'how is the soup made?')).toContain('Leek')
    expect(playIn(talkative, 'hello Ida', 'when did the bell crack?')).toContain('frost')
  })

  it('is for the one talked to last, if they know it, too, or are addressed', () => {
    expect(playIn(talkative, 'hello Otto', 'did you hear the soup boil?')).toContain('Otto')
  })

  it('is answered by a reply for the place', () => {
    const outside = { ...talkative, people: { ...talkative.people, ida: { ...talkative.people['ida']!, at: 'yard' } } }
    expect(playIn(talkative, 'tell Ida that it rains')).toContain('wipes the bar')
    expect(playIn(outside, 'north', 'tell Ida that it rains')).toContain('to the sky')
  })
})

describe('several who answer in one turn', () => {
  it('are distinguished, if the lines do not name them', () => {
    const people = {
      ida: { ...world.people['ida']!, topics: { rain: { answer: '“It never stops.”' } } },
      otto: { ...world.people['otto']!, topics: { rain: { answer: '“It will stop.”' } } },
    }
    expect(playIn({ ...world, people }, 'tell everyone about the rain')).toMatch(/never stops.*Otto.*will stop/s)
  })
})

describe('a place that is known from the beginning', () => {
  const known = { ...world, places: { ...world.places, yard: { ...world.places['yard']!, known: true as const } } }

  it('can be gone through at the first time', () => {
    expect(playIn(world, 'go to the mill')).toContain('do not know the way')
    expect(playIn(known, 'go to the mill')).not.toContain('do not know the way')
  })

  it('can be gone to up to what blocks the way, if that says so', () => {
    const to = { to: 'mill', when: { flag: 'dry' } }
    const blockedBy = (exit: object) =>
      ({
        ...known,
        places: { ...known.places, yard: { ...known.places.yard!, exits: { south: 'bar', north: exit } } },
      }) as World
    expect(playIn(blockedBy({ ...to, blocked: 'The ford is too deep.' }), 'go to the mill')).toContain('too deep')
    expect(playIn(blockedBy(to), 'go to the mill')).toContain('do not know the way')
  })
})

describe('an order to the one who is here', () => {
  it.each([
    ['move aside, would you', 'let'],
    ['step aside', 'let'],
    ['take me to the mill', 'lead'],
    ['take me there', 'lead'],
    ['you do it', 'help'],
    ['you open it', 'open'],
  ])('%s', (line, order) => {
    expect(parse(line, { world, state: greeted, lexicon }).acts).toMatchObject([
      { act: { act: 'say', person: 'ida', order: { act: order } } },
    ])
  })

  it('may follow other acts, with a name in front', () => {
    const { acts } = parse('I open the hatch, Otto follow me', { world, state: greeted, lexicon })
    expect(acts.at(-1)).toMatchObject({ act: { act: 'say', person: 'otto', order: { act: 'follow' } } })
  })

  it.each(['you know it', 'you took it'])('%s is none', (line) => {
    expect(parse(line, { world, state: greeted, lexicon }).acts[0]?.act).not.toHaveProperty('order')
  })

  it('to be taken where the way is known is to go there', () => {
    const state = { ...greeted, visited: { yard: 1 } }
    expect(parse('take me to the yard', { world, state, lexicon }).acts[0]?.act).toMatchObject({
      act: 'go',
      to: 'yard',
    })
  })
})

it('what a person thinks of another one does not answer where that one is', () => {
  const ida = { ...world.people['ida']!, replies: { bertram: '“He owes me for soup,” says Ida.' } }
  const opinion = { ...world, people: { ...world.people, ida } }
  expect(playIn(opinion, 'hello Ida', 'what do you think of Bertram?')).toContain('owes me')
  expect(playIn(opinion, 'hello Ida', 'where did Bertram go?')).not.toContain('owes me')
})

describe('what the player says of a person before what they do', () => {
  it.each([
    ['she looks tired, I go north', 'go'],
    ['he is late so I wait', 'wait'],
    ['he looks cold, I open the hatch', 'open'],
  ])('%s', (line, act) => {
    expect(parse(line, { world, state: greeted, lexicon }).acts.map((each) => each.act.act)).toEqual([act])
  })

  it.each(['he stole it, I saw him', 'he is a liar and I know it', 'he took it, I took it back'])(
    'is said, if the player only says more of it: %s',
    (line) => {
      expect(parse(line, { world, state: greeted, lexicon }).acts).toMatchObject([
        { act: { act: 'say', person: 'ida', text: line } },
      ])
    },
  )
})
