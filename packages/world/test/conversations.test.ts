import { lexicon, phrases } from '@narratoria/content'
import { describe, expect, it } from 'vitest'
import { perform, type WorldState } from '../src/index.ts'
import { parse } from '../src/parse/index.ts'
import { play, playIn, world } from './inn.ts'

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
