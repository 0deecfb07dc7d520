import { lexicon, phrases } from '@narratoria/content'
import { describe, expect, it } from 'vitest'
import { perform, type World, type WorldState } from '../src/index.ts'
import { parse } from '../src/parse/index.ts'

const world: World = {
  title: 'Inn',
  opening: 'Your cousin Bertram Fell wrote from the mill.',
  player: { at: 'bar' },
  places: {
    bar: {
      name: 'bar',
      description: 'A low room.',
      scenery: { table: 'Scratched oak.' },
      exits: { north: 'yard', down: 'cellar' },
    },
    yard: { name: 'yard', exits: { south: 'bar', north: 'mill' } },
    cellar: { name: 'cellar', dark: true, description: 'Barrels.', exits: { up: 'bar' } },
    mill: { name: 'mill', exits: { south: 'yard' } },
  },
  things: {
    matches: { name: 'box of matches', aliases: ['match', 'matches'], at: 'player', portable: true },
    candle: { name: 'candle', at: 'nowhere', light: true, litWith: 'matches', portable: true },
    note: { name: 'note', at: 'cellar', portable: true, text: 'Meet me at noon.' },
    hatch: { name: 'hatch', at: 'bar', openable: true },
    spoon: { name: 'spoon', at: 'ida', portable: true },
    bell: { name: 'bell', at: 'yard', portable: true },
  },
  people: {
    ida: {
      name: 'Ida',
      at: 'bar',
      pronoun: 'she',
      topics: {
        soup: { answer: '“Leek,” says Ida. “It is fourpence a bowl.”' },
        room: { answer: '“Upstairs,” says Ida.' },
      },
    },
    otto: {
      name: 'Otto',
      at: 'bar',
      pronoun: 'he',
      topics: { bell: { answer: '“It cracked in the frost,” says Otto.' } },
    },
    wanderer: { name: 'old woman', at: 'yard', pronoun: 'she' },
    bertram: { name: 'Bertram Fell', aliases: ['miller', 'Bertram'], at: 'mill', pronoun: 'he' },
  },
}

/** The state in which Ida has been talked to. */
const greeted = perform(world, {}, { act: 'talk', person: 'ida' }, { seq: 1, phrases, random: () => 0 }).state

/** What the player reads after the last of some lines. */
function play(...lines: string[]): string {
  return playIn(world, ...lines)
}

function playIn(world: World, ...lines: string[]): string {
  let state: WorldState = {}
  let output: string[] = []
  for (const [index, line] of lines.entries()) {
    const { acts, question } = parse(line, { world, state, lexicon })
    const all = [...acts.map(({ act }) => act), ...(question ? [{ act: 'ask-back', question }] : [])]
    output = []
    for (const [position, act] of all.entries()) {
      const performed = perform(world, state, act, {
        seq: index + 1,
        phrases,
        random: () => 0,
        endTurn: position === all.length - 1,
      })
      state = performed.state
      if (performed.summary !== '') output.push(performed.summary)
    }
  }
  return output.join(' ')
}

describe('an order to a person', () => {
  it.each(['Ida, open the hatch', 'ask Ida to open the hatch', 'Ida, could you open the hatch?'])(
    'is done if it is a favour: %s',
    (order) => {
      expect(play(order)).toBe('Ida opens the hatch.')
      expect(play(order, 'close the hatch')).toBe('You close the hatch.')
    },
  )

  it('is not done twice', () => {
    expect(play('Ida, open the hatch', 'Ida, open the hatch')).toContain('It is so already')
  })

  it('to come along or to stay is answered', () => {
    expect(play('Otto, come with me')).toMatch(/Otto/)
    expect(play('Otto, come with me')).not.toMatch(/I see|thinks that over|Is that so/)
    expect(play('ask Otto to wait here')).toMatch(/not going anywhere|Otto stays/)
  })

  it('to hand over what they have or do not have is refused', () => {
    expect(play('Ida, give me the spoon')).toMatch(/That stays with me|moves a hand over the spoon/)
    expect(play('Otto, give me the spoon')).toMatch(/nothing of the kind|two empty hands/)
  })

  it('to allow something is refused as such', () => {
    expect(play('Otto, let me pass')).toMatch(/allow/)
  })

  it('of another kind is refused in character', () => {
    expect(play('Otto, dance on the table')).toMatch(/Dance on the table|I do not take orders/)
  })

  it('is not read from a statement or a greeting', () => {
    const ordersIn = (text: string) => parse(text, { world, state: {}, lexicon }).acts.filter(({ act }) => act.order)
    for (const text of ['Otto, I will open the hatch', 'Good evening, Otto', 'Otto, do not worry', 'Otto, is it open?'])
      expect(ordersIn(text)).toEqual([])
  })
})

