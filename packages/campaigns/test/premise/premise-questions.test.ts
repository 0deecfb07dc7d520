import { checkWorld, validateWorld, type World } from '@narratoria/world'
import { describe, expect, it } from 'vitest'
import { WorldPlayer } from '../../src/index.ts'
import { buildPremise, premiseQuestion, premiseQuestions } from '../../src/premise/index.ts'

const other = 'Someone else who is there'
const see = 'To see what happens'
const behind = 'To find out what is behind it all'

/** The suggested answers of a question. */
const answers = (id: string, premise: string, given: { player?: string } = {}) =>
  premiseQuestions(premise, given)
    .find((question) => question.id === id)
    ?.options!.map(({ name }) => name)

/** With nothing added to the premise, and with the plot that fits it. */
const ways = [{}, { plot: 'fitting' }]

const firstGoal = ({ goals }: World) => String(Object.values(goals!)[0]!.text)

const premises = [
  {
    genre: 'fantasy',
    premise: 'The hedge witch Orla and the tax collector Bertram both want the last dragon egg, which will soon hatch.',
    people: ['Orla', 'Bertram'],
    aims: ['To get the last dragon egg'],
  },
  {
    genre: 'space',
    premise:
      'On an ore hauler the engineer Suri and the cook Dmitri have not spoken for a year, and someone keeps changing the course.',
    people: ['Suri', 'Dmitri'],
    aims: ['To find out who keeps changing the course'],
  },
  {
    genre: 'crime',
    premise:
      'The pawnbroker Lazlo was found dead in his shop, and only his clerk Winifred and the boxer Amos had a key.',
    people: ['Winifred', 'Amos'],
    aims: ['To find out how the pawnbroker Lazlo came to die'],
  },
  {
    genre: 'ghost story',
    premise:
      'Every night the bell rings in the empty schoolhouse. The teacher Hilde wants to leave, and her brother Joost will not.',
    people: ['Hilde', 'Joost'],
    aims: ['To help Hilde leave'],
  },
  {
    genre: 'western',
    premise:
      'Sheriff Dolores Vane must hang her own cousin Eli at sunrise, and no one in Dry Fork knows who robbed the stage.',
    people: ['Sheriff Dolores Vane', 'Eli'],
    aims: ['To find out who robbed the stage', 'To help Sheriff Dolores Vane hang her own cousin Eli'],
  },
  {
    genre: 'sea',
    premise: 'The pearl diver Kailani and the smuggler Roque are stranded on a sandbank. The tide is coming in.',
    people: ['Kailani', 'Roque'],
    aims: [],
  },
  {
    genre: 'antiquity',
    premise:
      'The baker Fulvia wants to sell her oven, and the slave Tiro hopes to buy his freedom before the mountain smokes again.',
    people: ['Fulvia', 'Tiro'],
    aims: ['To help Fulvia sell her oven', 'To help Tiro buy his freedom'],
  },
  {
    genre: 'everyday life',
    premise: 'The landlord Pavel has sold the house, and the tenant Ines refuses to move out.',
    people: ['Pavel', 'Ines'],
    aims: ['To get the tenant Ines to move out', 'To find out why the tenant Ines refuses to move out'],
  },
  {
    genre: 'romance',
    premise: 'The florist Amalia must choose between the pianist Kit and the dentist Rufus before Sunday.',
    people: ['Amalia', 'Kit', 'Rufus'],
    aims: ['To help Amalia choose between the pianist Kit and the dentist Rufus'],
  },
  {
    genre: 'comedy',
    premise:
      'Mayor Osgood has swallowed the key to the city, and the parade begins at noon. His deputy Lotte is laughing.',
    people: ['Mayor Osgood', 'Lotte'],
    aims: ['To be ready when the parade begins at noon'],
  },
  {
    genre: 'war',
    premise: 'The medic Irena waits in a bombed cellar, and Sergeant Brandt has to cross the street before dawn.',
    people: ['Irena', 'Sergeant Brandt'],
    aims: ['To help Sergeant Brandt cross the street'],
  },
  {
    genre: 'espionage',
    premise: 'The courier Yvette carries a roll of film across Lisbon, and the waiter Abreu has been paid to stop her.',
    people: ['Yvette', 'Abreu'],
    aims: ['To help Abreu stop Yvette'],
  },
  {
    genre: 'horror',
    premise:
      'Something scratches under the floor of the cabin. The hunter Nils waits with an axe, and the nurse Petra hears her name.',
    people: ['Nils', 'Petra'],
    aims: ['To find out what scratches under the floor of the cabin'],
  },
  {
    genre: 'fairy tale',
    premise: 'The miller Ottokar has promised his mill to the devil, and his daughter Lisbet hides the deed from both.',
    people: ['Ottokar', 'Lisbet'],
    aims: [],
  },
  {
    genre: 'sport',
    premise: 'The keeper Tomasz has bet against his own team, and the coach Brigid knows it.',
    people: ['Tomasz', 'Brigid'],
    aims: [],
  },
  {
    genre: 'after the end',
    premise:
      'The ferryman Jonah and the doctor Zuleika have one boat and one bottle of clean water, and both need the bottle.',
    people: ['Jonah', 'Zuleika'],
    aims: ['To get the bottle'],
  },
  {
    genre: 'school',
    premise: 'The pupil Nadia has found the answers to the exam, and her friend Oskar wants to burn the paper.',
    people: ['Nadia', 'Oskar'],
    aims: ['To help Oskar burn the paper'],
  },
  {
    genre: 'theatre',
    premise:
      'The soprano Vittoria has lost her voice before the curtain, and her understudy Clara was seen with a lemon.',
    people: ['Vittoria', 'Clara'],
    aims: ["To get Vittoria's voice back"],
  },
  {
    genre: 'cyberpunk',
    premise: 'The hacker Juno and the guard Mbeki are locked in a server room. Who sealed the door?',
    people: ['Juno', 'Mbeki'],
    aims: ['To find out who sealed the door'],
  },
  {
    genre: 'myth',
    premise: 'The weaver Thessaly has mocked the moon, and the potter Damon must hide the loom before nightfall.',
    people: ['Thessaly', 'Damon'],
    aims: ['To help Damon hide the loom'],
  },
  {
    genre: 'court room',
    premise: 'Judge Harriet Stone knows a secret about the trial, and the clerk Pym was asked to be silent.',
    people: ['Judge Harriet Stone', 'Pym'],
    aims: [],
  },
  {
    genre: 'chess',
    premise:
      'Two chess players, Anatol and Ruth, have sat in the same cafe since 1971, and tonight one of the kings is missing.',
    people: ['Anatol', 'Ruth'],
    aims: ['To find one of the kings'],
  },
]

