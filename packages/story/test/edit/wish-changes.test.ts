import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { imagineNovel } from '../../src/imagine/imagine-novel.ts'
import { checkProject, createProject, readProject, type Story } from '../../src/index.ts'
import { beatsOf, type Outline } from '../../src/outline/outline.ts'
import { changesIn } from '../../src/stub/changes-in.ts'
import { narrate } from '../../src/stub/narrate.ts'
import { strangersIn } from '../../src/stub/strangers-in.ts'
import { openStory, temporaryFolder, written } from '../world.ts'

const premise = 'A piano tuner, Clara Moss, hides the brass key from the director Ivo Brandt.'
const { memory } = imagineNovel({ name: 'n', seed: 'test', scenes: 15, premise })
const idOf = (name: string) =>
  [...Object.values(memory.characters), ...Object.values(memory.things)].find((each) => each.name.includes(name))!.id
const short = (id: string) => memory.characters[id]!.name.split(' ')[0]!
const changesOf = (wish: string) =>
  changesIn(narrate(wish)!, { memory, location: 'L0' }).map(({ kind, id, to }) => [kind, id, ...(to ? [to] : [])])

describe('P3 §3: what a wish lets happen changes the world', () => {
  it.each<[wish: string, changes: string[][]]>([
    ['Ivo is dead', [['dies', idOf('Ivo')]]],
    ['Ivo dies of a fever', [['dies', idOf('Ivo')]]],
    ['let Clara kill Ivo', [['dies', idOf('Ivo')]]],
    ['Ivo stabs Clara and Clara dies', [['dies', 'C0']]],
    ['Ivo is murdered in his bed', [['dies', idOf('Ivo')]]],
    ['Clara gives Ivo the brass key', [['moves', idOf('brass key'), idOf('Ivo')]]],
    ['Ivo hands the brass key to Clara', [['moves', idOf('brass key'), 'C0']]],
    ['Ivo steals the brass key', [['moves', idOf('brass key'), idOf('Ivo')]]],
    ['Clara loses the brass key', [['moves', idOf('brass key'), 'L0']]],
    ['Ivo throws the brass key into the fire', [['moves', idOf('brass key'), 'nowhere']]],
    ['Ivo leaves for good', [['leaves', idOf('Ivo')]]],
    ['Clara dreams that Ivo died', []],
    ['Ivo almost dies', []],
    ['Clara asks whether Ivo is dead', []],
    ['Clara would never give Ivo the brass key', []],
    ['Ivo is dead tired', []],
  ])('%s', (wish, changes) => {
    expect(changesOf(wish)).toEqual(changes)
  })
})

describe('names in a wish', () => {
  it.each<[wish: string, strangers: string[]]>([
    ['Zebulon Quark arrives and shouts at Clara', ['Zebulon Quark']],
    ['Clara buries the key with Zebulon.', ['Zebulon']],
    ['Quillon dies', ['Quillon']],
    ['Suddenly Mirelle enters.', ['Mirelle']],
    ['Clara Moss meets Ivo Brandt on Monday in June', []],
    ['Rain falls. Nobody speaks. Everyone leaves.', []],
    ['Let Clara cry', []],
    ["Ivo's letter burns", []],
  ])('are compared with the people, places and things of the novel: %s', (wish, strangers) => {
    expect(strangersIn(wish, { memory, premise })).toEqual(strangers)
  })
})

describe('an edit without a model', () => {
  const open = async (run: (story: Story, folder: string) => Promise<void>) => {
    const folder = join(temporaryFolder(), 'novel')
    createProject(folder, { premise, seed: 'test' })
    const story = await openStory(folder)
    for (let tick = 0; tick < 3; tick++) written(await story.tick())
    await run(story, folder)
  }

  it('that lets a person die is seen by the scenes after it and by the check', () =>
    open(async (story, folder) => {
      const [, friend] = (await readProject(folder)).scenes[2]!.characters
      const { consequences, scene } = await story.rewrite('S001', { wish: `${short(friend!)} dies in the fire` })
      expect(scene.changes).toContainEqual(expect.objectContaining({ kind: 'dies', id: friend }))
      expect(consequences.map(({ message }) => message).join()).toMatch(/present, but is dead/)
      expect(checkProject(await readProject(folder)).contradictions.map(({ kind }) => kind)).toContain('state')
    }))

  it('that lets the protagonist die shows that every later scene needs one, and can be undone', () =>
    open(async (story, folder) => {
      const { consequences } = await story.rewrite('S001', { wish: 'Clara dies' })
      expect(new Set(consequences.map(({ scene }) => scene))).toEqual(new Set(['S002', 'S003']))
      await story.tick()
      expect(checkProject(await readProject(folder)).contradictions.length).toBeGreaterThan(0)
    }))

  it('that names someone who does not exist says what that means', () =>
    open(async (story) => {
      const { notes } = await story.rewrite('S001', { wish: 'Zebulon Quark arrives and shouts at Clara' })
      expect(notes.join()).toContain('"Zebulon Quark"')
      const inserted = await story.insert('S001', { purpose: 'Clara buries the letter with Zebulon.' })
      expect(inserted.notes.join()).toContain('"Zebulon"')
    }))

  it('is checked against the style sheet, and a purpose in the outline against the names of the novel', () =>
    open(async (story, folder) => {
      const config = JSON.parse(readFileSync(join(folder, 'config.json'), 'utf8')) as object
      writeFileSync(join(folder, 'config.json'), JSON.stringify({ ...config, style: { avoid: ['suddenly'] } }))
      const { notes } = await story.rewrite('S001', { wish: 'Clara leaves suddenly' })
      expect(notes.join()).toContain('"suddenly"')
      const file = join(folder, 'outline.json')
      const outline = JSON.parse(readFileSync(file, 'utf8')) as Outline
      const beat = beatsOf(outline)[3]!
      const edited = (purpose: string) => {
        beat.purpose = purpose
        writeFileSync(file, JSON.stringify(outline))
      }
      edited('Clara dances with Zoltan.')
      expect(written(await story.tick()).warnings.join()).toContain('"Zoltan"')
      edited('  ')
      await expect(story.tick()).rejects.toThrow(/purpose/)
    }))

  it.each(['', '   ', '...', '?'])('without a purpose is refused, and nothing is changed: "%s"', (purpose) =>
    open(async (story, folder) => {
      await expect(story.insert('S001', { purpose })).rejects.toMatchObject({ code: 'invalid_plan' })
      expect((await readProject(folder)).scenes).toHaveLength(3)
    }),
  )

  it('narrates a purpose in the past tense', () => {
    for (const [purpose, past] of [
      ['Clara quarrels with Piet.', 'Clara quarrelled with Piet.'],
      ['Ivo dances on the piano.', 'Ivo danced on the piano.'],
      ['Clara answers the letters.', 'Clara answered the letters.'],
      ['Ivo fights a duel.', 'Ivo fought a duel.'],
      ['Clara and Ivo dance.', 'Clara and Ivo danced.'],
      ['the lamp breaks', 'The lamp broke.'],
      ['Ivo throws the brass key into the fire', 'Ivo threw the brass key into the fire.'],
      ['Ivo is murdered in his bed', 'Ivo was murdered in his bed.'],
    ] as const)
      expect(narrate(purpose)!.replace('quarreled', 'quarrelled')).toBe(past)
  })
})
