import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { readCampaign, WorldPlayer } from '../src/index.ts'
import { buildPremise } from '../src/premise/index.ts'

const bell =
  'You are the new schoolteacher of a mountain village. The school bell has vanished, and the children will not say a word about it.\nGenre: fantasy'

const worlds = new Map<string, WorldPlayer['world']>()

beforeAll(async () => {
  const { campaign } = await readCampaign(join(import.meta.dirname, '../../content/campaigns/packet-boat'))
  worlds.set('packet-boat', campaign!.world)
  worlds.set('school-bell', buildPremise(bell, { plot: 'secret' }))
})

/** Plays prompts in a shipped campaign, and returns what the last one was answered with. */
function play(campaign: string, ...prompts: string[]): string {
  const player = new WorldPlayer(worlds.get(campaign)!)
  return prompts.map((prompt) => player.play(prompt).text).at(-1)!
}

const crake = (...prompts: string[]) => play('packet-boat', 'walk to the causeway', ...prompts)
const tobit = (...prompts: string[]) => play('packet-boat', 'north', ...prompts)

describe('a question beside a person', () => {
  it('goes to the one who was talked to, not to the records', () => {
    const text = crake('hello Crake', 'ask Crake about the road', 'and who is this Nan?')
    expect(text).toContain('keeps my books')
    expect(text).not.toMatch(/turn \d|remember/i)
  })

  it('is quoted from the past if it asks what was said, without numbers of turns', () => {
    const text = crake('ask Crake about the road', 'what did Crake say about the road?')
    expect(text).toContain('says so')
    expect(text).not.toMatch(/turn \d|typed/)
  })

  it('gets one reply if only a part of it can be answered', () => {
    const text = crake('hello Crake', 'when did they hire you, and have you had supper?')
    expect(text).toContain('half a biscuit')
    expect(text.split('\n\n')).toHaveLength(1)
  })

  it('is answered without a greeting', () => {
    const text = crake('good day, Crake. Have you had any supper?')
    expect(text).toContain('half a biscuit')
    expect(text).not.toContain('You could ask')
  })
})

