import { describe, expect, it } from 'vitest'
import { readProject, type TickResult } from '../src/index.ts'
import { makeProject, openStory, written } from './world.ts'

const genres = [{ genre: 'mystery' }, { genre: 'crime' }, { genre: 'science fiction' }]

async function write(folder: string, count: number): Promise<(TickResult & { ok: true })[]> {
  const story = await openStory(folder)
  const results = []
  for (let tick = 0; tick < count; tick++) results.push(written(await story.tick()))
  await story.close()
  return results
}

const sentences = (prose: string) => prose.split(/(?<=[.!?]”?)\s+/).filter((sentence) => sentence.split(' ').length > 3)

describe('five scenes without a model', () => {
  it.each(genres)(
    'P3 §1: tell one story about named people, in sentences that do not repeat ($genre)',
    async (wish) => {
      const folder = makeProject(wish)
      const results = await write(folder, 5)
      const { memory } = await readProject(folder)
      const [hero, helper, rival] = Object.values(memory.characters)
      const text = results.map(({ prose }) => prose).join('\n\n')
      for (const person of [hero!, helper!, rival!]) expect(text).toContain(person.name)
      for (const { name } of Object.values(memory.locations)) expect(text).toContain(name.replace(/^The /, 'the '))
      expect(text).not.toMatch(/[{}<>|]|undefined|\[object| {2}|\.\.(?!\.)/)
      const all = sentences(text)
      expect(all.filter((sentence, index) => all.indexOf(sentence) !== index)).toEqual([])
      expect(new Set(results.map(({ scene }) => scene.title)).size).toBe(5)
      for (const { scene } of results) expect(scene.word_count).toBeGreaterThan(170)
    },
  )

  it('P3 §4.1: raise loops, develop them and close them again; only the premise stays open', async () => {
    const folder = makeProject()
    const results = await write(folder, 5)
    const { memory } = await readProject(folder)
    const [premise, mystery, promise, threat] = Object.values(memory.open_loops)
    expect([premise, mystery, promise, threat].map((loop) => [loop?.category, loop?.status])).toEqual([
      ['premise', 'open'],
      ['mystery', 'closed'],
      ['promise', 'closed'],
      ['threat', 'closed'],
    ])
    expect(mystery).toMatchObject({
      created_in_scene: 'S001',
      developed_in: ['S002', 'S003', 'S004'],
      closed_in_scene: 'S005',
    })
    expect(results[4]?.prose).toContain(mystery!.resolution)
    expect(memory.relationships.R0).toMatchObject({ status: 'trusted' })
    expect(memory.relationships.R1?.history.map(({ scene_id }) => scene_id)).toEqual(['S004', 'S005'])
  })

  it('P3 §11: what a writer wished is what the story is about', async () => {
    const folder = makeProject({
      premise: 'A lighthouse burns under water',
      protagonist: 'Oda Marsh, a diver',
      setting: 'Skerry, an island',
    })
    const [first] = await write(folder, 1)
    for (const part of ['“A lighthouse burns under water.”', 'My name is Oda Marsh', 'a diver', 'Skerry'])
      expect(first?.prose).toContain(part)
  })

  it('another five scenes are about somebody else, and repeat nothing either', async () => {
    const folder = makeProject()
    const results = await write(folder, 15)
    const all = results.flatMap(({ prose }) => sentences(prose))
    const repeated = all.filter((sentence, index) => all.indexOf(sentence) !== index)
    expect(repeated).toEqual([])
    const { memory } = await readProject(folder)
    expect(Object.keys(memory.characters)).toHaveLength(7)
    expect(Object.values(memory.open_loops).filter(({ status }) => status === 'open')).toHaveLength(1)
  })
})