describe('words without a name', () => {
  it('are for the one who was talked to last', () => {
    expect(play('talk to Otto', 'say "it is late"')).toContain('Otto')
  })

  it('ask whom they are for if several are here, and the answer completes them', () => {
    expect(play('say "it is late"')).toBe('Whom do you mean: Ida or Otto?')
    expect(play('say "it is late"', 'Otto')).toContain('Otto')
  })

  it('are for the only one who knows of what they name', () => {
    expect(play('Good evening. Is there any soup?')).toContain('“Leek,” says Ida.')
  })

  it.each(['Chilly in here.', 'Stuffy in here, isn’t it?', 'Draughty in here tonight'])(
    'are a remark if they say how it is: %s',
    (remark) => {
      expect(parse(remark, { world, state: {}, lexicon }).acts.map(({ act }) => act.act)).not.toContain('go')
      expect(play('talk to Otto', remark)).toContain('Otto')
    },
  )

  it('ask the one who was talked to what happened there, and the memory what happened', () => {
    const state: WorldState = { focus: { person: 'ida' } }
    const actOf = (text: string) => parse(text, { world, state, lexicon }).acts[0]!.act
    expect(actOf('What has happened?')).toEqual({ act: 'recall' })
    expect(play('talk to Ida', 'What has happened here?')).toContain('Ida')
    expect(play('talk to Ida', 'What has happened?')).not.toContain('Ida')
    expect(play('tell Ida that it is late', 'recap')).not.toContain('late')
  })

  it('promise something to the one who is named', () => {
    const state: WorldState = { focus: { person: 'ida' } }
    const actOf = (text: string) => parse(text, { world, state, lexicon }).acts[0]!.act
    expect(actOf('I promise Otto to fetch the doctor')).toMatchObject({ act: 'say', person: 'otto', topic: 'promise' })
    expect(actOf('Thank you Otto')).toMatchObject({ person: 'otto' })
  })
})

describe('names', () => {
  it('are given by those who have one', () => {
    expect(play('talk to Ida', "what's your name?")).toContain('“Ida')
    expect(play('go north', "what's your name?")).toMatch(
      /what the others do|do not use it|plain one|keep it for those/,
    )
  })

  it('of the only person who is here answer "who is that?"', () => {
    expect(play('go north', 'who is that?')).toContain('the old woman')
    expect(play('who is that?')).toContain('Ida and Otto are here')
  })

  it('that the player has only read are of people who are absent', () => {
    expect(play('accuse Bertram')).toBe('Bertram Fell is not here.')
  })
})

describe('prices', () => {
  it('are those that were named last', () => {
    expect(play('what would it cost me?')).not.toContain('fourpence')
    expect(play('ask Ida about the soup', 'what would it cost me?')).toContain('It is fourpence a bowl.')
  })

  it('of a thing that has none are asked of the person who is here', () => {
    expect(play('go north', 'how much is the bell?')).toContain('old woman')
  })
})

