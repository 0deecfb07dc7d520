import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkProject, readProject } from '../../src/index.ts'
import { beatsOf, type Outline } from '../../src/outline/outline.ts'
import { makeProject, openStory, written } from '../world.ts'

const premise = 'A bell has gone missing from the chapel, and the sexton Ada Brook must find it.'

/** A new novel of eight scenes whose outline an author has edited. */
function edited(edit: (outline: Outline) => void): string {
  const folder = makeProject({ premise, scenes: 8 })
  const path = join(folder, 'outline.json')
  const outline = JSON.parse(readFileSync(path, 'utf8')) as Outline
  edit(outline)
  writeFileSync(path, JSON.stringify(outline))
  return folder
}

/** Writes scenes, and returns them with their texts. */
async function write(folder: string, count: number) {
  const story = await openStory(folder)
  const results = []
  for (let tick = 0; tick < count; tick++) results.push(written(await story.tick()))
  expect(checkProject(await readProject(folder)).contradictions).toEqual([])
  return results
}

const beats = (outline: Outline) => beatsOf(outline)

describe('scenes follow the edited outline', () => {
  it('narrates another purpose, in the past tense and in the middle of the scene', async () => {
    const folder = edited((outline) => (beats(outline)[1]!.purpose = 'Ada burns the letter from her brother.'))
    const [, { prose, scene }] = (await write(folder, 2)) as [unknown, Awaited<ReturnType<typeof write>>[0]]
    const paragraphs = prose.split('\n\n')
    const at = paragraphs.findIndex((paragraph) => paragraph.includes('Ada burned the letter from her brother.'))
    expect(at).toBeGreaterThan(0)
    expect(at).toBeLessThan(paragraphs.length - 1)
    expect(prose).not.toContain('Ada burns')
    expect(scene.intention).toBe('Ada burns the letter from her brother.')
  })

  it('has the people of the beat, also those who were added', async () => {
    let name = ''
    const folder = edited((outline) => {
      const beat = beats(outline)[0]!
      const added = Object.values(outline.parts[0]!.plot!.roles).find(
        (id) => id.startsWith('C') && !beat.people.includes(id),
      )!
      beat.people.push(added)
      name = added
    })
    const [{ prose, scene }] = (await write(folder, 1)) as [Awaited<ReturnType<typeof write>>[0]]
    expect(scene.characters).toContain(name)
    const { memory } = await readProject(folder)
    expect(prose).toContain(memory.characters[name]!.name.split(' ')[0])
  })

  it('leaves out what needs a person who was removed', async () => {
    const folder = edited((outline) => {
      const beat = beats(outline)[1]!
      beat.people = ['C0']
    })
    const [, { scene, prose }] = (await write(folder, 2)) as [unknown, Awaited<ReturnType<typeof write>>[0]]
    expect(scene.characters).toEqual(['C0'])
    expect(prose).not.toContain(' said ')
  })

  it('takes place where the beat says', async () => {
    const folder = edited((outline) => (beats(outline)[1]!.place = 'L4'))
    const [, { scene }] = (await write(folder, 2)) as [unknown, Awaited<ReturnType<typeof write>>[0]]
    expect(scene.location).toBe('L4')
  })

  it('follows another order, an insertion and a deletion', async () => {
    let wanted: string[] = []
    const folder = edited((outline) => {
      const [act] = outline.parts[0]!.acts
      const [first, second, ...rest] = act!.beats
      const inserted = {
        ...first!,
        id: 'B900',
        kind: 'free',
        purpose: 'Ada sells the ladder.',
        people: ['C0'],
        things: [],
      }
      act!.beats = [second!, inserted, ...rest]
      wanted = beats(outline).map(({ id }) => id)
    })
    const results = await write(folder, 3)
    expect(results.map(({ scene }) => scene.beat)).toEqual(wanted.slice(0, 3))
    expect(results[1]!.prose).toContain('Ada sold the ladder.')
  })

  it('refuses a beat that was added before written scenes, and says what to do', async () => {
    const folder = edited(() => undefined)
    const story = await openStory(folder)
    for (let tick = 0; tick < 3; tick++) written(await story.tick())
    const path = join(folder, 'outline.json')
    const outline = JSON.parse(readFileSync(path, 'utf8')) as Outline
    const act = outline.parts[0]!.acts[0]!
    act.beats.splice(1, 0, { ...act.beats[0]!, id: 'B900', kind: 'free', purpose: 'Ada sells the ladder.', things: [] })
    writeFileSync(path, JSON.stringify(outline))
    await expect(story.tick()).rejects.toThrow(
      'B900 comes before B003, which is already written; move it behind that beat, or remove it and run: narratoria story insert S001 "Ada sells the ladder."',
    )
    // Behind the written scenes it is narrated next.
    const beat = act.beats.splice(1, 1)[0]!
    const last = outline.parts[0]!.acts.findIndex(({ beats: own }) => own.some(({ id }) => id === 'B003'))
    const written3 = outline.parts[0]!.acts[last]!.beats
    written3.splice(written3.findIndex(({ id }) => id === 'B003') + 1, 0, beat)
    writeFileSync(path, JSON.stringify(outline))
    const { scene, prose } = written(await story.tick())
    expect(scene.beat).toBe('B900')
    expect(prose).toContain('Ada sold the ladder.')
  })

  it('does not write the beat of a deleted scene again', async () => {
    const folder = edited(() => undefined)
    const story = await openStory(folder)
    for (let tick = 0; tick < 3; tick++) written(await story.tick())
    const { scenes, outline } = await readProject(folder)
    const last = scenes.at(-1)!
    story.edit({ delete: last.id })
    const { scene } = written(await story.tick())
    const following = beats(outline!)[3]!
    expect(scene.beat).toBe(following.id)
    expect(beats((await readProject(folder)).outline!).map(({ id }) => id)).not.toContain(last.beat)
  })

  it('keeps the order of the beats when a scene is moved', async () => {
    const folder = edited(() => undefined)
    const story = await openStory(folder)
    for (let tick = 0; tick < 3; tick++) written(await story.tick())
    const [first, , third] = (await readProject(folder)).scenes
    story.edit({ move: first!.id, after: third!.id })
    const { outline, scenes } = await readProject(folder)
    expect(
      beats(outline!)
        .slice(0, 3)
        .map(({ id }) => id),
    ).toEqual(scenes.map(({ beat }) => beat))
  })
})

