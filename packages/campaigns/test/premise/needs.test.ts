import { checkWorld, type World } from '@narratoria/world'
import { describe, expect, it } from 'vitest'
import { WorldPlayer } from '../../src/index.ts'
import { buildFitting } from './build-fitting.ts'

const names = (all: Record<string, { name: string }>) => Object.values(all).map(({ name }) => name)

const placeOf = (world: World, name: string) => {
  const at = Object.values({ ...world.people, ...world.things }).find((each) => each.name === name)?.at
  return at === undefined ? undefined : world.places[at]?.name
}

const read = (world: World, prompts: string) => {
  const player = new WorldPlayer(world)
  return prompts.split('; ').map((prompt) => player.play(prompt).text)
}

describe('what must be done', () => {
  it.each([
    [
      'The tailor Bruno must sew a flag of silk before the parade. His aunt Rosa sits by the stove.',
      'Sew a flag of silk before the parade.',
      'Bruno',
    ],
    [
      'We have to smuggle the printer Vogt past the customs officers before sunrise.',
      'Smuggle the printer Vogt past the customs officers before sunrise.',
    ],
    ['I must tell my sister Greta that I sold her violin. She comes at noon.', 'Tell Greta that you sold her violin'],
    ['The dancer Ruby has loved the drummer Hal for years and has never told him.', 'Tell Hal that you love him'],
    [
      'My grandson is stuck in the old lift. The caretaker Mr Fox has gone for lunch.',
      'Get your grandson out of the old lift',
    ],
    ['My aunt made me swear not to tell the vicar that she broke the window.', 'your aunt has begged you not to tell'],
    [
      'Every evening somebody rings the bell in the empty chapel. The verger Tom is afraid.',
      'Find out who rings the bell',
    ],
    [
      'The engineer Dagny must restart the pump before the mine floods. The geologist Petra Holm is afraid.',
      'Restart the pump before the mine floods.',
      'Dagny',
    ],
    [
      'Riga, 1905. The printer Juris wants to burn the letters before the gendarmes come.',
      'Burn the letters before the',
    ],
    ['The lantern has gone out and the tide turns at midnight. The pilot Hanne swears at it.', 'Light the lantern'],
    [
      'The robot BRUNEL will not open the airlock, and the air lasts only three hours.',
      'Open the airlock within three hours.',
    ],
    [
      'Thriller: Ines has to hide the ledger before her uncle comes. The maid Rosa sweeps.',
      'Hide the ledger before your uncle',
      'Ines',
    ],
    ['The pupil Kofi must confess to the headmaster Mr Bright that he broke the window.', 'that you broke the window'],
  ])('is the goal: %s', (premise, goal, player?: string) => {
    const world = buildFitting(premise, player === undefined ? {} : { player })
    const [first] = Object.values(world.goals!)
    expect(first!.text).toContain(goal)
    expect(world.opening).toContain(goal.charAt(0).toLowerCase() + goal.slice(1))
    expect(checkWorld(world)).toEqual([])
  })

  it('takes what is made of and the tool from the premise, or else from the craft, into other rooms', () => {
    const world = buildFitting('The apprentice Lise must bake a cake before the feast. The cook Hannes is ill.', {
      player: 'Lise',
    })
    expect(names(world.things)).toEqual(expect.arrayContaining(['cake', 'sack of flour', 'iron pan']))
    expect(placeOf(world, 'sack of flour')).not.toBe(placeOf(world, 'cake'))
  })

  it('asks before a word is spoken by one who may not speak', () => {
    const world = buildFitting(
      'The orphan Mina must knit a cloak of moss before midwinter and may not speak a word. The goatherd Sepp sits by the fire.',
      { player: 'Mina' },
    )
    const [asked, , spoken] = read(world, 'talk to Sepp; no; talk to Sepp; yes')
    expect([asked, spoken]).toEqual([expect.stringMatching(/not to speak/), expect.stringMatching(/not to speak/)])
    const player = new WorldPlayer(world)
    for (const prompt of ['talk to Sepp', 'yes']) player.play(prompt)
    expect(player.state.ended).toBe('spoke')
  })

  it('has the guards at the crossing, with what they hold', () => {
    const world = buildFitting(
      'The ford is guarded by Prussian lancers with a drum. We have to get the courier Emil across before dawn.',
    )
    expect(placeOf(world, 'nearest lancer')).toBe('ford')
    const [id] = Object.entries(world.people).find(([, { name }]) => name === 'nearest lancer')!
    expect(Object.values(world.things).find(({ name }) => name === 'drum')!.at).toBe(id)
    expect(placeOf(world, 'Emil')).not.toBe('ford')
  })
})

