import { join } from 'node:path'
import { phrases } from '@narratoria/content'
import { beforeAll, describe, expect, it } from 'vitest'
import { readCampaign, WorldPlayer } from '../src/index.ts'

const names = ['packet-boat', 'nobody-aboard', 'door-without-a-handle', 'school-bell']
const worlds = new Map<string, WorldPlayer['world']>()

beforeAll(async () => {
  for (const name of names) {
    const { campaign } = await readCampaign(join(import.meta.dirname, '../../content/campaigns', name))
    worlds.set(name, campaign!.world)
  }
})

/** The campaign and the prompts with which the player meets each of the main people. */
const ways: Record<string, [campaign: string, ...prompts: string[]]> = {
  hester: ['packet-boat', 'north', 'hello Hester'],
  tobit: ['packet-boat', 'north', 'hello Tobit'],
  crake: ['packet-boat', 'south', 'hello Crake'],
  dorcas: ['packet-boat', 'east', 'hello Dorcas'],
  nan: ['packet-boat', 'west', 'hello Nan'],
  haskell: ['packet-boat', 'west', 'north', 'hello Haskell'],
  absalom: ['packet-boat', 'west', 'west', 'up', 'hello Absalom'],
  quill: ['nobody-aboard', 'hello Quill'],
  odile: ['nobody-aboard', 'north', 'north', 'hello Odile'],
  brannoc: ['nobody-aboard', 'north', 'up', 'hello Brannoc'],
  four: ['nobody-aboard', 'north', 'east', 'hello'],
  keeper: ['door-without-a-handle', 'light the torch', 'hang the torch in the iron ring', 'knock', 'north', 'hello'],
}

/** What a person answers to the last of some lines. */
function ask(person: string, ...lines: string[]): string {
  const [campaign, ...before] = ways[person]!
  const player = new WorldPlayer(worlds.get(campaign)!)
  return [...before, ...lines].map((prompt) => player.play(prompt).text).at(-1)!
}

/** Lines that say that something was not understood or is not known. */
const evasive =
  /narrator|not sure how to|Nothing comes of that|seen or heard|nobody has told you|not clear what you mean|I could not say|ask somebody else|Because it is so|name no names/i

const smallTalk = [
  'so how have you been?',
  'who might you be?',
  'what sort of work is it?',
  'have you got any brothers or sisters?',
  'what year were you born?',
  'is there something you need?',
  'what frightens you?',
  'have you always lived here? where were you born?',
  'what on earth for?',
  'are you quite certain of that?',
  'how did you find out about it?',
  'you must take me for a fool, stop lying',
  'that was most kind of you',
  'you brute',
  'I had better be going',
  'come along with me',
]

describe.each(Object.keys(ways))('%s', (person) => {
  it.each(smallTalk)('answers: %s', (words) => {
    const text = ask(person, words)
    expect(text).not.toMatch(evasive)
    expect(text).toMatch(/[“"]/)
  })

  it('does not say the same thing to two questions about themselves', () => {
    const [campaign, ...before] = ways[person]!
    const player = new WorldPlayer(worlds.get(campaign)!)
    for (const prompt of before) player.play(prompt)
    const answers = smallTalk.slice(0, 7).map((words) => player.play(words).text.split('\n\n')[0])
    expect(new Set(answers).size).toBe(answers.length)
  })
})

describe('the replies of the shipped campaigns', () => {
  const common = ['when', 'who', 'where', 'number', 'self', 'heard', 'told', 'order', 'follow']

  it.each(names)('in %s have kinds that exist', (name) => {
    const { people, places, things, facts = {} } = worlds.get(name)!
    const isKnown = (key: string) =>
      [`reply.${key}.pattern`, `social.${key}.pattern`].some((each) => phrases[each] !== undefined) ||
      common.includes(key) ||
      [people, places, things, facts].some((all) => key in all)
    const keys = Object.values(people).flatMap(({ replies = {} }) => Object.keys(replies))
    expect(keys.filter((key) => !isKnown(key))).toEqual([])
  })

  it('are said by one person only', () => {
    const lines = names.flatMap((name) =>
      Object.values(worlds.get(name)!.people).flatMap(({ name: own, replies = {} }) =>
        Object.values(replies)
          .flat()
          .map((line) => line.replaceAll(own, '')),
      ),
    )
    expect(lines.filter((line, index) => lines.indexOf(line) !== index)).toEqual([])
  })
})

describe('words in a conversation that could be acts', () => {
  it.each([
    ['quill', 'wait for me here, will you', /going anywhere|no effort/],
    ['nan', 'if you refuse I will tell the constable', /seven foot/],
    ['four', 'forgive me', /not spilt any/],
    ['hester', 'I will bring you a goose tomorrow', /chalk that up/],
    ['absalom', 'your brother has been found dead', /find my spade/],
    ['odile', 'the boy is badly hurt', /put.* down the twine/],
    ['dorcas', 'hello once more', /Nine o'clock|Go on|tell me something/i],
    ['crake', 'you will be sorry', /sooner you didn't/],
    ['brannoc', 'bear with me, would you', /Brannoc/],
    ['haskell', 'I am inspecting your scales', /Haskell/],
    ['tobit', "what's in your flask?", /Tobit/],
    ['keeper', 'do I have to sign anything?', /Ansel/],
    ['four', 'what is going on?', /Two yesterday/],
    ['quill', 'is she a good cook?', /Quill/],
  ])('are said to %s: %s', (person, words, answer) => {
    const text = ask(person, words)
    expect(text).toMatch(answer)
    expect(text).not.toMatch(evasive)
    expect(text).not.toMatch(/^You |You see no|You are here/)
  })

  it.each([
    ['quill', 'I examine the form'],
    ['dorcas', 'look at the chart'],
    ['nan', "I'm going east"],
    ['hester', 'wait a moment'],
    ['tobit', 'go up the stairs'],
    ['haskell', "I'll go south"],
  ])('are acts beside %s: %s', (person, words) => {
    expect(ask(person, words)).not.toMatch(/says|“You have hands/)
  })
})

describe('a dialogue', () => {
  it.each([
    ['hester', ['who is sitting over there?'], /That is Tobit|look.*Tobit/],
    ['tobit', ['and who is she?'], /Hester Lamb/],
    ['crake', ['my brother is a carter too'], /Nan|Crake/],
    ['dorcas', ['which way do I go to get to the fish market?'], /West to the quay/],
    ['quill', ['whereabouts is the canteen?'], /north.*canteen/i],
    ['quill', ['I can hear you chewing. What is it that you are eating?'], /Salt/],
    ['quill', ['Thank you. It is a cold place. Which way is the canteen?'], /north.*canteen/i],
    ['odile', ['A fine place. I like it. Who planted the lemon tree?'], /Matthijs/],
    ['odile', ['where might Quill be found?'], /shuttle|dock/],
    ['nan', ['is there a path to the lighthouse?'], /over the weed/],
    ['nan', ['how would one get to the chapel?'], /West to Chapel Lane/i],
    ['keeper', ['tell me about Irma', 'and did she sing?'], /laughed loud/],
    ['absalom', ['what is Hester Lamb like?'], /She sends a pie/],
    ['odile', ['would you be able to stay here by yourself?'], /heads|Odile/],
    ['brannoc', ['could you be so good as to stop the clock?'], /four degrees/],
  ])('with %s: %j', (person, lines, answer) => {
    const text = ask(person, ...lines)
    expect(text).toMatch(answer)
    expect(text).not.toMatch(evasive)
  })
})
