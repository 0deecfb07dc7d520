import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lexicon, phrases } from '@narratoria/content'
import { type Act, perform, type WorldState } from '../../src/index.ts'
import { parse, type Parsed, resolveName } from '../../src/parse/index.ts'
import { lighthouse } from '../lighthouse.ts'

function read(prompt: string, state: WorldState = {}, choices: string[] = []): Parsed {
  return parse(prompt, { world: lighthouse, state, lexicon, choices })
}

function actsOf(prompt: string, state?: WorldState): Act[] {
  return read(prompt, state).acts.map(({ act }) => act)
}

const bothKeys: WorldState = { at: { brass_key: 'hall', iron_key: 'hall' } }

describe('parse', () => {
  it('prefers what is described here to a thing with the same name elsewhere', () => {
    const wall = { name: 'painted wall', aliases: ['wall'], at: 'jetty' }
    const world = { ...lighthouse, things: { ...lighthouse.things, painted_wall: wall } }
    expect(parse('examine the wall', { world, state: {}, lexicon }).acts[0]?.act).toEqual({
      act: 'examine',
      thing: 'wall',
    })
  })

  it.each(['take the lamp', 'take a lamp'])('takes what is described here for that, not for a way: %s', (prompt) => {
    const jetty = {
      ...lighthouse.places['jetty']!,
      description: 'Lamps burn in the tower to the north.',
      scenery: { lamps: 'Yellow.' },
    }
    const lamp = { name: 'lamp', at: 'lantern' }
    const world = {
      ...lighthouse,
      places: { ...lighthouse.places, jetty },
      things: { ...lighthouse.things, lamp },
      player: { ...lighthouse.player, at: 'jetty' },
    }
    expect(parse(prompt, { world, state: {}, lexicon }).acts.map(({ act }) => act)).toEqual([
      { act: 'take', thing: 'lamps' },
    ])
  })

  it('takes the whole name of what is described here for that, not for a part of a name or for a misspelling', () => {
    const hall = { ...lighthouse.places['hall']!, scenery: { 'oilskin bag': 'Wet.', latern: 'A paper one.' } }
    const world = { ...lighthouse, places: { ...lighthouse.places, hall } }
    const things = ['examine the oilskin bag', 'examine the latern'].map(
      (prompt) => parse(prompt, { world, state: {}, lexicon }).acts[0]?.act.thing,
    )
    expect(things).toEqual(['oilskin bag', 'latern'])
    expect(perform(world, {}, { act: 'examine', thing: 'latern' }, { seq: 1, phrases }).summary).toBe('A paper one.')
  })

  it('takes what is counted for no name that has the number in it', () => {
    const attic = { name: 'attic', aliases: ['number two', 'room two'] }
    const world = { ...lighthouse, places: { ...lighthouse.places, attic } }
    const { acts } = parse('take two ducats', { world, state: {}, lexicon })
    expect(acts.map(({ act }) => act)).not.toContainEqual({ act: 'go', to: 'attic' })
  })

  it('takes one of several that are described here for all of them', () => {
    const hall = { ...lighthouse.places['hall']!, scenery: { candles: 'Candle-ends.' } }
    const world = { ...lighthouse, places: { ...lighthouse.places, hall } }
    const { acts } = parse('examine a candle', { world, state: {}, lexicon })
    expect(acts[0]?.act).toEqual({ act: 'examine', thing: 'candles' })
  })

  it.each<[string, Act[]]>([
    ['light the lantern with the matches', [{ act: 'light', thing: 'lantern', with: 'matches' }]],
    ['ok so i guess i take the lantern please', [{ act: 'take', thing: 'lantern' }]],
    ['tkae the lantren', [{ act: 'take', thing: 'lantern' }]],
    [
      'take the lantern, light it and go up',
      [
        { act: 'take', thing: 'lantern' },
        { act: 'light', thing: 'lantern' },
        { act: 'go', to: 'up' },
      ],
    ],
    ['"Good evening," I say to Oleg', [{ act: 'say', person: 'oleg', text: 'Good evening' }]],
    [
      'Oleg, open the chest',
      [{ act: 'say', person: 'oleg', text: 'open the chest', order: { act: 'open', thing: 'chest' } }],
    ],
    [
      'Oleg, could you wait here?',
      [{ act: 'say', person: 'oleg', text: 'could you wait here?', order: { act: 'wait' } }],
    ],
    ['ask Oleg to follow me', [{ act: 'say', person: 'oleg', text: 'follow me', order: { act: 'follow' } }]],
    [
      'ask oleg where the ship has gone',
      [{ act: 'ask', person: 'oleg', topic: 'ship', text: 'where the ship has gone' }],
    ],
    ['tell oleg that there is a ship', [{ act: 'tell', person: 'oleg', topic: 'ship' }]],
    ['tell oleg that I opened the chest', [{ act: 'tell', person: 'oleg', topic: 'i opened the chest' }]],
    ['will the storm be bad?', [{ act: 'ask', person: 'oleg', topic: 'will the storm be bad?' }]],
    ['will I need a boat?', [{ act: 'recall', text: 'will I need a boat?' }]],
    ['go back to the jetty', [{ act: 'go', to: 'jetty' }]],
    ["take my sister's lantern", [{ act: 'take', thing: 'lantern' }]],
    ['is anybody here?', [{ act: 'recall', topic: 'people' }]],
    ['ring the lantern', [{ act: 'ring', thing: 'lantern' }]],
    ['take the crown', [{ act: 'take', thing: 'crown' }]],
  ])('reads %j', (prompt, acts) => {
    expect(actsOf(prompt)).toEqual(acts)
  })

  it.each([
    "don't take the lantern",
    'if I took the lantern, would it break',
    'what would happen if I took the lantern',
    'Mara says: take the lantern',
    'he takes the lantern',
    'I could have taken the lantern',
  ])('reads no act in %j, and keeps the words', (prompt) => {
    const { acts, rest } = read(prompt)
    expect(acts).toEqual([])
    expect(rest.length).toBeGreaterThan(0)
  })

  it.each([
    ['bake the bread', 'bread', 'bake {the thing}'],
    ['lick the bread', 'bread', 'lick {the thing}'],
    ['take the lantern and shake it out', 'lantern', 'shake {the thing} out'],
    ['hug my lantern to me', undefined, undefined],
  ])('reads what no act covers as an attempt at the thing that is named: %s', (prompt, thing, text) => {
    const { acts } = read(prompt)
    expect(acts.map(({ act }) => act).find(({ act }) => act === 'attempt')).toEqual(
      thing === undefined ? undefined : { act: 'attempt', thing, text },
    )
  })

  it('reads what is done to the body of a person as an attempt at the person', () => {
    for (const prompt of ["put my hand on Oleg's arm", 'take Oleg by the sleeve', 'hold his hand', 'wake the man'])
      expect(actsOf(prompt)).toEqual([
        { act: 'attempt', person: 'oleg', text: expect.stringContaining('{the person}') as string },
      ])
  })

  it('reads words behind a quotation as acts of their own', () => {
    expect(actsOf('"Sorry, Oleg." I take the lantern and go up').map(({ act }) => act)).toEqual(['say', 'take', 'go'])
    expect(actsOf('"Sorry." I say to Oleg').map(({ act }) => act)).toEqual(['say'])
  })

  it.each<[string, string[]]>([
    ['after taking the lantern I light it', ['take', 'light']],
    ['before I go up, I take the lantern', ['take', 'go']],
    ['I go up after taking the lantern', ['take', 'go']],
  ])('orders acts by time: %s', (prompt, names) => {
    expect(actsOf(prompt).map(({ act }) => act)).toEqual(names)
  })

  it('reads pronouns by what was done before', () => {
    expect(actsOf('light it', { focus: { it: 'lantern' } })).toEqual([{ act: 'light', thing: 'lantern' }])
    expect(actsOf('ask him about the storm', { focus: { him: 'oleg' } })).toEqual([
      { act: 'ask', person: 'oleg', topic: 'storm' },
    ])
  })

  it('reads a question with "you" as one to the person who was talked to last, or who is alone here', () => {
    const talking: WorldState = { focus: { last: { act: 'talk', person: 'oleg' } } }
    for (const text of ['are you hungry?', 'who are you?', 'do you have a daughter', 'why did you put out the lamp'])
      expect(actsOf(text, talking)).toEqual([{ act: 'ask', person: 'oleg', topic: text }])
    expect(actsOf('are you hungry?')).toEqual([{ act: 'ask', person: 'oleg', topic: 'are you hungry?' }])
    expect(actsOf('what did you say?', talking)).toEqual([{ act: 'recall', person: 'oleg', topic: 'said' }])
    expect(actsOf('can I hit you?', talking)).toEqual([{ act: 'attack', person: 'oleg' }])
    const alone: WorldState = { at: { player: 'jetty' } }
    expect(actsOf('are you hungry?', alone)).toEqual([{ act: 'say', text: 'are you hungry?' }])
    expect(actsOf('tell me about the storm')).toEqual([{ act: 'ask', person: 'oleg', topic: 'storm' }])
    expect(actsOf('tell me about the storm', alone)).toEqual([{ act: 'recall', topic: 'storm' }])
    expect(actsOf('give the lantern to you')).toEqual([{ act: 'give', thing: 'lantern', person: 'oleg' }])
    expect(actsOf('who are you?', alone)).toEqual([{ act: 'recall', topic: 'narrator' }])
  })

  it('reads a choice by its number and by its words', () => {
    const choices = ['Light the lantern', 'Go up']
    expect(read('2', {}, choices).choice).toBe(2)
    expect(read('light the lantern.', {}, choices).choice).toBe(1)
  })

  it('asks for the choices only for words that may choose one', () => {
    let asked = 0
    const readAmong = (prompt: string) => {
      const given = {
        possible: ['Go up', 'Light the lantern'],
        get choices() {
          asked += 1
          return ['Light the lantern', 'Go up']
        },
      }
      return parse(prompt, Object.assign(given, { world: lighthouse, state: {}, lexicon })).choice
    }
    expect([readAmong('take the lantern'), asked]).toEqual([undefined, 0])
    expect([readAmong('go up'), asked]).toEqual([2, 1])
  })

  it('reads commands of the program', () => {
    expect(read('undo that last turn please').command).toEqual({ name: 'undo' })
    expect(read('save as evening').command).toEqual({ name: 'save', argument: 'evening' })
  })

  it('asks which of two things is meant, and reads the answer', () => {
    const { question } = read('take the key', bothKeys)
    expect(question).toMatchObject({ act: { act: 'take' }, between: ['brass_key', 'iron_key'] })
    const focus = { pending: { ...question!, act: { ...question!.act } as never } }
    for (const answer of ['the iron one', 'iron', 'the second one'])
      expect(actsOf(answer, { ...bothKeys, focus })).toEqual([{ act: 'take', thing: 'iron_key' }])
  })

  it('reads all, both and exceptions', () => {
    expect(actsOf('take both keys', bothKeys)[0]?.things).toEqual(['brass_key', 'iron_key'])
    expect(actsOf('take all the keys except the brass one', bothKeys)).toEqual([{ act: 'take', thing: 'iron_key' }])
  })

  const words = [
    'take',
    'the',
    'all',
    'lantern',
    'and',
    'oleg',
    'with',
    'it',
    'brass',
    'key',
    ',',
    '"',
    'if',
    'not',
    'in',
  ]
  const odd = ['after', 'éé', '🔑', 'constructor', '__proto__', '\u0000', '’s', 'say', 'I', '?', 'on', 'lamp']
  const prompts = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 400 }),
    fc.array(fc.constantFrom(...words, ...odd), { maxLength: 120 }).map((all) => all.join(' ')),
  )

  it('reads any text: acts name what there is or what was typed, and ranges lie in the text', () => {
    const known = new Set([
      '?person',
      '?thing',
      ...[lighthouse.places, lighthouse.things, lighthouse.people, lighthouse.places['hall']!.exits!].flatMap((all) =>
        Object.keys(all),
      ),
    ])
    fc.assert(
      fc.property(prompts, (prompt) => {
        const { acts, rest } = read(prompt)
        for (const { act, start, end } of acts) {
          expect(0 <= start && start <= end && end <= prompt.length).toBe(true)
          const names = [act.thing, act.with, act.where, act.person, ...(act.things ?? [])]
          const typed = prompt.toLowerCase()
          for (const name of names.filter((each) => each !== undefined && !known.has(each) && each !== 'player'))
            for (const word of name!.split(' ')) expect(typed).toContain(word)
        }
        for (const { start, end } of rest) expect(0 <= start && start < end && end <= prompt.length).toBe(true)
      }),
      { numRuns: 400 },
    )
  })

  it.each(['in ', 'and ', 'take the key in ', 'put all and ', 'lantern, ', 'if I ', '"'])(
    'reads a long repetition of %j to its end',
    (part) => {
      expect(read(part.repeat(2_000))).toBeDefined()
    },
  )
})

describe('resolveName', () => {
  it.each([
    ['the sea chest', 'chest'],
    ['Oleg', 'oleg'],
    ["Oleg's knife", 'knife'],
    ['lamp room', 'lamp_room'],
    ['the crown', undefined],
  ])('%s', (name, id) => {
    expect(resolveName(lighthouse, {}, { name, lexicon })).toBe(id)
  })
})
