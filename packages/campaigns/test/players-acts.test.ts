import { join } from 'node:path'
import { lexicon } from '@narratoria/content'
import type { Act } from '@narratoria/world'
import { parse } from '@narratoria/world/parse'
import { beforeAll, describe, expect, it } from 'vitest'
import { readCampaign, WorldPlayer } from '../src/index.ts'

const worlds = new Map<string, WorldPlayer['world']>()

beforeAll(async () => {
  for (const name of ['packet-boat', 'nobody-aboard', 'school-bell', 'door-without-a-handle']) {
    const { campaign } = await readCampaign(join(import.meta.dirname, '../../content/campaigns', name))
    worlds.set(name, campaign!.world)
  }
})

const places: Record<string, [campaign: string, ...way: string[]]> = {
  quay: ['packet-boat'],
  inn: ['packet-boat', 'north'],
  room: ['packet-boat', 'north', 'up'],
  office: ['packet-boat', 'east'],
  causeway: ['packet-boat', 'south'],
  market: ['packet-boat', 'west'],
  shop: ['packet-boat', 'west', 'north'],
  lane: ['packet-boat', 'west', 'west'],
  chapel: ['packet-boat', 'west', 'west', 'up'],
  dock: ['nobody-aboard'],
  corridor: ['nobody-aboard', 'north'],
  garden: ['nobody-aboard', 'north', 'north'],
  canteen: ['nobody-aboard', 'north', 'east'],
  workshop: ['nobody-aboard', 'north', 'west'],
  control: ['nobody-aboard', 'north', 'up'],
  cabins: ['nobody-aboard', 'north', 'down'],
  village: ['school-bell'],
  loft: ['school-bell', 'south', 'west'],
  hall: ['door-without-a-handle'],
  counting: [
    'door-without-a-handle',
    'take the torch',
    'light the torch',
    'read the runes',
    'hang the torch in the iron ring',
    'knock on the door',
    'north',
  ],
  post: ['nobody-aboard', 'ask Quill about the mail', 'in', 'take the mail sack', 'out', 'north', 'north', 'east'],
}

/** What the last of some prompts makes the player do at a place: each act with what it is done to, with, at and for. */
function acts(place: string, ...prompts: string[]): string[] {
  const [campaign, ...way] = places[place]!
  const world = worlds.get(campaign)!
  const player = new WorldPlayer(world)
  const last = prompts.pop()!
  for (const prompt of [...way, ...prompts]) player.play(prompt)
  const parsed = parse(last, { world, state: player.state, lexicon })
  const unclear = parsed.unclear ? [`unclear: ${last.slice(parsed.unclear.start, parsed.unclear.end)}`] : []
  return [...parsed.acts.map(({ act }) => named(act)), ...unclear]
}

function named({ act, thing, things, person, to, where, with: using }: Act): string {
  return [act, things?.join('+') ?? thing, using, where, person, to].filter((part) => part !== undefined).join(' ')
}

describe('words that say how, why, when or how long something is done', () => {
  it.each([
    ['inn', 'take the matches with a wink', ['take matches']],
    ['inn', 'read the slate word by word, frowning', ['read slate']],
    ['inn', 'look at the pies in the hope that somebody offers me one', ['examine pies']],
    ['office', 'read the log as fast as I can', ['read harbour_log']],
    ['office', 'open the rocket box without a word', ['open rocket_box']],
    ['causeway', 'read the notice out loud as though it were a poem', ['read notice']],
    ['market', 'take the lantern, very slowly, and light it', ['take lantern', 'light lantern']],
    ['market', 'pick up the spectacles because somebody may miss them', ['take spectacles']],
    ['market', 'look at the gulls for a long time', ['examine gulls']],
    ['shop', 'grab the ledger while Haskell counts his string', ['take ledger']],
    ['garden', 'smell the lemon with my eyes shut', ['smell lemon']],
    ['workshop', 'take the screwdriver from its place in a hurry', ['take screwdriver']],
    ['control', 'read the Regulations until I find something useful', ['read handbook']],
    ['cabins', 'knock on the ninth door three times', ['knock door_nine']],
    ['loft', 'search the trunk as carefully as possible', ['search locked_trunk']],
    ['hall', 'light the torch so that I can see the runes', ['light torch']],
  ])('%s: %s', (place, words, expected) => expect(acts(place, words)).toEqual(expected))
})

