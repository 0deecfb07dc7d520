import { lexicon, phrases } from '@narratoria/content'
import { describe, expect, it } from 'vitest'
import { type Act, perform, Scene, viewOf, type World, type WorldState } from '../src/index.ts'
import { parse } from '../src/parse/index.ts'
import { errandsFrom } from '../src/view/errands.ts'
import { Grounds } from '../src/view/grounds.ts'

const world = {
  title: 'Quay',
  opening: 'You stand on the quay.',
  player: { at: 'quay' },
  places: { quay: { name: 'quay', exits: { north: 'shed' } }, shed: { name: 'shed', exits: { south: 'quay' } } },
  things: {
    matches: { name: 'box of matches', aliases: ['matches'], at: 'shed', portable: true },
    letter: { name: 'letter', at: 'quay', portable: true },
    rope: { name: 'rope', at: 'quay', portable: true, appearance: 'A rope hangs from the crane.' },
    hook: { name: 'hook', at: 'quay', supporter: true },
    lamp: { name: 'lamp', at: 'on:hook', portable: true, appearance: 'A lamp swings from the hook.' },
  },
  people: { sven: { name: 'Sven', at: 'shed', topics: { ice: { answer: 'It is thin.' } } } },
} as unknown as World

/** What the player reads after the last of some lines. */
function play(...lines: string[]): string {
  let state: WorldState = {}
  let output = ''
  for (const [index, line] of lines.entries()) {
    const { acts } = parse(line, { world, state, lexicon })
    output = ''
    for (const { act } of acts) {
      const performed = perform(world, state, act, { seq: index + 1, phrases, endTurn: true })
      state = performed.state
      output += performed.summary
    }
  }
  return output
}

it('a question to the narrator is answered by the narrator', () => {
  expect(play('who are you?')).toContain('I am the narrator.')
})

it('what was taken is listed without the other deeds', () => {
  expect(play('what did i take?')).toBe('You have taken nothing so far.')
  const output = play('take the rope', 'examine the letter', 'drop the rope', 'what did i take?')
  expect(output).toMatch(/rope/)
  expect(output).not.toMatch(/letter|drop/)
})

it('what is only described of a thing is there until the thing has been moved', () => {
  expect(play('look for the crane')).toContain('hangs from the crane')
  expect(play('take the rope', 'look for the crane')).not.toContain('hangs from the crane')
})

it('a thing that was never seen is not named by a word that is nearly its name', () => {
  expect(play('examine the hatch')).not.toContain('matches')
  expect(play('take the matches')).toMatch(/nothing like that here|nothing of that kind/)
  expect(play('where is the box of matches?')).not.toContain('box of matches')
})

it('a thing that is here is still named by a word with a typing error', () => {
  expect(play('take the leter')).toContain('letter')
})

it('the view has the description of the moment', () => {
  const places = {
    quay: {
      name: 'quay',
      description: 'Bare.',
      variants: [{ when: { at: ['rope', 'player'] }, description: 'Bare, without its rope.' }],
    },
  }
  const changed = { ...world, places } as unknown as World
  expect(viewOf(changed, {}).place.description).toBe('Bare.')
  expect(viewOf(changed, { at: { rope: 'player' } }).place.description).toBe('Bare, without its rope.')
})

it('who was only named in the opening is answered with what it said', () => {
  expect(play('where is the quay keeper?')).not.toContain('You know how it began')
  const named = { ...world, opening: 'Your sister Ruth is late. You stand on the quay.' } as World
  const { acts } = parse('where is Ruth?', { world: named, state: {}, lexicon })
  const { summary } = perform(named, {}, acts[0]!.act, { seq: 1, phrases })
  expect(summary).toContain('“Your sister Ruth is late.”')
})