describe('an act that a premise asks for', () => {
  const pump = 'The engineer Dagny must restart the pump before the mine floods. The geologist Petra Holm is afraid.'

  it.each(['restart the pump', 'repair the pump', 'fix it', 'mend the pump'])(
    'is refused with what is missing, in the words of the player: %s',
    (words) => {
      expect(read(buildFitting(pump, { player: 'Dagny' }), `examine the pump; ${words}`)[1]).toContain(
        'wants a spare fuse',
      )
    },
  )

  it.each(['restart the pump', 'repair the pump with the fuse', 'put the fuse in the pump', 'use the fuse'])(
    'ends the story with what was missing: %s',
    (words) => {
      const player = new WorldPlayer(buildFitting(pump, { player: 'Dagny' }))
      for (const prompt of ['ask Petra about the pump', 'east', 'ask for the fuse', 'west', words]) player.play(prompt)
      expect(player.state.ended).toBe('done')
    },
  )

  it('needs what the premise says is missing', () => {
    const world = buildFitting('I must open the safe before the auction. The key is missing, and the clerk Udo sweats.')
    expect(read(world, 'open the safe')[0]).toContain('wants the key')
    expect(names(world.things).filter((name) => name.includes('key'))).toEqual(['key'])
  })

  it('is answered by the person who refuses it', () => {
    const world = buildFitting(
      'I am the pilot Rao. The robot BRUNEL will not open the airlock, and the air lasts only three hours.',
    )
    expect(read(world, 'BRUNEL, open the airlock')[0]).toMatch(/I will not.*second key/s)
  })

  it('is not one that others want', () => {
    const { goals } = buildFitting(
      'My aunt Vera is afraid. The duke wants to burn the letters. The maid Elsa has them.',
    )
    expect(JSON.stringify(goals)).not.toContain('Burn')
  })
})

describe('a confession of guilt', () => {
  const premise =
    'The manager Mrs Ode is going to sack the porter Len for the fire. I burned the store room and I have to own up before noon.'

  it.each([
    'own up to Mrs Ode',
    'Mrs Ode, I burned the store room',
    'say to Mrs Ode that it was me',
    'confess to Mrs Ode',
  ])('is heard in the words of the player: %s', (words) => {
    expect(read(buildFitting(premise), `north; ${words}`)[1]).toContain('Anybody can take the blame')
  })

  it('spares who was blamed, and is known to no other before', () => {
    const world = buildFitting(premise)
    expect(read(world, 'ask Len about the fire; ask Len about the store room').join(' ')).not.toMatch(/you burned/)
    expect(world.endings!['heard']!.text).toContain('Len stays')
  })
})

describe('people of a premise', () => {
  it.each([
    ['My only ally is a blind fiddler. I must smuggle the map out of the palace.', 'blind fiddler', 'ally'],
    ['Her only friend is a mute gardener. Lady Anne must hide the ring before the ball.', 'mute gardener', 'friend'],
  ])('are one if one is said to be the other: %s', (premise, name, relation) => {
    const world = buildFitting(premise)
    expect(names(world.people)).toContain(name)
    expect(names({ ...world.things, ...world.people })).not.toContain(relation)
    expect(read(world, `examine the ${relation}`)[0]).toMatch(new RegExp(name, 'i'))
  })

  it('who are in another town are answered by what the premise says', () => {
    const world = buildFitting(
      'I must open the cupboard before noon. The chemist Paul is in Oslo. The maid Elsa waits.',
    )
    expect(read(world, 'ask Paul for the key')[0]).toContain('Paul is in Oslo')
  })

  it('from whom something is to be got are not places', () => {
    const world = buildFitting('I have to get the tickets from Ravi before noon. My brother Sam waits in the hall.')
    expect(names(world.places)).not.toContain('Ravi')
  })

  it('are shut in together', () => {
    const world = buildFitting(
      'My neighbour Oleg is stuck in the lift with his dog. The nurse Ada waits on the stairs.',
    )
    const at = (name: string) => Object.values(world.people).find((each) => each.name === name)!.at
    expect(at('dog')).toBe(at('Oleg'))
  })
})

