import { join } from 'node:path'
import { readdirSync } from 'node:fs'
import { phrases } from '@narratoria/content'
import { offerActs } from '@narratoria/world'
import { beforeAll, describe, expect, it } from 'vitest'
import { readCampaign, WorldPlayer } from '../src/index.ts'

const shipped = join(import.meta.dirname, '../../content/campaigns')
const worlds = new Map<string, WorldPlayer['world']>()

beforeAll(async () => {
  for (const name of readdirSync(shipped)) {
    const { campaign } = await readCampaign(join(shipped, name))
    if (campaign) worlds.set(name, campaign.world)
  }
})

/** Plays prompts in a shipped campaign, and returns what the last one was answered with. */
function play(campaign: string, ...prompts: string[]): string {
  const player = new WorldPlayer(worlds.get(campaign)!)
  return prompts.map((prompt) => player.play(prompt).text).at(-1)!
}

// Hester leaves the inn for the quay.
const untilHesterGoes = Array<string>(17).fill('wait')

const pell = (...prompts: string[]) => play('packet-boat', ...prompts)
const brannoc = (...prompts: string[]) => play('nobody-aboard', ...prompts)

describe('a question about the story', () => {
  it.each([
    ['who wrote it?', ['read the letter'], "Ruth's letter"],
    ['who is R?', ['read the letter'], 'Your sister Ruth'],
    ['whatever became of the theodolite?', ['read the letter'], 'forty drawings and the theodolite'],
    ['who am I, and why am I here?', [], 'The packet boat is due at midnight'],
    ['who is Haskell?', [], 'Nobody has told you who that is.'],
    ['who is Haskell?', ['north', 'ask Hester about the coats', 'up'], "out the back of Haskell's"],
    ['who is Haskell?', ['north', 'ask Hester about the coats'], 'never owed me a penny'],
    ['what time is it?', [], 'due at midnight'],
    ['is anyone around?', ['north'], 'Hester Lamb and Tobit are here.'],
    ['is anyone around?', [], 'There is nobody here.'],
    ['where did Hester go?', ['north', ...untilHesterGoes, 'talk to Tobit'], 'She went south.'],
    ['is Hester here?', ['north', ...untilHesterGoes, 'talk to Tobit'], 'She went south.'],
    ['is Hester here?', ['north', 'talk to Tobit'], /^Hester Lamb is here/],
    ['where is Hester now?', [...untilHesterGoes, 'wait', 'wait', 'east'], 'You last saw Hester Lamb at the quay.'],
    ['how do I get to the causeway?', [], 'south'],
    ['where has Hester wandered off to?', ['north', 'up'], 'You last saw Hester Lamb at the Dry Anchor.'],
  ])('%s', (question, before, answer) => {
    expect(pell(...before, question)).toMatch(answer)
  })

  it('without an answer is not answered twice', () => {
    const text = pell('what is the king called? and who has the moon?')
    expect(text.split('\n\n')).toHaveLength(1)
  })
})

describe('words to a person', () => {
  it.each(['Tobit follow me', 'cmon Tobit follow me', 'ok tobit wait here'])('%s: need no comma', (prompt) => {
    expect(pell('north', prompt)).toMatch(/I am to sit here|stays where he is|was not going anywhere/)
  })

  it('are an order to the person named last, without a comma', () => {
    expect(brannoc('follow me Quill')).toContain('“I stop with the shuttle,” says Quill.')
    expect(pell('north', 'talk to Tobit', 'come with me Hester Lamb')).toContain('says Hester Lamb')
    expect(pell('north', 'talk to Hester', 'come along Tobit')).toContain('says Tobit')
  })

  it('need no comma in a question, independent of the last speaker', () => {
    expect(pell('north', 'ask Tobit about the light', 'hester what are all these coats for?')).toContain('Nine coats')
    expect(pell('north', 'talk to Hester', 'tobit can you light the lamp?')).toContain('No burner')
  })

  it('are theirs after a greeting', () => {
    expect(brannoc('north', 'east', 'hello Number Four, who eats here?')).toContain('Two a day')
  })

  it('without a comma are a request that the person can answer', () => {
    const before = ['north', 'take the bottle of brandy', 'show Tobit the letter', 'ask Tobit about the log']
    expect(pell(...before, 'show Tobit the letter', 'ask Tobit about your sister', 'go with me Tobit')).toMatch(
      /I am to sit here/,
    )
    expect(brannoc('north', 'east', 'order a soup')).toContain('One celery')
  })

  it('are reacted to by whom they are about, and remembered', () => {
    const news = 'tell Hester that Dorcas is a spy'
    expect(pell('north', news)).toContain('Dorcas Pym')
    expect(pell('north', news, news)).toContain('You have told me that')
  })

  it('that accuse another of what the listener saw the player do are not believed', () => {
    const before = ['north', 'ask Hester about the brandy', 'take the brandy', 'ask Hester about the brandy']
    expect(pell(...before, 'tell Hester that Tobit stole the brandy')).toContain('It was you who took')
  })
})

