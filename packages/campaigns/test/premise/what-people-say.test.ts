import { checkWorld, type World } from '@narratoria/world'
import { describe, expect, it } from 'vitest'
import { WorldPlayer } from '../../src/index.ts'
import { buildFitting } from './build-fitting.ts'

/** A player in whose place everybody is. */
function amongAll(world: World): WorldPlayer {
  const at = Object.fromEntries(Object.keys(world.people).map((id) => [id, world.player.at]))
  return new WorldPlayer(world, { state: { ...world.state, at } })
}

const talkers = ({ people }: World) => Object.values(people).filter(({ topics }) => topics !== undefined)

/** The words of a person in quotation marks. */
function spoken({ greeting, unknown, topics = {}, replies = {} }: World['people'][string]): string[] {
  const answers = Object.values(topics).flatMap(({ answer, lie = [] }) => [answer, lie].flat())
  return [greeting, unknown, ...answers, ...Object.values(replies)]
    .flat()
    .flatMap((line) => [...String(line ?? '').matchAll(/“([^”]*)”/gu)].map(([, words]) => words!))
}

describe('a sentence of the premise in the mouth of one of those whom it is about', () => {
  it.each([
    [
      'I dig for three treasure hunters, Ada, Bo and the Duke. The cave has collapsed with the Duke inside.',
      'the Duke',
      /cave has collapsed with me inside/,
    ],
    [
      'I am new here. After the wake of their mother, the sisters Ida, Ute and Elke quarrel in the mill.',
      'Ute',
      /wake of our mother, Ida, Elke and I quarrel/,
    ],
    ['I am new here. The cook Jan and the pilot Ada quarrel over a map.', 'Jan', /the pilot Ada and I quarrel/],
    ['In a mill the smith Rolf and the widow Anke both want the wheel.', 'Rolf', /the widow Anke and I both want/],
    [
      'I am new here. The abbot Hugo hides the relic because he fears the bishop. His brother Emil wants it back.',
      'Emil',
      /my brother hides the relic/,
    ],
    ['My cousin Lena has three dogs. The warden Finch is searching for her.', 'Finch', /I am searching for Lena/],
    [
      'I help the tailor Moritz. It was actually his own wife who burned the coat.',
      'Moritz',
      /my own wife who burned the coat/,
    ],
    [
      'Five tired nurses and a doctor wait. Three drunken sailors have been cursed by their captain.',
      'nearest sailor',
      /We have been cursed by our captain|we have been cursed by our captain/,
    ],
  ])('%s', (text, name, expected) => {
    const world = buildFitting(text)
    expect(checkWorld(world)).toEqual([])
    const person = Object.values(world.people).find((each) => each.name === name)!
    expect(spoken(person).join('\n')).toMatch(expected)
  })

  const premises = [
    'The organist Mr Hale has secretly been selling the church silver, and his sister Agnes suspects our verger Tom.',
    "Otto and Father Karel claim the last boat. Otto's daughter Hana is pregnant, and Father Karel is the father of her child, but nobody knows.",
    'The sheriff Cal Dunn shot my brother Wes in the back. His deputy, Mae, knows it, and the judge Horace Pike has been paid to keep quiet.',
    'The engineer Lin and Captain Okoye disagree about the six sleeping colonists. The computer ARGUS has locked the door.',
    'My neighbour Mr Pringle is convinced that my goat ate his marrow. It was actually his own wife who cooked it, and she has begged me not to tell.',
    'Prince Alaric loves the gardener Mira, but he is promised to Princess Odile, who wants the throne.',
  ]
  it.each(premises)('does not name the speaker, nor mix pronouns: %s', (text) => {
    for (const seed of [1, 2, 3]) {
      const world = buildFitting(text, { seed })
      expect(checkWorld(world)).toEqual([])
      for (const person of talkers(world).filter(({ name }) => /^\p{Lu}/u.test(name))) {
        // What a plot lets them say of themselves is not of the premise.
        const own = spoken(person).filter((line) => line.includes(`${person.name} `) && !line.startsWith(person.name))
        expect(own, person.name).toEqual([])
        for (const line of spoken(person))
          expect(line).not.toMatch(/\b(?:I|me|my) (?:I|me|us|we)\b|\bI (?:is|has|does)\b|\bthe \w+ (?:us|me) have\b/)
      }
    }
  })

  it('is not said by the one whom a pronoun may mean', () => {
    const text = 'My sister Nora is engaged to Captain Ferris. He has a wife, Ines, and he begged me never to tell her.'
    const lines = talkers(buildFitting(text)).flatMap(spoken).join('\n')
    expect(lines).not.toMatch(/never to tell (?:her|me)\b/)
  })
})

