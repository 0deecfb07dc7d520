import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { readCampaign, WorldPlayer } from '../src/index.ts'

const worlds = new Map<string, WorldPlayer['world']>()

beforeAll(async () => {
  for (const name of ['packet-boat', 'school-bell']) {
    const { campaign } = await readCampaign(join(import.meta.dirname, '../../content/campaigns', name))
    worlds.set(name, campaign!.world)
  }
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
    ['sorry about the shouting, it was rude of me', /said now|nods|worse|something to say/],
    ['i promise that nobody will blame you', /hold you|considers|Then do it/],
    ['thank you for the company', /little enough|good part|thank me yet|inclines/],
    ['you lied to me from the start', /Who says|goes still|seen this|laughs|much too quickly/],
    ["don't worry, it will be fine", /kind|first time|helps/],
    ['shake hands with Crake', /hand/],
    ['insult Crake', /called that|go by|finished|not saying/],
    ['you are very kind', /nothing to add|whom you can mean|where you come from/],
    ['comfort Crake', /kind|first time|helps/],
    ['offer him ten shillings', /Put it away|hands|hold/],
    ['Crake! you great fool. Go home.', /called that|go by|finished|not saying/],
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
    expect(crake('hello Crake', 'come with me, Crake')).toMatch(/Not for money|my place|without me|on your word/)
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
      /own name|not meant to|two of us|could not burn it/,
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