describe('a prompt with several clauses', () => {
  it('is answered for each clause', () => {
    expect(pell('juggle three herrings and read the letter')).toContain('juggle three herrings')
  })

  it('is answered in the order of its clauses, also if one is said twice', () => {
    const text = pell('say juggle a herring, read the letter and juggle a herring')
    expect(text.lastIndexOf('juggle a herring')).toBeGreaterThan(text.indexOf('theodolite'))
  })

  it('has clauses of time that are not questions', () => {
    expect(pell('north', 'when nobody looks I pocket the matches', 'inventory')).toContain('box of matches')
    expect(pell('north', 'up', 'while she is away, open the portmanteau and take it all', 'inventory')).toContain(
      'knife',
    )
  })

  it('describes a place once', () => {
    expect(pell('walk to the pub and look around').match(/A low room/g)).toHaveLength(1)
  })

  it('goes on with the verb of the clause before', () => {
    const text = pell('north', 'up', 'look at the window and under the beds')
    expect(text).not.toContain('Dry Anchor again')
    expect(text).toContain('turned the other down')
  })
})

describe('things and places', () => {
  it('are taken in one sentence', () => {
    expect(pell('north', 'up', 'open the portmanteau and take everything')).toContain(
      'the clasp knife and the woollen muffler',
    )
  })

  it('that were handed over can be taken once', () => {
    const given = ['north', 'east', 'order a soup']
    expect(brannoc(...given, 'take the soup')).not.toContain('already')
    expect(brannoc(...given, 'take the soup', 'take the soup')).toContain('already')
  })

  it('are lit up by a match for a moment', () => {
    const before = ['north', 'take the matches', 'take the brandy', 'wait', 'wait', 'wait', 'go down', 'light a match']
    expect(pell(...before)).toMatch(/casks|You strike one/)
  })

  it('are gone to by their bare name, and by what leads there', () => {
    expect(brannoc('north', 'canteen please')).toContain('Tables for sixty')
    expect(brannoc('hop in the shuttle')).toContain('Three seats')
    expect(brannoc('north', 'north', 'go through the green door')).toContain('pigeonholes')
  })

  it('that are only described are not denied', () => {
    expect(pell('examine the fourteen bollards')).not.toMatch(/see no/)
    expect(pell('take the fourteen bollards')).not.toMatch(/see no/)
  })

  it('have names without the words around them', () => {
    expect(pell('open the casket while the tide is out')).toMatch(/no casket here\.$/)
    expect(pell('talk to somebody')).not.toContain('no somebody')
  })
})

it('names the exits that the description names', () => {
  expect(brannoc('north')).toContain('north to the garden, east to the canteen')
})

it('speaks of a machine as it', () => {
  expect(brannoc('north', 'east', 'hello Number Four')).toMatch(/ask it about|it might/)
})

it('says what the story is about in the first turn', () => {
  expect(pell('look')).toContain('to find out why the light is out')
})

it('offers other choices while a conversation stands still', () => {
  const player = new WorldPlayer(worlds.get('packet-boat')!)
  player.play('north')
  const offered = Array.from({ length: 6 }, () => {
    player.play('wait')
    return offerActs(player.world, player.state, { phrases }).map(({ text }) => text)
  })
  expect(new Set(offered.map(String)).size).toBeGreaterThan(2)
})
