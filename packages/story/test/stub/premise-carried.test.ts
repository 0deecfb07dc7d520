import { describe, expect, it } from 'vitest'
import { imagineNovel } from '../../src/imagine/imagine-novel.ts'
import { deadlineIn, questionIn, soughtIn } from '../../src/imagine/premise-question.ts'
import { reworded } from '../../src/stub/reworded.ts'
import { writeNovel } from '../write-novel.ts'

const novel = (premise: string, more: { genre?: string; scenes?: number } = {}) =>
  imagineNovel({ name: 'n', seed: 'test', scenes: 15, premise, ...more })

describe('what a premise asks', () => {
  it.each<[premise: string, want: RegExp, secret: RegExp]>([
    [
      'On a generation ship, junior botanist Oren Adeyemi must find out who is poisoning the last wheat field before the captain seals the deck.',
      /^wanted to find out who was poisoning the last wheat field$/,
      /^\S+ had been poisoning the last wheat field$/,
    ],
    [
      'In a mountain monastery, a novice must learn who stole the abbot’s bell.',
      /who had stolen the abbot’s bell$/,
      /^\S+ had stolen the abbot’s bell$/,
    ],
    [
      'Someone is cutting the brake lines of a circus, and the clown Ada Brook wants to stop it.',
      /who was cutting the brake lines of (?:a|the) circus$/,
      /had been cutting the brake lines/,
    ],
    [
      'Two estranged brothers, Cole and Amos Reddick, drive the last herd to Abilene while someone is poisoning the wells.',
      /^wanted to find out who was poisoning the wells$/,
      /had been poisoning the wells$/,
    ],
  ])('P3 §2: is what is wanted, and the secret answers it: %s', (premise, want, secret) => {
    const { outline } = novel(premise)
    expect(outline.want).toMatch(want)
    expect(outline.parts[0]!.acts[0]!.want).toBe(outline.want.replace('wanted ', ''))
    expect(outline.parts[0]!.plot!.secret).toMatch(secret)
  })

  it.each([
    ['A pilot must deliver the serum before the tide turns.', 'the turning of the tide'],
    [
      'Junior botanist Oren Adeyemi must save the last wheat field before the captain seals the deck.',
      'the sealing of the deck',
    ],
    ['A forger has to finish the map before midnight.', 'midnight'],
    ['A forger has to finish the map before winter comes.', 'the coming of winter'],
    ['A widow hides the ledger until the house is sold.', 'the sale of the house'],
  ])('has its deadline: %s', (premise, stake) => {
    expect(novel(premise).outline.parts[0]!.plot!.stake).toBe(stake)
  })

  it.each(['A clerk stands before the court with a stolen map.', 'Before she leaves, a nurse hides the ledger.'])(
    'has no deadline: %s',
    (premise) => {
      expect(novel(premise).outline.parts[0]!.plot!.stake).not.toMatch(/court|ledger/)
    },
  )
})

describe('what a part is about', () => {
  it.each([
    'A farmer finds that the wheat field is gone bad.',
    'A cook discovers that the oven in the lost abbey was built against a rival.',
    'Two brothers fight for the best orchard of the valley, and one has lost it.',
  ])('is neither lost nor carried away if it cannot be carried: %s', (premise) => {
    for (const { shape, plot } of novel(premise, { scenes: 60 }).outline.parts)
      if (/field|oven|orchard|abbey|valley/.test(plot!.focus)) expect(shape, plot!.focus).not.toBe('search')
  })

  it('is not a prize if it is a place or a person', () => {
    for (const { shape, plot } of novel('Two rival captains on the generation ship Vesta race for the win.', {
      scenes: 60,
    }).outline.parts)
      if (shape === 'rivalry') expect(plot!.category).toBe('thing')
  })
})