describe('a wish without a model', () => {
  it('lets happen what it says, enters the outline, and stays when the scene is written again', async () => {
    const folder = edited(() => undefined)
    const story = await openStory(folder)
    written(await story.tick())
    const { prose, notes } = await story.rewrite('S001', { wish: 'Ada loses her lamp in the river' })
    expect(prose).toContain('Ada lost her lamp in the river.')
    expect(notes).toEqual([])
    expect(beats((await readProject(folder)).outline!)[0]).toMatchObject({ wish: 'Ada loses her lamp in the river' })
    expect((await story.rewrite('S001', { wish: '' })).prose).toContain('Ada lost her lamp in the river.')
  })

  it('can be shorter, and says when it is not used', async () => {
    const folder = edited(() => undefined)
    const story = await openStory(folder)
    const { prose } = written(await story.tick())
    expect((await story.rewrite('S001', { wish: 'shorter' })).prose.length).toBeLessThan(prose.length)
    expect((await story.rewrite('S001', { wish: 'more colour' })).notes.join()).toMatch(/the wish was not used/)
  })
})

describe('the check of a project', () => {
  it('reports after a deletion what was reported before it', async () => {
    const folder = makeProject({ premise, scenes: 11 })
    const story = await openStory(folder)
    for (let tick = 0; tick < 11; tick++) written(await story.tick())
    const { scenes } = await readProject(folder)
    expect(checkProject(await readProject(folder)).contradictions).toEqual([])
    const giver = scenes.findLast(({ changes = [] }) =>
      changes.some(({ kind, to }) => kind === 'moves' && to === 'C0'),
    )!
    const { consequences } = story.edit({ delete: giver.id })
    expect(consequences).not.toEqual([])
    const found = checkProject(await readProject(folder)).contradictions
    for (const { scene, message } of consequences)
      expect(found).toContainEqual(expect.objectContaining({ scene, message }))
  })
})
