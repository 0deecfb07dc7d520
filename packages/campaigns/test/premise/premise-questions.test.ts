import { checkWorld, validateWorld } from '@narratoria/world'
import { describe, expect, it } from 'vitest'
import { buildPremise } from '../../src/premise/index.ts'
import { answers, firstGoal, other, see } from './suggested-answers.ts'

const behind = 'To find out what is behind it all'

/** With nothing added to the premise, and with the plot that fits it. */
const ways = [{}, { plot: 'fitting' }]

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
    for (const player of people) {
      const [first] = answers('aim', premise, { player }) ?? []
      const aims = first === undefined ? [] : ways.map((way) => [first, way] as const)
      for (const [aim, options] of [...aims, ['To keep out of it', {}] as const]) {
        const world = buildPremise(premise, { player, aim, ...options })
        expect(validateWorld(world)).toEqual([])
        expect(checkWorld(world)).toEqual([])
        expect(Object.values(world.people).map(({ name }) => name)).not.toContain(player)
        expect(world.opening).toContain(`You are ${player}.`)
        expect(`To ${firstGoal(world).charAt(0).toLowerCase()}${firstGoal(world).slice(1)}`).toBe(`${aim}.`)
        expect(world.opening).toContain(`What you want: to ${aim.slice(3)}.`)
      }
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
