import { lexicon, phrases } from '@narratoria/content'
import { describe, expect, it } from 'vitest'
import { perform, type World, type WorldState } from '../src/index.ts'
import { parse } from '../src/parse/index.ts'

const world: World = {
  title: 'Mill',
  opening: 'The wheel stands still.',
  player: { at: 'yard' },
  places: {
    yard: { name: 'yard', exits: { north: 'mill', east: { to: 'weir', when: { flag: 'dry' } } } },
    mill: { name: 'mill', exits: { south: 'yard', up: 'loft' } },
    loft: { name: 'loft', exits: { down: 'mill' } },
    weir: { name: 'weir', exits: { west: 'yard' } },
  },
  things: {
    sack: { name: 'sack', at: 'yard', portable: true },
    coin: { name: 'coin', at: 'player', portable: true },
  },
  people: {
    berta: {
      name: 'Berta',
      at: 'yard',
      pronoun: 'she',
      doing: 'sweeps the stones',
      replies: {
        mood: '“Dusty,” says Berta.',
        personal: ['“Ask the wheel,” says Berta.', '“Ask the water,” says Berta.'],
        insult: '“Floury words,” says Berta.',
        hugo: '“Hugo eats with his hat on,” says Berta.',
        weir: '“Only when it is dry,” says Berta.',
      },
      topics: {
        wheel: {
          answer: ['“It stopped on Sunday,” says Berta.', '“It groaned first,” says Berta.'],
          follow: { why: '“The beam is cracked,” says Berta.', source: '“I was under it,” says Berta.' },
        },
        flour: { answer: '“White,” says Berta.' },
      },
    },
    hugo: { name: 'Hugo', at: 'loft', pronoun: 'he' },
  },
}

const crowded: World = { ...world, people: { ...world.people, ada: { name: 'Ada', at: 'yard', pronoun: 'she' } } }

/** What the player reads after the last of some lines. */
function play(lines: readonly string[], of = world): string {
  let state: WorldState = {}
  let output: string[] = []
  for (const [index, line] of lines.entries()) {
    const { acts } = parse(line, { world: of, state, lexicon })
    output = []
    for (const [position, { act }] of acts.entries()) {
      const done = perform(of, state, act, { seq: index + 1, phrases, endTurn: position === acts.length - 1 })
      state = done.state
      output.push(...done.entries.map(({ text }) => text))
    }
  }
  return output.join('\n')
}

describe('a person with replies of their own', () => {
  it.each([
    ['are you feeling well?', 'Dusty'],
    ['you seem upset', 'Dusty'],
    ['have you ever milked a goat?', 'Ask the'],
    ['you are a brute', 'Floury words'],
    ['do you get on with Hugo?', 'with his hat on'],
  ])('says them: %s', (words, answer) => {
    expect(play(['hello Berta', words])).toContain(answer)
  })

  it('uses one after the other', () => {
    const lines = ['hello Berta', 'can you juggle?', 'did you ever marry a count?']
    expect(play(lines)).not.toBe(play(lines.slice(0, 2)))
  })

  it('uses a topic where one fits', () => {
    expect(play(['hello Berta', 'do you still sell flour?'])).toContain('White')
  })
})

describe('a short question behind an answer', () => {
  it.each([
    ['how come?', 'The beam is cracked'],
    ['did you see it happen?', 'I was under it'],
    ['what else?', 'It groaned first'],
  ])('is about it: %s', (words, answer) => {
    expect(play(['ask Berta about the wheel', words])).toContain(answer)
  })

  it('is not about an older answer', () => {
    const text = play(['ask Berta about the wheel', 'wait', 'wait', 'wait', 'ask Berta about the flour', 'why?'])
    expect(text).not.toContain('beam')
  })

  it('names what else can be asked once everything was said', () => {
    expect(play(['ask Berta about the wheel', 'go on', 'go on'])).toContain('flour')
  })
})

describe('a question about a place or a person', () => {
  it.each([
    ['how would I get to the loft?', 'North to the mill, up to the loft'],
    ['where did you say the mill was?', 'North to the mill'],
    ['where is the sack?', 'sack'],
    ['which way do I go to find the weir?', 'Only when it is dry'],
  ])('is answered by who is here: %s', (words, answer) => {
    const text = play(['hello Berta', words])
    expect(text).toContain(answer)
    expect(text).not.toMatch(/seen or heard|do not know the way/)
  })

  it('does not give away a person whom the player has never seen', () => {
    expect(play(['hello Berta', 'where could Hugo be?'])).not.toContain('loft')
  })

  it('about the player’s own deed stays with the player', () => {
    expect(play(['drop the coin', 'hello Berta', 'where did I leave the coin?'])).not.toMatch(/Berta/)
    expect(play(['drop the coin', 'north', 'up', 'hello Hugo', 'where is the coin?'])).toMatch(/yard/)
  })
})