describe('what an act is for', () => {
  it.each([
    ['quay', 'walk over to the harbour office to ask Dorcas about the packet', ['go office', 'ask dorcas']],
    ['quay', 'go to the fish market in order to take the lantern', ['go market', 'take lantern']],
    ['quay', 'go into the inn to get warm', ['go anchor']],
    ['corridor', 'head for the garden to speak to Odile', ['go garden', 'talk odile']],
    [
      'village',
      'run to the village green to ask the shopkeeper about the bell',
      ['go village_green', 'ask shopkeeper'],
    ],
  ])('is done if it is understood. %s: %s', (place, words, expected) => expect(acts(place, words)).toEqual(expected))
})

describe('a condition', () => {
  it.each([
    ['inn', 'if Hester lets me, go down to the cellar', ['go down']],
    ['causeway', 'if Crake does not mind, I read the notice', ['read notice']],
    ['workshop', 'unless somebody stops me, take the screwdriver', ['take screwdriver']],
  ])('is tried as the act that depends on it. %s: %s', (place, words, expected) =>
    expect(acts(place, words)).toEqual(expected),
  )

  it.each([
    ['inn', 'if I had a boat, I would leave the inn'],
    ['inn', 'if I took the matches, would you mind?'],
  ])('of what is only supposed does nothing. %s: %s', (place, words) =>
    expect(acts(place, words).filter((act) => /^(?:go|take|drop)/.test(act))).toEqual([]),
  )
})

describe('going', () => {
  it.each([
    ['quay', 'make my way up to the inn', ['go anchor']],
    ['quay', 'run as fast as my legs can carry me to the causeway', ['go causeway']],
    ['quay', 'push open the door of the Dry Anchor and step inside', ['go anchor']],
    ['inn', 'leave Hester', ['go south']],
    ['inn', 'leave the pub', ['go south']],
    ['quay', 'leave Pell', ['go out']],
    ['quay', 'leave the quay by the east side', ['go east']],
    ['causeway', 'turn round and go back the way I came', ['attempt', 'go back']],
    ['lane', 'climb the steps to the chapel', ['go up']],
    ['corridor', 'climb the ladder', ['go up']],
    ['corridor', 'climb the ladder to the top', ['go up']],
    ['market', 'carry the lantern down to the beach', ['take lantern', 'go shingle']],
  ])('takes the way that the words describe. %s: %s', (place, words, expected) =>
    expect(acts(place, words)).toEqual(expected),
  )
})

describe('a verb with its meaning in a noun', () => {
  it.each([
    ['chapel', 'give the bell rope a good hard tug', ['pull bell_rope']],
    ['market', 'have a close look at the scales', ['examine scales']],
    ['loft', 'give the trunk a shake', ['attempt locked_trunk']],
    ['canteen', 'have a read of the receipts', ['read roll']],
    ['inn', 'give Hester a nod and take the matches', ['talk hester', 'take matches']],
  ])('%s: %s', (place, words, expected) => expect(acts(place, words)).toEqual(expected))
})

describe("the player's clothes and body", () => {
  it.each([
    ['inn', 'slip the matches up my sleeve', ['take matches']],
    ['market', 'tuck the spectacles into my breast pocket', ['take spectacles']],
    ['inn', 'bang my fist on the counter', ['attempt counter']],
    ['dock', 'take off my boots', ['attempt']],
    ['control', 'rest my hand on the release handle', ['examine release']],
  ])('are not things of the world. %s: %s', (place, words, expected) => expect(acts(place, words)).toEqual(expected))
})

describe('what an act names', () => {
  it.each([
    ['cabins', 'open the door of cabin nine', ['open door_nine']],
    ['cabins', 'I knock on the door of cabin nine', ['knock door_nine']],
    ['control', 'examine the book of Regulations', ['examine handbook']],
    ['inn', 'take the bottle of brandy and the box of matches', ['take brandy+matches']],
  ])('knows a name with "of" in it. %s: %s', (place, words, expected) => expect(acts(place, words)).toEqual(expected))

  it.each([
    ['quay', 'throw a pebble into the sea', ['put pebble sea']],
    ['shop', 'ask Mr Haskell about the post', ['ask haskell']],
    ['inn', 'take the matches that lie on the rail', ['take matches']],
    ['corridor', 'wipe the dust off the sign and read it', ['attempt sign', 'read sign']],
    ['workshop', 'take the screwdriver and use it to open the hatch', ['take screwdriver', 'open hatch screwdriver']],
    ['chapel', 'read the list of the drowned in the register', ['read register']],
    ['control', 'say good morning to Brannoc and ask it about the mail', ['say brannoc', 'ask brannoc']],
    ['cabins', 'knock on every door', ['knock door_nine']],
    ['room', 'put the cheese into the portmanteau and close it', ['put cheese portmanteau', 'close portmanteau']],
    ['inn', 'tap Tobit on the shoulder and ask him about the log', ['attempt tobit', 'ask tobit']],
    ['garden', 'ask what I can do to help', ['ask']],
  ])('%s: %s', (place, words, expected) => expect(acts(place, words)).toEqual(expected))

  it.each([
    ['inn', 'put the matches because'],
    ['causeway', 'slap my knee and put my hat straight'],
    ['office', 'press the button until it works'],
    ['garden', 'eat mine'],
  ])('is always a noun. %s: %s', (place, words) => {
    const [campaign, ...way] = places[place]!
    const player = new WorldPlayer(worlds.get(campaign)!)
    for (const prompt of way) player.play(prompt)
    expect(player.play(words).text).not.toMatch(/You see no (?:because|my|hand|knee|until|mine|it)\b/)
  })
})