describe('what happens', () => {
  it.each([
    ['My ring vanished during the birthday dinner. My aunt Rosa takes a nap.', /nap|dinner/],
    ['The countess lost her brooch at the embassy ball. The page Tim saw it.', /ball/],
  ])('is not a thing: %s', (premise, event) => {
    expect(names(buildFitting(premise).things).join(' | ')).not.toMatch(event)
  })
})

it('a boat that is expected is not where the story begins', () => {
  const world = buildFitting(
    'You are a lighthouse keeper. The mail boat Freya is due at dawn, and the lamp has gone out.',
  )
  expect(names(world.places)).toContain('lighthouse')
  expect(names(world.places).join(' | ')).not.toContain('Freya')
})

describe('who is shut in', () => {
  it.each([
    ['The cellar door has jammed with the cook Olga inside. The mate Petr stands on the stairs.', 'Olga'],
    ['The duke has locked my uncle in the west tower. The squire Wat waits in the stable.', 'uncle'],
    ['A stoker is trapped in the boiler room. The captain and the cook stand on deck.', 'stoker'],
  ])('is behind a locked door, and nowhere else: %s', (premise, name) => {
    const world = buildFitting(premise)
    const person = Object.values(world.people).find((each) => each.name.endsWith(name))!
    const ways = Object.values(world.places).flatMap(({ exits = {} }) => Object.values(exits))
    const into = ways.filter((exit) => (typeof exit === 'string' ? exit : exit.to) === person.at)
    expect(into.length).toBeGreaterThan(0)
    for (const exit of into)
      expect(typeof exit !== 'string' && world.things[exit.door!]?.is?.includes('locked')).toBe(true)
  })
})

describe('a person behind a door', () => {
  const premise = 'My grandson Leo is stuck in the old lift. The caretaker Mr Fox has gone for lunch.'

  it.each(['Leo, are you hurt?', 'talk to Leo', 'ask Leo how long he has been there', 'call to Leo'])(
    'answers through it: %s',
    (words) => {
      const [answer] = read(buildFitting(premise), words)
      expect(answer).toMatch(/Leo/)
      expect(answer).toMatch(/door|gap/)
    },
  )

  it.each(['hug Leo', 'hit Leo', 'follow Leo'])('cannot be reached through it: %s', (words) => {
    const [answer] = read(buildFitting(premise), words)
    expect(answer).not.toMatch(/says Leo/)
  })
})

describe('what has been changed', () => {
  it.each([
    ['The witch has turned my cousin Anton into a goose. The miller Kuno laughs.', 'goose', 'Anton'],
    ['My two sisters have been turned into owls. The hermit Clemens knows why.', 'nearest owl', 'sister'],
    ['The page Wenzel was changed into a fox. The cook Berta cries.', 'fox', 'Wenzel'],
  ])('is one being in its new form, without words: %s', (premise, form, before) => {
    const world = buildFitting(premise)
    expect(names(world.people)).toContain(form)
    expect(names(world.people).join(' | ')).not.toMatch(new RegExp(`\\b${before}`))
    const [look, answer] = read(world, `examine ${before}; talk to ${before}`)
    expect(look).toContain(before)
    expect(answer).not.toMatch(/[“”]/)
  })

  it.each([
    ['The dog has eaten the wedding cake. The baker Otto and the bride Lena sit in the kitchen.', 'wedding cake'],
    ['The letter was burned last night. The maid Elsa and the butler Crane wait in the hall.', 'letter'],
    [
      'The cook Bo had a fine goose liver and a jar of honey. His wife ate it. The lodger Finn is hungry.',
      'jar of honey',
    ],
  ])('is not there whole: %s', (premise, thing) => {
    const world = buildFitting(premise)
    expect(names(world.things)).not.toContain(thing)
    expect(names(world.things).join(' | ')).toContain(thing)
    expect(read(world, `take the ${thing}`)[0]).not.toMatch(/^You (?:take|pick up)/)
  })

  it.each([
    ['My brother has sold the orchard field and the plough. The notary Adler waits in the parlour.', 'plough'],
    ['The heir Konrad has secretly sold the land. His sister Vera waits in the farmhouse.', 'land'],
  ])('is not there when it was sold: %s', (premise, thing) => {
    const world = buildFitting(premise)
    expect(names(world.things).join(' | ')).not.toContain(thing)
  })

  it('sleeps, in beds, until it is woken', () => {
    const world = buildFitting(
      'On the starship Vesta the pilot Rao wants to wake the four sleeping settlers. The medic Ilse refuses.',
    )
    const [asked, , , woken] = read(
      world,
      'talk to the settler; examine the pods; wake the settler; talk to the settler',
    )
    expect(asked).toMatch(/asleep|sleeps/)
    expect(names(world.things).join(' | ')).toContain('pods')
    expect(woken).toContain('“')
  })
})