describe.each(premises)('what a premise leaves open: $genre', ({ premise, people, aims }) => {
  it('is who of its people the player is, or someone else, and what they want, in its own words', () => {
    expect(answers('player', premise)).toEqual([...people, other])
    const offered = answers('aim', premise)!
    expect(offered.slice(0, aims.length)).toEqual(aims)
    expect(offered.at(-1)).toBe(see)
    const open = [...people.map((each) => `To help ${each}`), behind]
    expect(open).toEqual(expect.arrayContaining(offered.slice(aims.length, -1)))
  })

  it('once the player is one of its people, they are not met, and the goal is what they want', () => {
    for (const player of people)
      for (const [aim, options] of [
        ...(answers('aim', premise, { player }) ?? []).slice(0, 1),
        see,
        'To keep out of it',
      ].flatMap((each) => ways.map((way) => [each, way] as const))) {
        const world = buildPremise(premise, { player, aim, ...options })
        expect(validateWorld(world)).toEqual([])
        expect(checkWorld(world)).toEqual([])
        expect(Object.values(world.people).map(({ name }) => name)).not.toContain(player)
        expect(world.opening).toContain(`You are ${player}.`)
        expect(`To ${firstGoal(world).charAt(0).toLowerCase()}${firstGoal(world).slice(1)}`).toBe(`${aim}.`)
        expect(world.opening).toContain(`What you want: to ${aim.slice(3)}.`)
      }
  })

  it('once the player is someone else, nothing is said of them, and all are met', () => {
    for (const aim of [...aims, see]) {
      const stated = buildPremise(premise, { player: other, aim })
      expect(checkWorld(stated)).toEqual([])
      expect(stated.player).not.toHaveProperty('description')
      expect(stated.opening).not.toMatch(/\bYou are (?!in\b)/)
      const world = buildPremise(premise, { player: other, aim, plot: 'fitting' })
      expect(checkWorld(world)).toEqual([])
      expect(world.player).not.toHaveProperty('description')
      const [, text = ''] = world.opening.split('\n\n')
      expect(text).not.toMatch(/\bYou are (?!in\b)|\b[Yy]our\b|\b[Yy]ou (?:think|keep thinking)\b/)
      expect(`To ${firstGoal(world).charAt(0).toLowerCase()}${firstGoal(world).slice(1)}`).toBe(`${aim}.`)
    }
  })

  it('without answers, the player is a person only if the premise can mean no other', () => {
    expect(checkWorld(buildPremise(premise))).toEqual([])
    const [first] = people
    const { opening } = buildPremise(premise)
    for (const each of people.filter((name) => name !== first)) expect(opening).not.toContain(`You are ${each}.`)
  })
})