describe('a person with a part in it', () => {
  const secret =
    'After the funeral of their mother, Ruth and Daniel meet in the old mill. Daniel has secretly already sold the orchard.'

  it('conceals a secret until the player states it', () => {
    const player = amongAll(buildFitting(secret))
    for (const prompt of [
      'ask Daniel about the orchard',
      'Daniel, did you sell the orchard?',
      'ask Daniel who sold the orchard',
    ])
      expect(player.play(prompt).text).not.toMatch(/I have already sold/)
    expect(player.play('Daniel, I know that you sold the orchard').text).toContain('I have already sold the orchard')
    expect(player.play('ask Daniel about the orchard').text).toContain('I have already sold the orchard')
  })

  it('learns a secret from the player and answers accordingly, and its keeper resents it', () => {
    const player = amongAll(buildFitting(secret))
    expect(player.play('ask Ruth about the orchard').text).not.toMatch(/sold/)
    expect(player.play('tell Ruth that Daniel sold the orchard').text).toContain('Daniel has already sold the orchard')
    expect(player.play('ask Ruth about the orchard').text).toContain('Daniel has already sold the orchard')
    const before = player.state.feelings?.['daniel'] ?? 0
    player.play('talk to Daniel')
    expect(player.state.feelings?.['daniel'] ?? 0).toBeLessThan(before)
  })

  it('is promised that it will be kept', () => {
    const world = buildFitting(
      'Widow Brandt hid the miller’s ring, and she has begged me not to tell. The miller Sepp blames the boy Leif.',
    )
    const player = amongAll(world)
    const feeling = () => player.state.feelings?.['widow_brandt'] ?? 0
    const before = feeling()
    player.play('talk to Widow Brandt')
    player.play('I promise not to tell')
    expect(feeling()).toBeGreaterThan(before)
    expect(player.state.flags).toMatchObject({ secret_1_promised: true })
  })

  it('does not name another as the one who did it', () => {
    const world = buildFitting(
      'I am new here. The bosun Grady plans to kill Captain Vane at midnight, and the cabin boy Pip has overheard him.',
    )
    const player = amongAll(world)
    expect(player.play('ask Grady who is behind it').text).not.toMatch(/Vane|Pip/)
    expect(player.play('ask Pip what he has overheard').text).toMatch(/Grady plans to kill Captain Vane/)
    expect(player.play('ask Captain Vane about midnight').text).not.toMatch(/plans to kill/)
  })

  it('reports the fact that was concealed, not the concealment', () => {
    const player = amongAll(
      buildFitting('We are in a submarine. Captain Roslov has told nobody that the war is over. The cook Pavel weeps.'),
    )
    expect(player.play('ask Pavel about the war').text).not.toMatch(/over/)
    expect(player.play('tell Pavel that the war is over').text).toMatch(/the war is over/)
    expect(player.play('ask Pavel about the war').text).toMatch(/the war is over/)
  })

  it('conceals a crime that is only the reason of another act', () => {
    const player = amongAll(
      buildFitting(
        'I am the new governess. The ghost of Lady Anne haunts the library because her husband Lord Percy pushed her down the stairs.',
      ),
    )
    for (const prompt of [
      'ask Lord Percy what happened',
      'ask Lord Percy about the stairs',
      'Lord Percy, why did you push her?',
    ])
      expect(player.play(prompt).text).not.toMatch(/I pushed her/)
    expect(player.play('Lord Percy, I know that you pushed her').text).toMatch(/I pushed her/)
  })

  it('likes a player less who admits a crime', () => {
    const player = amongAll(
      buildFitting('I betrayed my brother Marco to the police. Our mother Lucia waits for the priest Don Luca.'),
    )
    const before = player.state.feelings?.['lucia'] ?? 0
    expect(player.play('ask Lucia what happened').text).not.toMatch(/betrayed/)
    player.play('tell Lucia that I betrayed Marco')
    expect(player.state.feelings?.['lucia'] ?? 0).toBeLessThan(before)
  })

  it('says why in the words of the premise', () => {
    const player = amongAll(
      buildFitting(
        'I am new here. The nurse Imke will take the ship to Oslo to visit her sister. The porter Bo sings because he loves her.',
      ),
    )
    expect(player.play('ask Imke why she is going to Oslo').text).toMatch(/[Tt]o visit my sister/)
    expect(player.play('ask Bo why he sings').text).toMatch(/ecause I love/)
  })

  it.each(['ask the woman who she is', 'ask the woman what her name is'])('knows who they are: %s', (prompt) => {
    const world = buildFitting('I am new here. A woman sells candles at the gate. The brothers Kai and Lutz wait.')
    const woman = talkers(world).find(({ name }) => name === 'woman')!
    const { text } = amongAll(world).play(prompt)
    for (const line of [woman.unknown ?? []].flat()) expect(text).not.toContain(String(line).slice(0, 20))
  })
})

