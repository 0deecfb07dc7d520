import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { checkProject, createProject, openStory as open, outlineAsMermaid, readProject } from '../../src/index.ts'
import { contents, openStory, shippedSkills, temporaryFolder, written } from '../world.ts'

// One novel of seven scenes, which each test copies.
let novel: string
beforeAll(async () => {
  const root = mkdtempSync(join(tmpdir(), 'narratoria-edit-'))
  novel = join(root, 'novel')
  createProject(novel, {
    seed: 'test',
    scenes: 7,
    premise: 'A retired detective receives a letter from the killer she never caught.',
  })
  const story = await open({ folder: novel, skillRoots: [shippedSkills], home: join(root, 'home') })
  for (let tick = 0; tick < 7; tick++) written(await story.tick())
  await story.close()
  return () => rmSync(root, { recursive: true, force: true })
})

function copy(): string {
  const folder = join(temporaryFolder(), 'novel')
  cpSync(novel, folder, { recursive: true })
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const search = async (folder: string) =>
  (await readProject(folder)).scenes.find(({ changes }) => changes?.some(({ kind }) => kind === 'moves'))!

describe('editing', () => {
  it('shows what later scenes rely on before a scene is deleted, and undo restores every file', async () => {
    const folder = copy()
    const before = contents(folder)
    const story = await openStory(folder)
    const { id } = (await readProject(folder)).scenes.findLast(({ changes }) =>
      changes?.some(({ kind, to }) => kind === 'moves' && to === 'C0'),
    )!
    const planned = story.edit({ delete: id }, { dryRun: true })
    expect(planned.consequences.map(({ message }) => message).join()).toMatch(
      /does not have|who has it|not know the secret/,
    )
    expect(contents(folder)).toEqual(before)
    const { order } = story.edit({ delete: id })
    expect(order).not.toContain(id)
    const view = await readProject(folder)
    expect(view.scenes.map((scene) => scene.id)).toEqual(order)
    expect(Object.values(view.memory.open_loops).every(({ created_in_scene: from }) => from !== id)).toBe(true)
    expect(story.undo()).toMatchObject({ edit: `delete ${id}` })
    expect(contents(folder)).toEqual(before)
  })

  it('moves a scene, and the novel is read and continued in the new order', async () => {
    const folder = copy()
    const story = await openStory(folder)
    const { order, done } = story.edit({ move: 'S002', after: 'S005' })
    expect(done).toBe(true)
    expect(order).toEqual(['S001', 'S003', 'S004', 'S005', 'S002', 'S006', 'S007'])
    written(await story.tick())
    expect((await readProject(folder)).scenes.map(({ id }) => id)).toEqual([...order, 'S008'])
  })

  it('a scene moved before what it relies on is a contradiction that the check finds', async () => {
    const folder = copy()
    const story = await openStory(folder)
    const { id } = await search(folder)
    const later = (await readProject(folder)).scenes.at(-1)!.id
    const { consequences } = story.edit({ move: later, after: null }, { dryRun: true })
    expect(consequences.some(({ scene }) => scene === later)).toBe(true)
    expect(checkProject(await readProject(folder)).contradictions).toEqual([])
    story.edit({ move: id, after: later })
    expect((await readProject(folder)).scenes.at(-1)!.id).toBe(id)
  })

  it('inserts a scene behind another one, with its beat in the outline', async () => {
    const folder = copy()
    const story = await openStory(folder)
    const { scene, prose } = await story.insert('S002', { purpose: 'The lamps go out in the whole street.' })
    expect(prose).toContain('The lamps went out in the whole street.')
    const view = await readProject(folder)
    expect(view.scenes.map(({ id }) => id).slice(1, 4)).toEqual(['S002', scene.id, 'S003'])
    expect(outlineAsMermaid(view.outline!, view.memory)).toContain('The lamps go out')
    expect(view.outline!.parts[0]!.acts[0]!.beats.map(({ id }) => id)).toContain(scene.beat)
  })

  it('writes a scene again: id and place stay, the sentences differ, nothing later breaks', async () => {
    const folder = copy()
    const story = await openStory(folder)
    const old = readFileSync(join(folder, 'scenes/S003.md'), 'utf8')
    const { scene, prose, consequences } = await story.rewrite('S003', { wish: 'other words' })
    expect(scene.id).toBe('S003')
    expect(old).not.toContain(prose)
    expect(consequences).toEqual([])
    expect((await readProject(folder)).scenes.map(({ id }) => id)).toEqual([
      'S001',
      'S002',
      'S003',
      'S004',
      'S005',
      'S006',
      'S007',
    ])
    expect(checkProject(await readProject(folder)).contradictions).toEqual([])
  })

  it('names the scenes that there are if one is unknown', async () => {
    const story = await openStory(copy())
    expect(() => story.edit({ delete: 'S099' })).toThrow(/no scene "S099"; there are S001, S002/)
  })
})