describe('among several people', () => {
  const people = {
    ada: { name: 'Ada', at: 'quay', pronoun: 'she', topics: { boat: { answer: 'It is late.' } } },
    ben: { name: 'Ben', at: 'quay', pronoun: 'he', topics: { boat: { answer: 'It is early.' } } },
  }
  const scenery = { coats: 'Nine of them.' }
  const places = { ...world.places, quay: { ...world.places['quay'], scenery } }
  const crowded = { ...world, people, places } as unknown as World

  function converse(...lines: string[]): string {
    let state: WorldState = {}
    let summary = ''
    for (const [index, line] of lines.entries()) {
      const { acts, question } = parse(line, { world: crowded, state, lexicon })
      const act = question ? { act: 'ask-back', question } : acts[0]!.act
      ;({ state, summary } = perform(crowded, state, act, { seq: index + 1, phrases }))
    }
    return summary
  }

  it('a question to no person in particular is put to the one who is named next', () => {
    expect(converse('ask about the boat')).toBe('Whom do you mean: Ada or Ben?')
    expect(converse('ask about the boat', 'Ben')).toContain('It is early')
  })

  it.each([
    '"Good evening, Ben. When is the boat?"',
    '"I cannot wait, Ben. What of the boat?"',
    'say "When is the boat, Ben?"',
    'Good evening, Ben. When is the boat?',
  ])('%s is for the person who is addressed, independent of who was talked to last', (words) => {
    expect(converse(words)).toContain('It is early')
    expect(converse('talk to ada', words)).toContain('It is early')
  })

  it('goes to the one who was talked to last', () => {
    expect(converse('talk to ada', 'ask about the boat')).toContain('It is late')
  })

  it.each(['Good afternoon', 'good morning', 'Good evening!', 'hello'])('%s is a greeting', (words) => {
    const { state } = perform(crowded, {}, { act: 'say', person: 'ada', text: words }, { seq: 1, phrases })
    expect(state.happened).toHaveProperty('met:ada')
    expect(state.deeds).toBeUndefined()
    expect(converse(words)).not.toMatch(/^“I see|thinks that over|how to go about/)
  })

  it.each(['goodbye', 'Good night!', 'farewell', 'bye'])('%s is a farewell, not a greeting', (words) => {
    const leave = (world: World) => perform(world, {}, { act: 'say', person: 'ada', text: words }, { seq: 1, phrases })
    expect(leave(crowded).state.happened).toHaveProperty('social:farewell:ada')
    const own = { ...crowded, people: { ada: { ...people.ada, farewell: 'Mind the ice.' } } } as unknown as World
    expect(leave(own).summary).toContain('Mind the ice')
  })

  it('goes to the living after a death', () => {
    const state: WorldState = {
      focus: { person: 'ada', last: { act: 'ask', person: 'ada' } },
      is: { ada: { dead: true } },
    }
    for (const line of ['are you hungry?', 'who are you?', 'why?', 'you are kind', 'tell me about the boat', 'hello'])
      for (const { act } of parse(line, { world: crowded, state, lexicon }).acts) {
        expect(act.person).not.toBe('ada')
        expect(perform(crowded, state, act, { seq: 1, phrases }).summary).not.toContain('Ada')
      }
    expect(parse('are you hungry?', { world: crowded, state, lexicon }).acts[0]?.act).toMatchObject({ person: 'ben' })
  })

  it('a name alone is talked to, and a thing alone is examined', () => {
    expect(parse('ben', { world: crowded, state: {}, lexicon }).acts[0]?.act).toEqual({ act: 'talk', person: 'ben' })
    expect(parse('the rope', { world: crowded, state: {}, lexicon }).acts[0]?.act).toEqual({
      act: 'examine',
      thing: 'rope',
    })
  })

  it('what is described in the plural is spoken of in the plural', () => {
    expect(converse('take the coats')).toContain('done with them')
  })
})

it('"back" is the place that the player came from', () => {
  expect(play('north', 'go back', 'where am i')).toContain('quay')
  expect(play('north', 'south', 'back', 'look')).toContain('matches')
})

it('a thing that is put back looks as it did before', () => {
  expect(play('take the lamp', 'look')).not.toContain('swings')
  expect(play('take the lamp', 'put the lamp back', 'look')).toContain('A lamp swings from the hook.')
  expect(play('take the lamp', 'put back the lamp', 'look')).toContain('A lamp swings from the hook.')
  expect(play('take the rope', 'put it back', 'look')).toContain('A rope hangs from the crane.')
  expect(play('take the lamp', 'north', 'put the lamp back')).toBe('Where do you want to put the lamp?')
})