it('reads a label without offering to', () => {
  const player = new WorldPlayer(worlds.get('packet-boat')!)
  const { choices } = player.play('north')
  expect(player.play('what does the card on the bottle say?').text).toContain('lifeboat crew')
  expect(choices.join()).toContain('Hester')
  expect(choices.join()).not.toContain('Read the bottle')
})

describe('one of what was named, and those who are here', () => {
  it.each([
    ['inn', 'take the matches and strike one of them', ['take matches', 'light matches']],
    ['inn', 'say hello to whoever is in', ['say hester', 'say tobit']],
    ['inn', 'ask anyone here about the light', ['ask hester', 'ask tobit']],
  ])('%s: %s', (place, words, expected) => expect(acts(place, words)).toEqual(expected))
})

describe('an apology to one person after a talk with another', () => {
  it.each([
    ['inn', 'I apologise to Hester and go up', ['say hester', 'go up']],
    ['inn', 'I apologize to Mrs Lamb, then read the slate', ['say hester', 'read slate']],
    ['inn', 'I apologise', ['say tobit']],
  ])('%s: %s', (place, words, expected) => expect(acts(place, 'Tobit, why is the light out?', words)).toEqual(expected))
})

describe('a person who is led', () => {
  it.each([
    ['garden', 'take Odile to the post office', ['say odile', 'go post_office']],
    ['inn', 'lead Tobit out to the quay', ['say tobit', 'go quay']],
    ['garden', 'bring her along', ['say odile']],
  ])('is asked to come, and the player goes. %s: %s', (place, words, expected) =>
    expect(acts(place, words)).toEqual(expected),
  )

  it('is not said to have been taken', () => {
    const player = new WorldPlayer(worlds.get('nobody-aboard')!)
    for (const prompt of ['north', 'north']) player.play(prompt)
    expect(player.play('I take her south to the corridor').text).not.toContain('You take Odile')
  })
})

describe('what the player offers', () => {
  it.each([
    ['causeway', 'lend Crake my gloves', ['say crake']],
    ['causeway', 'give him the coat off my back', ['say crake']],
  ])('of their own clothes is words to a person. %s: %s', (place, words, expected) =>
    expect(acts(place, words)).toEqual(expected),
  )

  it.each([
    ['Here is your torch, keeper.', 'give torch keeper'],
    ['here is the torch, Ansel', 'give torch keeper'],
    ['I return the torch to its rightful owner', 'give torch'],
  ])('is given in any words: %s', (words, expected) =>
    expect(acts('counting', 'south', 'take the torch', 'north', words)).toEqual([expected]),
  )

  it('of what they carry is given', () => {
    expect(acts('room', 'take the cheese', 'down', 'offer Tobit my cheese for his supper')).toEqual([
      'give cheese tobit',
    ])
  })
})

describe('looking and searching', () => {
  it.each([
    ['office', 'what can I see in here?', ['look']],
    ['shop', 'hunt around for the burner', ['search']],
    ['canteen', 'look for a stamp under the tables', ['search tables']],
    ['office', 'listen for footsteps', ['listen']],
    ['hall', 'light the torch and hold it close to the runes', ['light torch', 'examine runes']],
    ['hall', 'what do the runes say?', ['read runes']],
    ['lane', 'reread the letter, then hurry up to the chapel', ['read letter', 'go chapel']],
    ['room', 'take the knife out of the portmanteau', ['open portmanteau', 'take knife']],
  ])('%s: %s', (place, words, expected) => expect(acts(place, words)).toEqual(expected))
})

