import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type NewProject, readProject, type TickResult } from '../../src/index.ts'
import { writeNovel } from '../write-novel.ts'
import { makeProject, openStory, written } from '../world.ts'

type Written = TickResult & { ok: true }

async function write(folder: string, count: number): Promise<Written[]> {
  const story = await openStory(folder)
  const results = []
  for (let tick = 0; tick < count; tick++) results.push(written(await story.tick()))
  await story.close()
  return results
}

const sentences = (prose: string) =>
  prose
    .split(/(?<=[.!?])”?\s+/)
    .map((sentence) => sentence.replaceAll(/[“”]/g, '').trim())
    .filter((sentence) => sentence.split(' ').length > 4)

describe('five scenes without a model', () => {
  const genres = [{ genre: 'mystery' }, { genre: 'crime' }, { genre: 'science fiction' }]

  it.each(genres)('P3 §1: are one story about named people, without repeated sentences ($genre)', async (wish) => {
    const { memory, scenes, proses } = await writeNovel(wish, 5)
    const text = proses.join('\n\n')
    expect(Object.keys(memory.characters)).toHaveLength(4)
    for (const { name } of Object.values(memory.characters)) expect(text).toContain(name)
    for (const { name } of Object.values(memory.locations)) expect(text).toContain(name.replace(/^The /, 'the '))
    expect(text).not.toMatch(/[{}<>|]|undefined|\[object| {2}|\.\.(?!\.)/)
    // The premise is an open question that scenes repeat.
    const premise = memory.open_loops.OL0!.description
    const all = sentences(text).filter((sentence) => !premise.includes(sentence))
    expect(text.split(premise).length - 1).toBeLessThanOrEqual(4)
    expect(all.filter((sentence, index) => all.indexOf(sentence) !== index)).toEqual([])
    expect(new Set(scenes.map(({ title }) => title)).size).toBe(5)
    for (const scene of scenes) expect(scene.word_count).toBeGreaterThan(170)
  })

  it('P3 §4.1: raise, develop and close loops; only the premise stays open', async () => {
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
    expect(results[4]?.prose).toContain(mystery!.resolution.split(' ').slice(3, 8).join(' '))
    expect(memory.relationships.R0).toMatchObject({ status: 'trusted' })
    expect(memory.relationships.R1?.history.map(({ scene_id }) => scene_id)).toEqual(['S004', 'S005'])
  })

  it('P3 §11: use the given premise, protagonist and setting', async () => {
    const wish = {
      premise: 'A lighthouse burns under water',
      protagonist: 'Oda Marsh, a diver',
      setting: 'Skerry, an island of eleven houses',
    }
    const { proses } = await writeNovel(wish, 1)
    for (const part of [
      '“A lighthouse burns under water.”',
      'Oda Marsh',
      'a diver',
      'Skerry, an island of eleven houses',
    ])
      expect(proses[0]).toContain(part)
  })

  it.each(['أين الكتاب؟', '谁写的信？', 'Who wrote (and to whom?)', 'It rains'])(
    'P3 §11: a premise keeps its punctuation, and gets a full stop only if it has none: %s',
    async (premise) => {
      const { proses } = await writeNovel({ premise }, 1)
      expect(proses[0]).toContain(`“${premise}${premise === 'It rains' ? '.' : ''}”`)
    },
  )

  it('P3 §11: the tone changes the style and the genre changes the objects', async () => {
    const sentencesFor = async (wish: NewProject) => {
      return sentences((await writeNovel({ seed: 'one', ...wish }, 5)).proses.join('\n'))
    }
    const tones = ['quiet', 'grim', 'eerie', 'witty', 'hopeful', 'breathless']
    const texts = await Promise.all(tones.map((tone) => sentencesFor({ genre: 'fantasy', tone })))
    for (const [index, text] of texts.entries()) {
      const others = new Set(texts.filter((_, other) => other !== index).flat())
      expect(text.filter((sentence) => !others.has(sentence)).length, tones[index]).toBeGreaterThanOrEqual(5)
      expect(text.filter((sentence) => others.has(sentence)).length, tones[index]).toBeGreaterThan(30)
    }
    const historical = new Set(await sentencesFor({ genre: 'historical', tone: 'quiet' }))
    expect(texts[0]!.filter((sentence) => !historical.has(sentence)).length).toBeGreaterThanOrEqual(2)
  })

  it('P3 §4.1: continue after an edited plan and an edited memory', async () => {
    const folder = makeProject()
    await write(folder, 2)
    const story = await openStory(folder)
    const interlude = { rationale: 'r', scene_intention: 'The lamps go out in the whole quarter.', actions: [] }
    expect(written(await story.tick({ plan: interlude })).prose).toContain(interlude.scene_intention)
    const helper = 'memory/characters/C2.json'
    const renamed = readFileSync(join(folder, helper), 'utf8').replace(/"name": "[^"]+"/, '"name": "Odalys Reyes"')
    writeFileSync(join(folder, helper), renamed)
    const search = written(await story.tick())
    expect(search.plan.actions.map(({ tool }) => tool)).toContain('location.generate')
    expect(search.prose).toContain('Odalys Reyes')
    expect(written(await story.tick()).scene.loops.closed).toEqual(['OL2'])
    expect(written(await story.tick()).scene.loops.closed).toEqual(['OL1', 'OL3'])
  })

  it('P3 §5.1: no created character has the role of the protagonist', async () => {
    for (const role of ['ferryman', 'magistrate']) {
      const { memory } = await writeNovel({ protagonist: `Oda Marsh, a ${role}`, genre: 'mystery' }, 3)
      const roles = Object.values(memory.characters).map((character) => character.role)
      expect(roles.filter((other) => other === role)).toEqual([role])
    }
  })
})

describe.each([
  { genre: 'fantasy', tone: 'eerie', seed: 'one' },
  { genre: 'crime', tone: 'wry', seed: 'two' },
  { genre: 'science fiction', tone: 'hopeful', seed: 'three' },
  { genre: 'mystery', tone: 'quiet', seed: 'four' },
  { genre: 'horror', tone: 'bleak', seed: 'five' },
  { genre: 'romance', tone: 'tense', seed: 'six' },
])('sixty scenes without a model ($genre, $tone)', (wish) => {
  const novel = () => writeNovel(wish, 60)

  it('P3 §1: repeat no sentence within thirty scenes, except the texts of loops', async () => {
    const { memory, proses } = await novel()
    const loops = Object.values(memory.open_loops).map(({ description }) => description)
    const last = new Map<string, number>()
    const again: string[] = []
    for (const [index, prose] of proses.entries()) {
      for (const sentence of sentences(prose)) {
        const before = last.get(sentence)
        const isQuote = loops.some((loop) => loop.includes(sentence) || sentence.includes(loop))
        if (before !== undefined && index - before < 30 && !isQuote) again.push(`${before}, ${index}: ${sentence}`)
        last.set(sentence, index)
      }
    }
    expect(again).toEqual([])
    expect(last.size).toBeGreaterThan(1000)
  })

  it('P3 §2: name only characters that are in memory', async () => {
    const { memory, proses } = await novel()
    const names = new Set(Object.values(memory.characters).map(({ name }) => name))
    const families = new Set([...names].map((name) => name.split(' ').at(-1)!))
    const said = proses.flatMap((prose) => prose.match(/\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+/gu) ?? [])
    const people = said.filter((name) => families.has(name.split(' ')[1]!))
    expect(people.length).toBeGreaterThan(200)
    expect(people.filter((name) => !names.has(name))).toEqual([])
  })

  it('P3 §4.1: close only open loops, close all of their own, and answer the premise', async () => {
    const { memory, scenes, proses } = await novel()
    const loops = memory.open_loops
    const open = new Set(Object.values(loops).flatMap((loop) => (loop.created_in_scene === null ? [loop.id] : [])))
    for (const scene of scenes) {
      for (const id of [...scene.loops.developed, ...scene.loops.closed]) expect(open, scene.id).toContain(id)
      for (const id of scene.loops.closed) open.delete(id)
      for (const id of scene.loops.raised) open.add(id)
    }
    expect([...open].map((id) => loops[id]?.category)).toEqual(['premise'])
    const premises = Object.values(loops).filter(({ category }) => category === 'premise')
    expect(premises.map((loop) => loop.closed_in_scene)).toEqual(['S020', 'S040', 'S060', null])
    for (const { description, closed_in_scene } of premises.slice(0, 3)) {
      const index = scenes.findIndex(({ id }) => id === closed_in_scene)
      // The premise is repeated near the scene that answers it.
      expect(proses.slice(index - 5, index + 1).join('\n')).toContain(description)
    }
  })

  it('P3 §2: reuse characters and locations of earlier scenes', async () => {
    const { memory, scenes, proses } = await novel()
    const first = Object.values(memory.characters).filter(({ created_in_tick: tick }) => tick > 0 && tick <= 5)
    const later = proses.slice(5).join('\n')
    expect(first.filter(({ name }) => later.includes(name)).length).toBeGreaterThanOrEqual(2)
    const returning = scenes.filter(({ tick, characters }) => {
      // An arc has five scenes, so this character is from an earlier arc.
      return characters.some((id) => id !== 'C0' && memory.characters[id]!.created_in_tick <= tick - 5)
    })
    expect(returning.length).toBeGreaterThan(6)
  })

  it('P3 §1: differ in location, characters and outcome from one scene to the next', async () => {
    const { scenes } = await novel()
    for (const [index, scene] of scenes.entries()) {
      const before = scenes[index - 1]
      if (before) expect(scene.title).not.toBe(before.title)
      const { summary, location } = scene
      const recent = scenes.slice(Math.max(0, index - 3), index)
      expect(recent.filter((other) => other.summary[0] === summary[0])).toEqual([])
      if (recent.length === 3)
        expect(
          recent.some((other) => other.location !== location),
          scene.id,
        ).toBe(true)
    }
    const places = new Set(scenes.map(({ location }) => location))
    expect(places.size).toBeGreaterThan(18)
  })
})