it('a person who was never met is not said to be elsewhere', () => {
  expect(play('ask sven about the ice')).toBe('There is nobody of that name here.')
  expect(play('north', 'south', 'talk to sven')).toMatch(/^Sven is not here\. You last saw \S+ at the shed\.$/)
})

describe('the place where the story begins', () => {
  const ways = { ...world, places: { ...world.places, loft: { name: 'loft', exits: { down: 'shed' } } } } as World
  ways.places['quay'] = { name: 'quay', description: 'Wide and windy.', exits: { north: 'shed' } }
  ways.places['shed'] = { name: 'shed', description: 'Low.', exits: { south: 'quay', up: 'loft' } }
  ways.things = { letter: { name: 'letter', at: 'quay', text: 'Come to the loft.' } }
  const after = (...acts: Act[]) => {
    let state: WorldState = {}
    let summary = ''
    for (const [index, act] of acts.entries())
      ({ state, summary } = perform(ways, state, act, { seq: index + 1, phrases, endTurn: true }))
    return { state, summary }
  }

  it('is known after the first act, also one that only leads away', () => {
    const { state, summary } = after({ act: 'go', to: 'north' })
    expect(state.visited).toHaveProperty('quay')
    expect(summary).toContain('south to the quay')
    expect(
      after({ act: 'go', to: 'north' }, { act: 'go', to: 'up' }, { act: 'go', to: 'quay' }).state.at?.['player'],
    ).toBe('quay')
  })

  it('is on the way of an errand', () => {
    const { state } = after({ act: 'go', to: 'north' }, { act: 'go', to: 'up' })
    const errands = errandsFrom(new Scene(ways, state), new Grounds(new Scene(ways, state)))
    expect(errands.get('down')).toMatchObject({ place: 'quay' })
  })

  it('is described once', () => {
    const described = after({ act: 'look' }, { act: 'go', to: 'north' }, { act: 'go', to: 'south' }).summary
    expect(described).not.toContain('Wide and windy')
    expect(after({ act: 'go', to: 'north' }, { act: 'go', to: 'south' }).summary).toContain('Wide and windy')
  })
})

it('"who am i" is answered by the description of the player', () => {
  expect(play('who am i')).toBe('You are the one whose story this is. What you are like shows in what you do.')
})

it('a companion who is spoken to behind going has arrived', () => {
  const ada = {
    name: 'Ada',
    at: 'quay',
    pronoun: 'she',
    follows: { flag: 'with' },
    topics: { boat: { answer: 'It is late.' } },
  }
  const followed = { ...world, people: { ada } } as unknown as World
  const state: WorldState = { flags: { with: true }, at: { player: 'shed' } }
  const ask = (from: WorldState) =>
    perform(followed, from, { act: 'ask', person: 'ada', topic: 'boat' }, { seq: 1, phrases })
  expect(ask(state).summary).toMatch(/^Ada .*\n*“?It is late/s)
  expect(ask({ at: { player: 'shed' } }).status).toBe('refused')
})

describe('a question about what the player did', () => {
  const before = ['take the rope', 'go north', 'ask Sven about the ice', 'drop the rope', 'take the matches']

  it.each([
    ['what did I pick up in the shed?', /^Earlier you took the box of matches\.$/],
    ['what did I take?', /^Earlier you took the box of matches\..*Earlier you took the rope\.$/s],
    ['what did I leave in the shed?', /^Earlier you left the rope at the shed\.$/],
    ['who did I talk to?', /^You have talked to Sven\.$/],
    ['what did I ask Sven?', /^You asked Sven about this: ice\.$/],
    ['what did I do to Sven?', /^You asked Sven about this: ice\.$/],
    ['what did I open?', /^(?:You have done nothing of the kind|As far as you remember, you have not done)/],
  ])('is answered from the deeds: %s', (question, answer) => {
    expect(play(...before, question)).toMatch(answer)
  })

  it('says that nothing was done before anything was', () => {
    expect(play('who did I talk to?')).toBe('You have asked nobody anything yet.')
    expect(play('remind me what happened')).toBe('Nothing worth a note has happened yet.')
  })
})