describe('who the player is', () => {
  it.each([
    'I am the last postman in the valley, and the widow Greta writes no more.',
    'Your grandmother has locked herself in the pantry, and the plumber Milo waits.',
    'We share a cell with the forger Bastian, who knows the way out.',
    'It rains on the last windmill.',
  ])('is not asked where the premise says it, or has no people: %s', (premise) => {
    expect(answers('player', premise)).toBeUndefined()
  })

  it('is asked where only the people of the premise speak of themselves', () => {
    const premise = '“I am the king,” says the beggar Lothar, and the jailer Ruda laughs.'
    expect(answers('player', premise)).toContain('Lothar')
  })

  it.each([
    ['Captain Ferro has been buried for a week, and his widow Isotta reads his letters.', ['Isotta']],
    ['The dog Bruno guards the gate, and the miller Hanne cannot pass.', ['Hanne']],
    ['The baby Otto sleeps, and the nurse Livia looks out of the window.', ['Livia']],
    ['The twins are late, and the teacher Rolf counts the chairs.', ['Rolf']],
  ])('can be neither the dead, an animal, an infant nor a group: %s', (premise, people) => {
    expect(answers('player', premise)).toEqual([...people, other])
  })

  it('can be anyone whom the player describes', () => {
    const premise = 'The florist Amalia quarrels with the dentist Rufus.'
    const world = buildPremise(premise, { player: 'I am the postman' })
    expect(world.opening).toContain('You are the postman.')
    expect(Object.values(world.people).map(({ name }) => name)).toEqual(expect.arrayContaining(['Amalia', 'Rufus']))
  })

  it.each(['Rufus', 'rufus', 'the dentist', 'The dentist Rufus'])('can be named as %s', (player) => {
    const world = buildPremise('The florist Amalia quarrels with the dentist Rufus.', { player })
    expect(world.opening).toContain('You are Rufus.')
  })

  it('has what the chosen person holds', () => {
    const premise = 'The painter Edda is angry. The thief Nico has a rope and waits in the attic.'
    const { things } = buildPremise(premise, { player: 'Nico', aim: see, plot: 'fitting' })
    expect(Object.values(things).find(({ name }) => name === 'rope')?.at).toBe('player')
    const outside = buildPremise(premise, { player: other, aim: see, plot: 'fitting' })
    const [nico] = Object.entries(outside.people).find(([, { name }]) => name === 'Nico')!
    expect(Object.values(outside.things).find(({ name }) => name === 'rope')?.at).toBe(nico)
  })

  it('begins where the chosen person is locked in, with who is in there, too', () => {
    const premise = 'The mate Hobb and the cook Wen have been locked in the hold. The captain Ilja has the key.'
    const world = buildPremise(premise, { player: 'Hobb', plot: 'fitting' })
    expect(world.places[world.player.at]!.name).toBe('hold')
    expect(Object.values(world.people).find(({ name }) => name === 'Wen')!.at).toBe(world.player.at)
    expect(firstGoal(world)).toMatch(/get out/i)
  })

  it('begins there as someone else, too, where all are shut in', () => {
    const premise = 'The mate Hobb and the cook Wen have been locked in the hold.'
    const world = buildPremise(premise, { player: other, plot: 'fitting' })
    expect(world.places[world.player.at]!.name).toBe('hold')
    expect(Object.values(world.people).map(({ at }) => at)).toEqual([world.player.at, world.player.at])
  })

  it('is the only one whom a premise is about, unless the player says otherwise', () => {
    const premise = 'The widow Agata has to sell her late husband’s boat.'
    expect(buildPremise(premise).opening).toContain('You are Agata.')
    expect(buildPremise(premise, { player: other }).opening).not.toContain('You are')
  })
})