describe('words that are meant for one person', () => {
  const love =
    'Tomas, a shy baker, has loved the teacher Elise for ten years and never told her. Tomorrow she will take the train to Paris to marry a rich notary.'

  it('are answered by what the premise says of the two', () => {
    const player = amongAll(buildFitting(love, { player: 'Tomas' }))
    const stranger = amongAll(buildFitting('The teacher Elise and the baker Tomas quarrel.'))
    const declared = player.play('Elise, I have loved you for ten years').text
    expect(declared).not.toBe(stranger.play('Elise, I have loved you for ten years').text)
    expect(declared).toContain('And why do you tell me now?')
    expect(player.play('Elise, please stay with me').text).not.toMatch(/I was not going anywhere|stays\. It costs/)
    expect(player.play("Elise, don't go").text).not.toMatch(/^“I see/)
  })

  it('are answered by the family', () => {
    const lines = (text: string) => amongAll(buildFitting(text)).play('Gerda, I love you').text
    const stranger = lines('The keeper Gerda and the vet Dr Okafor quarrel.')
    expect(lines('My mother Gerda and the vet Dr Okafor quarrel.')).not.toBe(stranger)
  })

  it('find who is called by a common noun', () => {
    const world = buildFitting('I drive for three bank robbers, Marla, Benno and the Kid. The alarm has gone off.')
    const player = amongAll(world)
    for (const prompt of ['accuse the Kid', 'ask the Kid about Marla', 'Kid, where were you?'])
      expect(player.play(prompt).text).toMatch(/says the Kid/)
  })
})

describe('an animal', () => {
  it.each([
    'The vet Nora nurses a sick fox in the barn.',
    'The prince was turned into a frog by his aunt. I must carry the frog home.',
  ])('has no words: %s', (premise) => {
    const player = amongAll(buildFitting(premise))
    const name = premise.includes('fox') ? 'fox' : 'frog'
    for (const verb of ['hug', 'thank', 'kiss', 'greet', 'insult', 'comfort']) {
      const { text } = player.play(`${verb} the ${name}`)
      expect(text).not.toMatch(/[“”]/)
      expect(text).toMatch(/fox|frog/i)
    }
  })
})