describe('"go and find"', () => {
  it('goes where the player last saw someone or something', () => {
    expect(play('go north', 'go find Otto')).toContain('A low room.')
    expect(play('go north', 'go south', 'find the bell')).toMatch(/yard/)
  })

  it('says what is known, or that nothing is', () => {
    expect(play('find Bertram')).toContain('Your cousin Bertram Fell wrote from the mill')
    expect(play('find Otto')).toContain('Otto is here')
    expect(play('find the note')).toMatch(/not come across/)
  })
})

describe('a question about the state', () => {
  it.each([
    ['is the hatch open?', 'The hatch is closed.'],
    ['is the hatch locked?', 'The hatch has no lock.'],
    ['who has the spoon?', 'Ida has the spoon.'],
    ['who has the matches?', 'You have the box of matches with you.'],
  ])('%s', (question, answer) => {
    expect(play(question)).toBe(answer)
  })
})

describe('a question that goes on with a talk', () => {
  it('is for the one who was talked to last', () => {
    expect(play('ask Otto about the bell', 'why do you say that?')).toContain('Otto')
    expect(play('ask Ida about the soup', 'can I have a chair?')).toContain('Ida')
  })

  it('is not answered twice in one turn', () => {
    expect(play('Ida, what is in the soup? Tell me about the soup.')).toBe(
      '“Leek,” says Ida. “It is fourpence a bowl.”',
    )
  })

  it('with they is not about a thing that was named before', () => {
    expect(play('examine the matches', 'ask Ida about the soup', 'where are they?')).toContain('Ida')
  })
})

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

describe('an act behind going', () => {
  it('is read at the place where it happens', () => {
    expect(play('go north and take the bell')).toContain('You take the bell.')
    expect(play('go north', 'go north', 'go back and talk to Ida')).toContain('Ida')
  })

  it('is done as often as is said', () => {
    const { acts } = parse('go north twice', { world, state: {}, lexicon })
    expect(acts.map(({ act }) => act)).toEqual([
      { act: 'go', to: 'north' },
      { act: 'go', to: 'north' },
    ])
  })
})

it('everything from a thing that has nothing is not everything that is here', () => {
  expect(play('examine the table and take everything from it')).not.toContain('You take')
})

describe('a question of where a thing is', () => {
  it('remembers where the player left a thing that the person talked to has something to say about', () => {
    const lines = ['take the bell', 'drop the bell', 'south', 'ask Otto about the soup', 'where is the bell?']
    const [moved, left] = [play('north', ...lines), play('north', ...lines.slice(0, -1), 'where did I put the bell?')]
    for (const answer of [moved, left]) {
      expect(answer).toContain('yard')
      expect(answer).not.toContain('frost')
    }
  })
})

describe('news of a person', () => {
  const news = 'say to Ida that a miller is at the mill'

  it('does not make the listener say a name that the player never heard', () => {
    const stranger = { ...world, opening: 'It rains.' }
    expect(playIn(stranger, news)).not.toMatch(/Bertram Fell/)
    expect(play(news)).toMatch(/Bertram Fell/)
    expect(playIn(stranger, 'say to Ida that Bertram is at the mill')).toMatch(/Bertram Fell/)
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

it('what a person thinks of another one is no answer to where that one is', () => {
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

describe('what is only described', () => {
  it('holds what is put on it', () => {
    expect(play('put the matches on the table')).toBe('You put the box of matches on the table.')
    expect(play('put the matches on the table', 'take the matches from the table')).toMatch(/box of matches/)
  })
})

it('a gesture is done, and changes nothing', () => {
  const text = 'sing a sad song'
  expect(perform(world, {}, { act: 'unknown', text }, { seq: 1, phrases }).summary).toBe(
    'You sing a sad song. Nothing else comes of it.',
  )
})

describe('a match', () => {
  it('lights the place for the rest of the sentence', () => {
    expect(play('go down', 'strike a match and read the note')).toContain('Meet me at noon.')
    expect(play('go down', 'strike a match and take the note', 'read the note')).toBe('It is too dark to read.')
  })

  it('has burnt down in the next turn', () => {
    expect(play('go down', 'strike a match', 'read the note')).toMatch(/too dark|cannot see/)
  })
})
