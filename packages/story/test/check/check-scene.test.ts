import { describe, expect, it } from 'vitest'
import { checkStyle } from '../../src/style/check-style.ts'
import { styleOf } from '../../src/style/style-sheet.ts'
import { checkScenes } from '../../src/world/check-scene.ts'
import { imagineNovel } from '../../src/imagine/imagine-novel.ts'
import type { Scene, StoryChange } from '../../src/memory/entities.ts'

const { memory } = imagineNovel({
  name: 'n',
  seed: 'a',
  scenes: 5,
  premise: 'On Mars, the engineer Tomas Okoro discovers that the water recycler is being sabotaged.',
  protagonist: 'Tomas Okoro, an engineer',
})
const [hero, second, third] = Object.values(memory.characters)
const key = Object.values(memory.things).find(({ at }) => memory.characters[at])!
const scene = (id: string, more: Partial<Scene>) =>
  ({ id, characters: [hero!.id, second!.id], things: [], changes: [], location: 'L0', ...more }) as unknown as Scene
const dies = (id: string): StoryChange => ({ kind: 'dies', id, cause: 'dies' })
const moves = (id: string, to: string): StoryChange => ({ kind: 'moves', id, to, cause: 'moves' })
const kinds = (...narrated: [Scene, string][]) =>
  checkScenes(
    memory,
    narrated.map(([each, prose]) => ({ scene: each, prose })),
  ).map(({ scene: id, kind }) => `${id} ${kind}`)
const first = (person: { name: string } | undefined) => person!.name.split(' ')[0]!

describe('the check of scenes', () => {
  it('finds people who speak although they are not present', () => {
    expect(kinds([scene('S001', {}), `“Stop,” said ${first(third)}.`])).toEqual(['S001 absent_speaks'])
    expect(kinds([scene('S001', {}), `“Stop,” said ${first(second)}.`])).toEqual([])
  })

  it('finds dead people who speak, act or are present', () => {
    const before = scene('S001', { characters: [hero!.id, third!.id], changes: [dies(third!.id)] })
    const narrated = (prose: string, characters = [hero!.id]) =>
      kinds([before, 'It ended.'], [scene('S002', { characters }), prose])
    expect(narrated(`“Stop,” said ${first(third)}.`)).toContain('S002 dead_acts')
    expect(narrated(`${first(third)} opened the door.`)).toEqual(['S002 dead_acts'])
    expect(narrated(`${first(hero)} remembered how ${first(third)} opened the door.`)).toEqual([])
    expect(narrated('Nothing.', [hero!.id, third!.id])).toEqual(['S002 state'])
  })

  it('finds a thing in two hands, in the text and in the state', () => {
    const holder = memory.characters[key.at]!
    const start = scene('S001', {
      characters: [...new Set([hero!.id, second!.id, holder.id])],
      changes: [moves(key.id, second!.id)],
    })
    const name = key.name.replace(/^the /, '')
    expect(
      kinds([start, 'Handed over.'], [scene('S002', {}), `${first(hero)} lifted the ${name} to the light.`]),
    ).toEqual(['S002 two_hands'])
    expect(
      kinds([start, 'Handed over.'], [scene('S002', {}), `${first(second)} lifted the ${name} to the light.`]),
    ).toEqual([])
    expect(
      kinds(
        [start, 'Handed over.'],
        [scene('S002', { characters: [hero!.id], changes: [moves(key.id, hero!.id)] }), 'So.'],
      ),
    ).toEqual(['S002 state'])
  })
})

describe('the check of the style', () => {
  const past =
    'He was late. She said so, and they looked at the clock, and it had stopped. He gave her his coat. They went out and stood there.'
  it.each([
    ['a word to avoid', 'It was suddenly dark.', { avoid: ['Suddenly'] }, /uses "suddenly"/],
    ['the tense', past, { tense: 'present' }, /past tense/],
    ['the person', past, { person: 'first' }, /third person/],
    [
      'the first person',
      `${past} I was there, and I saw it, and my hands shook, and I said so.`,
      { person: 'third' },
      /first person/,
    ],
  ] as const)('finds %s', (_, prose, style, message) => {
    expect(checkStyle(prose, styleOf({ style: style as never })).join()).toMatch(message)
  })

  it('accepts what follows the sheet, and leaves speech free', () => {
    const style = styleOf({ style: { tense: 'past', person: 'third', avoid: ['very'] } })
    expect(
      checkStyle(`${past} “I am very late, and you are, and we are,” he said.`.replace('very ', ''), style),
    ).toEqual([])
  })
})