describe('people whom a premise names together', () => {
  const premise =
    "Two rival bakers in a Lisbon street, Inês and Duarte, inherit the same oven and one of them is hiding their grandmother's recipe book."

  it('have the roles that it gives them, and no further person is invented for these roles', () => {
    const { memory, outline } = novel(premise)
    const { C0, ...others } = memory.characters
    expect(C0).toMatchObject({ name: 'Inês', role: 'one of the rival bakers', pronouns: 'she' })
    const bakers = Object.values(others).filter(({ role }) => role === 'one of the rival bakers')
    expect(bakers).toMatchObject([{ name: 'Duarte', pronouns: 'he' }])
    // A city keeps its capital.
    expect(memory.locations.L0!.name).toBe('the Lisbon street')
    // The one who is against her is the rival of the premise.
    expect(outline.parts[0]!.shape).toBe('rivalry')
    expect(outline.parts[0]!.plot!.roles.rival).toBe(bakers[0]!.id)
  })
})

describe('where a premise goes', () => {
  it.each([
    ['Two brothers, Cole and Amos Reddick, drive the last herd to Abilene.', 'Abilene'],
    ['A pilot sails for Macapa with a stolen map.', 'Macapa'],
  ])('is not one of its people: %s', (premise, place) => {
    expect(Object.values(novel(premise).memory.characters).map(({ name }) => name)).not.toContain(place)
  })
})

describe('someone whom the premise sets against its protagonist', () => {
  it.each([
    ['A piano tuner, Clara Moss, hides the brass key from the director Ivo Brandt.', 'Ivo Brandt', 'director'],
    ['A nurse protects a stray dog from the landlord.', undefined, 'landlord'],
  ])('keeps the secret of the first part: %s', (premise, name, role) => {
    const { memory, outline } = novel(premise)
    const keeper = memory.characters[outline.parts[0]!.plot!.roles.keeper!]!
    expect(keeper.role).toBe(role)
    if (name !== undefined) expect(keeper.name).toBe(name)
  })
})

describe('a genre that is wished for', () => {
  const premise = 'A cook finds a letter under the stove.'

  it('decides the texts too', () => {
    expect(novel(premise, { genre: 'western' }).outline.parts[0]!.plot!.genre).toBe('west')
    expect(novel(premise, { genre: 'science fiction' }).outline.parts[0]!.plot!.genre).toBe('space')
  })
})

describe('what cannot be', () => {
  it('is not heard by someone who is deaf', async () => {
    const { proses } = await writeNovel(
      { premise: 'A deaf lighthouse keeper discovers that the lamp oil was paid for with stolen wages.', scenes: 30 },
      30,
    )
    expect(proses.join(' ').match(/\b(?:heard|listened|listening|overheard)\b/g) ?? []).toHaveLength(0)
  })

  it('does not rain or snow inside of a spaceship', async () => {
    const { proses } = await writeNovel(
      {
        premise: 'On a starship, the cook Ada Brook searches for the missing navigation crystal.',
        genre: 'science fiction',
        scenes: 30,
      },
      30,
    )
    expect(
      proses.join(' ').match(/\b(?:rain|rained|raining|snow|gulls?|coach|horses?|weather)\b/gi) ?? [],
    ).toHaveLength(0)
  })
})

describe('a long premise', () => {
  it.each(['before ', 'before the ', 'someone is ', 'searches for her ', 'sails to ', 'must find out who stole the '])(
    'is read in time: %s',
    (words) => {
      const long = ['x'.repeat(20_000), 'xy '.repeat(7_000), `X${'x'.repeat(10_000)} and `.repeat(2)]
      for (const text of long) {
        const startedAt = performance.now()
        for (const read of [questionIn, deadlineIn, soughtIn]) read(`A clerk ${words}${text}`)
        expect(performance.now() - startedAt).toBeLessThan(20_000)
      }
    },
  )
})

describe('other words', () => {
  it.each([
    ['Outside the ice shed everything steamed.', /Out of doors the/],
    ['They laughed until someone complained.', /gave a laugh/],
    ['Olga laughed and took it.', /gave a laugh and took/],
  ])('keep the grammar: %s', (text, broken) => {
    for (let seed = 0; seed < 40; seed++) expect(reworded(text, `${seed}`)).not.toMatch(broken)
  })
})
