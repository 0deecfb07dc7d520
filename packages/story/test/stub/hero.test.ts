import { describe, expect, it } from 'vitest'
import { imagineNovel } from '../../src/imagine/imagine-novel.ts'
import { foreignLanguageOf } from '../../src/index.ts'

const novel = (premise: string) => imagineNovel({ name: 'n', seed: 'test', scenes: 15, premise })
const heroOf = (premise: string) => novel(premise).memory.characters.C0!

describe('the protagonist', () => {
  it.each<[premise: string, role: string, pronouns?: string, name?: string]>([
    ['A whale captain loses his compass in the fog.', 'whale captain', 'he'],
    ['The captain of a whaling ship hears her dead husband singing below the ice.', 'captain', 'she'],
    ['Aboard the whaler Constance, Captain Amos Reed hunts a whale that speaks.', 'captain', 'he', 'Captain Amos Reed'],
    [
      'On Mars, the engineer Tomas Okoro discovers that the water recycler is sabotaged.',
      'engineer',
      'he',
      'Tomas Okoro',
    ],
    [
      'Sheriff Dolores Vance has one day to hang a man she knows is innocent.',
      'sheriff',
      'she',
      'Sheriff Dolores Vance',
    ],
    ['After the flood, a bookkeeper called Emil is paid in salt and asked no questions.', 'bookkeeper', 'he', 'Emil'],
    [
      'Priya Raman, a marine biologist, finds a door at the bottom of the sea.',
      'marine biologist',
      'she',
      'Priya Raman',
    ],
    ['Three sisters share one winter coat and one secret about the quarry.', 'one of the sisters', 'she'],
    ['My landlord is a ghost and he wants the rent in cash.', 'tenant'],
    [
      'The chess prodigy Wilhelmina Park must lose a game on purpose to save her brother from the governor of a prison.',
      'chess prodigy',
      'she',
      'Wilhelmina Park',
    ],
    [
      "A young apprentice wizard, Linnet Gray, guards her master's talking mirror from the queen of the marsh.",
      'young apprentice wizard',
      'she',
    ],
    ['A beekeeper on the roof of a bankrupt hospital hides a runaway boy among the hives.', 'beekeeper'],
  ])('P3 §1: has the role, gender and name of the premise: %s', (premise, role, pronouns, name) => {
    const hero = heroOf(premise)
    expect(hero.role).toBe(role)
    if (pronouns !== undefined) expect(hero.pronouns).toBe(pronouns)
    if (name !== undefined) expect(hero.name).toBe(name)
  })

  it('has a trade of the genre if the premise names no one', () => {
    expect(heroOf('It rains on the last lighthouse.').role).toMatch(/lamp|pilot|sail|ferry|wreck|harbour/)
  })
})

describe('the people of a premise', () => {
  it('have names, and a dead one is not among them', () => {
    const { memory, outline } = novel('A river pilot and her estranged father race a rival steamboat for a contract.')
    const father = Object.values(memory.characters).find(({ role }) => role === 'estranged father')!
    expect(father.name).toMatch(/^\p{Lu}\p{L}+ \p{Lu}/u)
    expect(father.pronouns).toBe('he')
    expect(outline.parts[0]!.plot!.focus).toBe('the contract')
    const letter = novel(
      'The last postman on the moon carries a letter addressed to a woman who has been dead for a year.',
    )
    expect(Object.values(letter.memory.characters).map(({ role }) => role)).not.toContain('woman')
  })

  it('are not what a part is about', () => {
    const { memory, outline } = imagineNovel({
      name: 'n',
      seed: 'test',
      scenes: 60,
      premise: 'A deaf piano tuner in Trieste finds a confession inside a piano before the soloist is to play it.',
    })
    const roles = Object.values(memory.characters).map(({ role }) => `the ${role}`)
    expect(outline.parts).toHaveLength(4)
    for (const { plot } of outline.parts) expect(roles).not.toContain(plot!.focus)
  })
})

describe('a premise that is not English', () => {
  const german =
    'Es ist keine Zeit mehr: Die Uhrmacherin Klara Vogt sucht in Leipzig nach dem Pendel und nicht nach der Uhr.'

  it('gives its proper names, and no word of it is taken for English', () => {
    expect(foreignLanguageOf(german)).toBe('de')
    const { memory, outline } = novel(german)
    expect(memory.characters.C0!.name).toBe('Klara Vogt')
    expect(JSON.stringify(outline)).toContain('Leipzig')
    expect(JSON.stringify([outline, memory.characters])).not.toMatch(/Zeit|Pendel|nach/)
  })

  it.each(['It rains on the last lighthouse.', 'In Die, a man bakes bread.', 'Why not.'])('is none: %s', (premise) => {
    expect(foreignLanguageOf(premise)).toBeUndefined()
  })
})