describe('words that are only said', () => {
  it.each([
    ['sorry about the shouting, it was rude of me', /not cross/],
    ['i promise that nobody will blame you', /tell Nan/],
    ['thank you for the company', /wasn't heavy/],
    ['you lied to me from the start', /I only did|ask Nan|don't tell them/i],
    ["don't worry, it will be fine", /kind|first time|helps/],
    ['shake hands with Crake', /hand/],
    ['insult Crake', /been told/],
    ['you are very kind', /Get on/],
    ['comfort Crake', /kind|first time|helps/],
    ['offer him ten shillings', /Put it away|hands|hold/],
    ['Crake! you great fool. Go home.', /been told/],
  ])('%s', (words, reaction) => {
    const text = crake('hello Crake', words)
    expect(text).toMatch(reaction)
    expect(text).not.toMatch(/no way to do|how to go about|not get as far/)
  })

  it('do not become acts because of the things in them', () => {
    const text = tobit('hello Tobit', 'Tobit! you put out the lamp. I know it.')
    expect(text).not.toMatch(/nothing to be done|put out/)
    expect(text).not.toMatch(/sight/)
  })

  it('beside an act are passed over', () => {
    const text = tobit('take the matches, come on, whatever it takes')
    expect(text).toContain('box of matches')
    expect(text.split('\n\n')).toHaveLength(1)
  })

  it('differ from one person to the next', () => {
    const player = new WorldPlayer(worlds.get('packet-boat')!)
    const lines = ['walk to the causeway', 'thank Crake', 'north', 'north', 'thank Tobit'].map(
      (prompt) => player.play(prompt).text,
    )
    expect(lines[4]!.replaceAll('Tobit', 'Crake')).not.toBe(lines[1])
  })
})

describe('a request to a person', () => {
  it('is theirs although its verbs are acts', () => {
    const text = crake('hello Crake', 'would you let me through and light my way?')
    expect(text).not.toMatch(/will not burn|nothing to light|in sight|see nothing/)
    expect(crake('hello Crake', 'come with me, Crake')).toMatch(/bring the road/)
  })

  it('in words like a choice is the choice', () => {
    expect(crake('hello Crake', 'sneak past him in the dark')).not.toContain('no dark')
  })

  it('beside words of encouragement is not an act', () => {
    const text = tobit('take the brandy', 'give Tobit the brandy, drink up, cheer up')
    expect(text).toContain('pours one glass')
    expect(text).not.toContain('no more to it')
  })
})

describe('a sentence to a person', () => {
  it('that asks after a person is not an act on them', () => {
    const text = tobit('Good evening, Mrs Lamb! Have you spoken to Tobit tonight?')
    expect(text).toContain('ten past nine')
    expect(text).not.toContain('cannot do that')
  })

  it('that refuses is heard', () => {
    expect(crake('hello Crake', 'no, I will not turn back')).toMatch(/As you like|nods slowly|do without|says so/)
  })

  it('is not made of words that only change the mind', () => {
    expect(tobit('no wait, forget that. take the matches')).toMatch(/^\S+ \S+ \S+ the box of matches|^You .*matches\.$/)
  })
})

describe('refusals', () => {
  it('are whole sentences', () => {
    expect(play('school-bell', 'east', 'take the quill')).toMatch(/The reeve pares/)
    expect(play('packet-boat', 'take something warm')).not.toContain('no something')
  })
})

describe('proof', () => {
  it('that is shown to the person whom it is about has an effect', () => {
    const player = new WorldPlayer(worlds.get('school-bell')!)
    player.play('east')
    for (let tries = 0; tries < 6; tries += 1) player.play('force the locked door')
    for (const prompt of ['north', 'open the charter chest', 'take the sealed deed', 'read the sealed deed', 'south'])
      player.play(prompt)
    expect(player.play('show the sealed deed to the reeve').text).toMatch(
      /own name|not meant to|two of us|could not burn it|let off|never spent|One word/,
    )
  })
})

describe('movement in many words', () => {
  it.each([
    ['walk right out over the causeway towards the lighthouse', 'A stone road'],
    ['wander off north until I find some warmth', 'A low room'],
    ['keep walking to the causeway', 'A stone road'],
  ])('%s', (words, place) => {
    expect(play('packet-boat', words)).toContain(place)
  })
})

describe('what was just revealed', () => {
  it('is meant by what is inside, and by a pronoun', () => {
    expect(tobit('up', 'open the portmanteau and take what is inside it')).toContain('clasp knife')
    const player = new WorldPlayer(worlds.get('school-bell')!)
    player.play('east')
    for (let tries = 0; tries < 6; tries += 1) player.play('force the locked door')
    player.play('step in')
    expect(player.play('open the charter chest and read the thing in it').text).toContain('It takes a while to read')
    expect(player.play('take it').text).toContain('sealed deed')
  })
})

describe('a choice in other words', () => {
  it('is the one that has a like verb and the same object', () => {
    expect(play('school-bell', 'east', 'kick the stupid door in, whoever is watching')).toMatch(/force|work at|holds/i)
  })

  it('of giving can be to pour', () => {
    expect(tobit('take the brandy', 'hello Tobit', 'pour Tobit a glass of the brandy')).toContain('pours one glass')
  })
})

describe('several sentences to one person', () => {
  const office = (...prompts: string[]) => play('packet-boat', 'east', ...prompts)

  it.each([
    ['Evening, Mrs Lamb. Filthy weather. Whose coats are those?', /coats/i],
    ['Hello Hester. I have walked all day. What is in the cellar?', /crates/],
    ['Thank you, Hester. Who else is staying here?', /aired for your sister/],
  ])('answer the question at the end: %s', (prompt, answer) => {
    const text = tobit(prompt)
    expect(text).toMatch(answer)
    expect(text).not.toMatch(/seen or heard|haven't heard/)
  })

  it('get an answer to the question after the thanks', () => {
    const text = office('Thanks, Miss Pym. What does it say in the log?')
    expect(text).toContain('sent boy to tower')
  })

  it('show what can be seen if the listener has nothing to say about it', () => {
    expect(office('hello Dorcas', 'Dorcas, what is in the harbour log?')).toMatch(/Dorcas Pym[^]*9\.00, light out/)
  })
})

describe('a question of fact', () => {
  it.each([
    ['Where can I find Mr Haskell?', /chandlery/],
    ['Hester, where might I meet Haskell at this hour?', /chandlery/],
    ['Mr Rudd, where does Haskell keep himself?', /chandlery/],
  ])('about where a person is names a place: %s', (prompt, place) => {
    expect(tobit('hello Hester', prompt)).toMatch(place)
  })

  it('about where a person is gets no gossip', () => {
    const text = play('school-bell', 'hello', 'Where could I meet the parish clerk?')
    expect(text).toMatch(/where|sent? you somewhere|Not here/i)
    expect(text).not.toContain('hands')
  })

  it.each(['Who is here with us?', 'Who else is about?', 'Who else is in this room?', 'Is anybody else here with me?'])(
    'about who is here is answered by the scene: %s',
    (prompt) => {
      expect(crake('hello Crake', prompt)).toMatch(/Crake is here/)
      expect(play('school-bell', 'hello', prompt)).toMatch(/child is here/)
    },
  )

  it.each(['It was Haskell, was it not?', "Nan has the key, hasn't she?", "It was Tobit, wasn't it?"])(
    'with a tag is put to who is here, not to the one it names: %s',
    (prompt) => expect(crake('hello Crake', prompt)).not.toMatch(/is not here|nobody of that name/),
  )

  it.each([
    ['whose is that glass there on the table?', /seen with a glass/],
    ['why does your glass stand empty on such a night, Tobit?', /seen with a glass/],
  ])('about what is before the listener is not about something else: %s', (prompt, answer) => {
    expect(tobit('hello Tobit', prompt)).toMatch(answer)
  })

  it('about how far a place is gets the way there', () => {
    expect(tobit('hello Hester', 'Hester, how far is it to the fish market?')).toMatch(/south.*market/i)
  })

  it('and an order after it without a name are for the same listener', () => {
    const text = tobit('hello Hester', 'Hester, is he ill? I should like a word with him. Send it to my room.')
    expect(text).not.toMatch(/nobody whom|nothing like that/)
  })

  it('goes to the one who was talked to, although it is about the past', () => {
    expect(crake('hello Crake', 'And who has been feeding all the gulls?')).toContain('Crake')
  })
})