describe('what the player wants', () => {
  const premise = 'The florist Amalia quarrels with the dentist Rufus, and the cat watches.'

  it.each([
    [
      'Three sisters, Ada, Bea and Cleo, inherit one violin. Their uncle Hugo wants to sell it.',
      'Hugo',
      'To sell the violin',
    ],
    [
      'The beekeeper Marit has not left her hut since May, and the priest Anselm brings her bread.',
      'Anselm',
      'To find out why the beekeeper Marit has not left her hut since May',
    ],
  ])('is suggested with names for those whom pronouns do not make clear: %s', (text, player, aim) => {
    expect(`To ${firstGoal(buildPremise(text, { player })).replace(/^./u, (letter) => letter.toLowerCase())}`).toBe(
      `${aim}.`,
    )
    expect(answers('aim', text, { player })?.[0] ?? aim).toBe(aim)
  })

  it('is not asked where the premise says it plainly to the player', () => {
    const plain = premiseQuestions('I must open the gate before noon, and the guard Ruda has the key.')
    expect(plain.map(({ id }) => id)).toEqual(['plot'])
    expect(
      answers('aim', 'The tailor Bruno must sew a flag before noon. Rosa sits there.', { player: 'Bruno' }),
    ).toBeUndefined()
  })

  it.each([
    ['I want to make peace between them.', 'Make peace between them.'],
    ['to open the window', 'Open the window.'],
    ['Who broke the vase?', 'Find out who broke the vase.'],
    ['find out why Rufus is angry', 'Find out why Rufus is angry.'],
    ['Where is the money?', 'Find out where the money is.'],
    ['Revenge', 'Get revenge.'],
    ['my cat back', 'Get your cat back.'],
    ['that they make peace', 'See that they make peace.'],
    ['not to be seen', 'Not to be seen.'],
  ])('can be said in any words: %s', (aim, goal) => {
    const world = buildPremise(premise, { player: other, aim })
    expect(firstGoal(world)).toBe(goal)
    expect(checkWorld(world)).toEqual([])
  })

  it.each([see, 'Revenge'])('is reached when the player says so, but not at once: %s', (aim) => {
    const player = new WorldPlayer(
      buildPremise('The florist Amalia is angry. The dentist Rufus laughs.', { player: other, aim, plot: 'fitting' }),
    )
    const words = aim === see ? 'call it a day' : 'be content with that'
    player.play(words)
    expect(player.state.ended).toBeUndefined()
    for (const prompt of ['ask Amalia what is going on here', 'ask Rufus what is going on here', words])
      player.play(prompt)
    expect(player.state.ended).toBe('settled')
  })

  it('is more than to get out of where one is locked in', () => {
    const locked = 'The hacker Juno and the guard Mbeki are locked in a server room. Who sealed the door?'
    const done = (aim: string) =>
      Object.entries(buildPremise(locked, { player: 'Juno', aim, plot: 'fitting' }).goals!)[0]
    expect(done('To find out who sealed the door')).toEqual([
      'done',
      expect.objectContaining({ done: { flag: 'clear' } }),
    ])
    expect(done('To get out of the server room')).toEqual([
      'out',
      expect.objectContaining({ done: { at: ['player', 'outside'] } }),
    ])
  })

  it('is carried by a plot that is about it', () => {
    const murder = 'The pawnbroker Lazlo was found dead in his shop. The clerk Winifred and the boxer Amos had a key.'
    const world = buildPremise(murder, { player: other, aim: 'Find out who killed Lazlo', plot: 'fitting' })
    expect(Object.keys(world.endings!)).toEqual(
      Object.keys(buildPremise(murder, { player: other, plot: 'fitting' }).endings!),
    )
  })
})

describe('a model that builds the world', () => {
  const premise = 'The florist Amalia is angry. The dentist Rufus laughs.'
  const asked = (given: { player?: string; aim?: string }) => premiseQuestion(premise, given).messages.at(-1)!.content

  it('gets the answers of the player', () => {
    const content = asked({ player: 'Rufus', aim: 'to make peace' })
    expect(content).toContain('The player is "Rufus"')
    expect(content).toContain('"to make peace"')
    expect(asked({ player: other })).toContain('whom the premise does not name')
    expect(asked({})).toBe(`The premise:\n${JSON.stringify(premise)}`)
  })
})

it.each([undefined, 'fitting'])('people are also called by what they are: %s', (plot) => {
  const premise =
    'The clockmaker Berit must mend the tower clock before midnight, and her apprentice Jonas hides the last spring in his sleeve.'
  const player = new WorldPlayer(buildPremise(premise, { player: 'Berit', ...(plot !== undefined && { plot }) }))
  const { text } = player.play('talk to the apprentice')
  expect(text).not.toContain('not here')
  expect(text).toContain('Jonas')
})

describe('how much is added', () => {
  const premise = 'The florist Amalia quarrels with the dentist Rufus.'
  const names = answers('plot', premise)!

  it('is nothing, or what fits', () => {
    const [added, nothing] = names
    expect(Object.keys(buildPremise(premise, { plot: nothing }).places)).toHaveLength(1)
    expect(buildPremise(premise, { plot: nothing })).toEqual(buildPremise(premise))
    expect(buildPremise(premise, { plot: added })).toEqual(buildPremise(premise, { plot: 'fitting' }))
    expect(Object.keys(buildPremise(premise, { plot: added }).places).length).toBeGreaterThan(2)
  })

  it('is refused where there is no such plot', () => {
    expect(() => buildPremise(premise, { plot: 'opera' })).toThrow(/"opera" is not a plot; choose one of /)
  })
})