describe('words without a name', () => {
  it('with "you" ask whom they are for if several are here', () => {
    expect(play(['who are you?'], crowded)).toMatch(/Whom do you mean/)
    expect(play(['hello Ada', 'who are you?'], crowded)).toContain('Ada')
  })

  it('that are not an act are said to the person talked to last', () => {
    expect(play(['hello Berta', 'awful news from the coast'])).toContain('Berta')
  })

  it('that begin with a verb are not', () => {
    expect(play(['hello Berta', 'juggle three sacks'])).not.toContain('Berta')
  })

  it('are for the narrator where no person is present', () => {
    expect(play(['north', 'who are you?'])).toContain('narrator')
  })
})

describe('a person without replies of their own', () => {
  it.each(['how is life?', 'do you have brothers?', 'what are you up to?', 'be careful', 'nice to meet you'])(
    'still reacts: %s',
    (words) => {
      const text = play(['hello Ada', words], crowded)
      expect(text).toContain('Ada')
      expect(text).not.toMatch(/not sure how|know nothing|could not say|somebody else/)
    },
  )
})

describe('a person whose secret the player states', () => {
  const secretive: World = {
    ...world,
    facts: {
      beam: { text: 'Berta cracked the beam.', about: ['Berta', 'cracked beam'] },
      hat: { text: 'Hugo has a hat.', about: ['Hugo'] },
    },
    state: { knows: { player: { beam: { turn: 0 }, hat: { turn: 0 } } } },
    people: {
      ...world.people,
      berta: {
        ...world.people['berta']!,
        replies: { beam: '“I did, with the axe,” says Berta.', accuse: '“I never,” says Berta.' },
        topics: {
          beam: {
            answer: '“With the axe,” says Berta.',
            lie: '“It was old,” says Berta.',
            lieWhen: { not: { knows: ['berta', 'beam'] } },
          },
        },
      },
    },
  }
  const playSecretive = (lines: readonly string[]) => {
    let state: WorldState = secretive.state ?? {}
    let last = ''
    for (const [index, line] of lines.entries()) {
      const { acts } = parse(line, { world: secretive, state, lexicon })
      for (const { act } of acts) {
        const done = perform(secretive, state, act, { seq: index + 1, phrases, endTurn: true })
        state = done.state
        last = done.summary
      }
    }
    return last
  }

  it('reacts to it in their own words, to an accusation as well', () => {
    expect(playSecretive(['Berta, you cracked the beam'])).toContain('I did, with the axe')
    expect(playSecretive(['Berta, I know that you cracked the beam'])).toContain('I did, with the axe')
    expect(playSecretive(['Berta, I know what you did'])).toContain('I never')
  })

  it('hears the fact that the words match best', () => {
    expect(playSecretive(['tell Berta that Hugo cracked the beam'])).toContain('I did, with the axe')
  })

  it('answers a question that they have lied to anew', () => {
    expect(playSecretive(['ask Berta about the beam'])).toContain('It was old')
    expect(playSecretive(['ask Berta about the beam', 'Berta, you cracked the beam', 'ask Berta about the beam'])).toBe(
      '“With the axe,” says Berta.',
    )
  })
})

describe('a question that is reported', () => {
  it.each([
    ['ask Berta what her name is', /Berta/],
    ['ask Berta who she is', /Berta/],
  ])('%s', (line, expected) => {
    expect(play([line])).toMatch(expected)
    expect(play([line])).not.toMatch(/know nothing|could not say|somebody else/)
  })

  it('is not an order', () => {
    expect(play(['Berta, did you open the sack?'])).not.toMatch(/Did you open|orders|hands of your own/)
  })
})

it('a person whom an idiom would rename is called by their name', () => {
  const kid: World = { ...world, people: { ...world.people, kid: { name: 'the Kid', at: 'yard', pronoun: 'he' } } }
  expect(play(['ask the kid about the wheel'], kid)).toMatch(/[Tt]he Kid/)
})

it('a question of what happened goes to the person who is talked to, if they have an answer', () => {
  const teller: World = {
    ...world,
    people: {
      ...world.people,
      berta: { ...world.people['berta']!, topics: { 'what happened': { answer: '“The beam broke,” says Berta.' } } },
    },
  }
  expect(play(['talk to Berta', 'what happened?'], teller)).toContain('The beam broke')
})

it('a plea with more than one clause is said to the person who is talked to', () => {
  expect(play(['talk to Berta', 'the flour, we will all starve, please share'])).toContain('White')
  expect(play(['talk to Berta', 'I take the sack, please'])).not.toMatch(/says Berta/)
})