describe('a world from a premise', () => {
  it.each([
    ['I am the getaway driver for two thieves. Nick is trapped in the bank vault, and Fay waits.', 'car'],
    ['The photographer Lena has loved the minister Kohl for years and never told him.', 'camera'],
    ['The will leaves everything to a stranger. The siblings Ada and Jon meet in the villa.', 'will'],
  ])('%s: the %s', (premise, thing) => {
    expect(names(buildFitting(premise).things)).toContain(thing)
  })

  it('has the person whom others serve under', () => {
    const world = buildFitting('We are six sailors under Captain Brandt, and the pump is broken. The boy Tim cries.')
    expect(names(world.people)).toEqual(expect.arrayContaining(['Captain Brandt', 'nearest sailor']))
    expect(names(world.places).join(' | ')).not.toContain('Brandt')
  })

  it('does not contain people who are unknown to all', () => {
    const world = buildFitting(
      'The will leaves the vineyard to a man nobody has ever met. The sisters Ida and Emma wait in the hall.',
    )
    expect(names(world.people)).not.toContain('man')
    expect(Object.values(world.goals!)[0]!.text).toBe('Find out who the man is.')
  })
})

describe('a confession', () => {
  const premise = 'The dancer Ruby has loved the drummer Hal for years and has never told him. The barman Jo pours.'
  const asked = 'And why do you tell me now?'
  const toHal = (prompts: string) => {
    const world = buildFitting(premise, { player: 'Ruby' })
    const way = Object.entries(world.places[world.player.at]!.exits ?? {}).find(
      ([, exit]) => (typeof exit === 'string' ? exit : exit.to) === world.people['hal']!.at,
    )?.[0]
    return read(world, `go ${way}; talk to Hal; ${prompts}`).at(-1)!
  }

  it.each([
    'I have loved you for years, Hal',
    'Hal, I love you',
    'say to Hal that I have always loved him',
    'Hal, the truth is that I have loved you all this time',
  ])('is made in the words of the player: %s', (words) => {
    expect(toHal(words)).toContain(asked)
  })

  it.each(['ask Hal about love', 'Hal, do you love the barman?', 'Hal, whom have you loved?', 'Hal, how are you?'])(
    'is not made by a question: %s',
    (words) => {
      expect(toHal(words)).not.toContain(asked)
    },
  )
})

describe('the time', () => {
  it.each([
    ['The pilot Ada must repair the radio before nightfall. The cook Sven helps.', 'before nightfall'],
    ['The bridge falls in two hours. The nurse Ines waits on the far bank with the letter.', 'in two hours'],
  ])('is what the premise says is left of it: %s', (premise, left) => {
    const answers = read(buildFitting(premise), 'what time is it?; how much time is left?; how long do I have?')
    for (const answer of answers) expect(answer).toContain(left)
  })
})

describe('where a person is', () => {
  it('is answered by the words of the opening that name the place', () => {
    const world = buildFitting('The diver Anna is stuck in the flooded cabin. Her brother Piet holds the lamp.')
    const [answer] = read(world, 'where is Anna?')
    expect(answer).toMatch(/cabin/)
    expect(world.opening).toContain(/“(.*)”/.exec(answer!)![1])
  })
})
