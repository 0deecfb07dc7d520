import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { readCampaign, WorldPlayer } from '../src/index.ts'

const worlds = new Map<string, WorldPlayer['world']>()

beforeAll(async () => {
  for (const name of ['packet-boat', 'nobody-aboard', 'school-bell']) {
    const { campaign } = await readCampaign(join(import.meta.dirname, '../../content/campaigns', name))
    worlds.set(name, campaign!.world)
  }
})

/** What the player reads after the last of some prompts in a shipped campaign. */
function play(campaign: string, ...prompts: string[]): string {
  const player = new WorldPlayer(worlds.get(campaign)!)
  return prompts.map((prompt) => player.play(prompt).text).at(-1)!
}

const station = (...prompts: string[]) => play('nobody-aboard', ...prompts)
const garden = (...prompts: string[]) => station('north', 'north', ...prompts)
const cabins = (...prompts: string[]) => station('north', 'down', ...prompts)
const cabin = (...prompts: string[]) =>
  station('north', 'east', 'ask for soup', 'west', 'down', 'knock on the door', 'west', ...prompts)
const school = (...prompts: string[]) => play('school-bell', ...prompts)

describe('a person whose voice is heard everywhere', () => {
  it.each([
    [() => station('Brannoc, is there anybody aboard?'), /My list has sixty names/],
    [() => station('north', 'ask Brannoc about the garden'), /whatever was necessary/],
    [() => station('north', 'ask Brannoc about the garden', 'why?'), /They did not say to whom/],
    [() => station('north', 'hello?'), /says Brannoc/],
  ])('answers in other places, %#', (turn, answer) => {
    expect(turn()).toMatch(answer)
  })

  it('is nowhere denied', () => {
    expect(garden('is Brannoc here?')).toMatch(/only a voice|but the voice/)
    expect(garden('show the form to Brannoc')).toMatch(/only a voice|but the voice/)
  })

  it('leaves the words to those who are there', () => {
    expect(garden('hello')).toContain('Odile Brandt')
    expect(garden('hello')).not.toContain('Brannoc')
  })

  it('takes a report for the record only at its own place', () => {
    const report = 'say to Brannoc that there is mail aboard'
    const post = ['ask Quill about the mail', 'in', 'take the sack', 'out', 'n', 'n', 'e', 'open the sack', 's', 'w']
    expect(station(...post, report)).toContain('only what is said at the cloth')
    expect(station(...post, 'up', report)).toContain('Would you repeat that')
  })
})

describe('words that are said aloud', () => {
  it('are heard behind a closed door', () => {
    expect(cabins('say I will not hurt you')).toMatch(/door of cabin nine[^]*listens/)
    expect(cabins("who's in there? come on out")).toMatch(/door of cabin nine/)
  })

  it('are heard in the next room where a person was seen', () => {
    expect(school('north', 'say hello')).toMatch(/nearest child/)
    expect(school('north', "who's there?")).toMatch(/nearest child/)
  })

  it('that are shouted are heard by a person who is here', () => {
    expect(garden('shout')).toContain('she is not deaf')
  })
})

describe('a person who is brought along', () => {
  it('and is not there leaves the player where they are', () => {
    const text = cabin('east', 'up', 'bring Jun to the shuttle')
    expect(text).toMatch(/^Jun is not here\. You last saw him at Cabin Nine\.$/)
    expect(cabin('east', 'up', 'come to the dock, Jun')).toMatch(/^Jun is not here/)
  })

  it('is followed where they went', () => {
    const opened = ['ask Quill about the mail', 'in', 'take the sack', 'out', 'n', 'n', 'e', 'open the sack', 'w']
    const went = [...opened, 'tell Odile that the post office is open', 's']
    expect(station(...went, 'go to Odile')).toMatch(/post office|counter|letter/i)
    expect(station(...went, 'go to Odile')).not.toContain('Odile Brandt is not here')
  })
})

describe('a question about the room', () => {
  it.each([
    [() => station('north', 'where do all the doors go?'), /north to the garden/],
    [() => garden('where is that smell coming from?'), /Earth\. Lemon\./],
    [() => garden('who waters all this?'), /The can does that/],
    [() => station('north', 'up', 'how many minutes are left?'), /hundred and seventy/],
  ])('is answered by what is there, %#', (turn, answer) => {
    expect(turn()).toMatch(answer)
  })

  it('is put to the one who is here where the player does not know', () => {
    expect(garden('who sings at night?')).toContain('Odile Brandt')
  })
})

describe('the hour', () => {
  it('is the last that was heard, and not that of the opening', () => {
    const waited = Array.from({ length: 16 }, () => 'wait')
    expect(station('what time is it?')).toContain("It is three o'clock")
    expect(station(...waited, 'what time is it?')).toContain('half past three')
    expect(station(...waited, 'what time is it?')).not.toContain("three o'clock")
  })
})

describe('a question where a person is', () => {
  it('needs no roll, and is not answered by one who keeps silent', () => {
    const text = cabin('east', 'up', 'north', 'ask Odile where Jun is')
    expect(text).toMatch(/What boy\?|I eat two soups/)
  })

  it('is answered by one who has named them', () => {
    expect(school('ask the child about the bell', 'ask the child where the parish clerk is')).toContain('churchyard')
  })

  it('has one answer', () => {
    expect(garden('is Quill here?')).toBe('Quill is not here. You last saw him at the dock.')
    expect(cabin('ask Jun about hiding', 'east', 'up', 'is Jun here?')).toMatch(/^Jun is not here\. You last saw/)
  })
})

describe('what a person said', () => {
  it.each(['letter', 'mum'])('is found by a related word: %s', (word) => {
    expect(cabin('ask Jun about hiding', 'east', `what did Jun say about the ${word}?`)).toContain(
      'I wrote and told her',
    )
  })

  it('is not another fact about the same person', () => {
    expect(cabin('ask Jun about hiding', 'e', 'u', 'n', 'say to Odile that Jun got his letter')).not.toContain('I know')
  })
})

describe('words for an act', () => {
  it.each([
    [() => station('refuse to sign'), /You leave the pen on its chain/],
    [() => station('I refuse to sign'), /You leave the pen on its chain/],
    [() => garden('hide behind the plants'), /You hide behind the plants[^]*Odile/],
    [() => station('north', 'up', 'flip a switch'), /laundry/],
    [() => station('north', 'press all the buttons'), /You see no buttons/],
    [() => station('north', 'east', 'have a coffee'), /We have celery/],
    [() => cabin('turn on the radio'), /It is on already/],
    [() => station('Quill, give me some liquorice', 'Quill, give me some liquorice'), /good kind/],
    [() => school('south', 'west', 'force the trunk open'), /force the locked trunk|lock/],
    [() => school('find the clerk', 'go to the tool shed and search it'), /from one end to the other/],
  ])('has a result, %#', (turn, result) => {
    expect(turn()).toMatch(result)
  })

  it('"I brought you" hands over', () => {
    const text = station(
      'north',
      'east',
      'ask for soup',
      'west',
      'down',
      'knock on the door',
      'west',
      'here, I brought you some soup',
    )
    expect(text).toContain('You carry it level')
  })
})