describe('words between commas', () => {
  it.each([
    ['inn', 'Could you tell me, Hester, where Tobit lives?', ['say hester']],
    ['dock', 'ask Quill, who looks bored, about the form', ['ask quill']],
    ['shop', 'ask Haskell, as politely as I can, about the packet', ['ask haskell']],
    ['inn', 'quietly, so that Hester does not hear, ask Tobit about the burner', ['ask tobit']],
    ['control', '“Brannoc,” I say, “is anybody alive here?”', ['say brannoc']],
  ])('belong to the clause around them. %s: %s', (place, words, expected) =>
    expect(acts(place, words)).toEqual(expected),
  )
})

describe('going with a person', () => {
  it.each([
    ['inn', 'We hurry across to the lighthouse.', ['go yard']],
    ['inn', 'I dash along the causeway to the lighthouse with the keeper', ['go causeway']],
    ['inn', 'we climb up to my room together with Tobit', ['go up']],
    ['dock', 'I stroll along the corridor to the garden with Quill', ['go walk']],
    ['garden', 'we run with Odile to the corridor', ['go walk']],
  ])('is nothing that is done to them. %s: %s', (place, words, expected) =>
    expect(acts(place, words)).toEqual(expected),
  )
})

describe('a greeting', () => {
  it.each([
    ['counting', 'Good evening, sir. What is this room, and who pays you?', ['say keeper']],
    ['garden', 'Good morning, ma’am. What is in that tub?', ['say odile']],
    ['causeway', 'Evening, stranger. Is the road shut?', ['say crake']],
  ])('begins what is asked. %s: %s', (place, words, expected) => expect(acts(place, words)).toEqual(expected))
})

describe('an idiom', () => {
  it.each([
    ['garden', 'I give up and go looking for Quill at the dock', ['go dock']],
    ['inn', 'give up and head for the quay', ['go quay']],
    ['shop', 'I give it up and go looking for Nan in the fish market', ['go market']],
  ])('is not taken at its word. %s: %s', (place, words, expected) => expect(acts(place, words)).toEqual(expected))
})

describe('what a campaign lets the player do', () => {
  it.each([
    ['post', 'distribute', 'sort the post into the pigeonholes', ['sort sack']],
    ['post', 'letters', 'sort through all the letters', ['sort sack']],
    ['post', 'name', 'put my name in the book', ['sign register']],
    ['post', 'line', 'write my own name in the ledger under the last line', ['sign register']],
  ])('is done in other words. %s, %s: %s', (place, _, words, expected) => expect(acts(place, words)).toEqual(expected))
})

describe('words for the listener', () => {
  it.each([
    ['inn', 'Hester, may I have a pie? Add it to my account.', 'hester'],
    ['canteen', 'Number Four, could I have another bowl? Put it on my tab.', 'four'],
  ])('are about what the player does not have here. %s: %s', (place, words, person) =>
    expect(acts(place, words).every((act) => act === `say ${person}`)).toBe(true),
  )
})

describe('what is said of an act', () => {
  const played = (place: string, ...prompts: string[]) => {
    const [campaign, ...way] = places[place]!
    const player = new WorldPlayer(worlds.get(campaign)!)
    return [...way, ...prompts].map((prompt) => player.play(prompt).text).at(-1)!
  }

  it.each([
    ['lane', 'unfold my sister’s letter and read it'],
    ['quay', 'open the letter, then read it'],
  ])('is said once. %s: %s', (place, words) => expect(played(place, words).split('Friday').length).toBe(2))

  it.each([
    ['office', 'knock on the wall'],
    ['room', 'knock'],
    ['shop', 'knock'],
  ])('fits the inside of a room. %s: %s', (place, words) => expect(played(place, words)).not.toContain('Nobody lives'))

  it.each([
    ['inn', 'persuade Tobit'],
    ['garden', 'congratulate Odile'],
  ])('warns only of a deed. %s: %s', (place, words) =>
    expect(played(place, words)).not.toMatch(/would leave that|leave it at the thought/),
  )

  it('describes the sound of a bell', () => {
    const world = worlds.get('school-bell')!
    const player = new WorldPlayer(world, { state: { ...world.state, at: { school_bell: 'player' } } })
    expect(player.play('toll the school bell').text).toMatch(/ring|swing/)
  })

  it('names a thing by all of its words', () => {
    expect(played('hall', 'oil the hinges of the great old door with my sleeve')).not.toMatch(/old the/)
  })
})

it('a counted thing that is not here is not another one', () => {
  expect(acts('counting', 'Remember that one crossing is still owed')).not.toContain('attempt door')
})

it('nothing is taken to be put back', () => {
  const player = new WorldPlayer(worlds.get('packet-boat')!)
  player.play('north')
  expect(player.play('I apologise to Hester and put the brandy back on the shelf').text).not.toContain(
    'I will remember',
  )
})
