import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createProject, findProject, readProject, StoryError } from '../../src/index.ts'
import { contents, json, makeProject, openStory, temporaryFolder, written } from '../world.ts'

describe('a new project', () => {
  it('P3 §2: has the folders and settings of the specification, and one JSON file for each entity', () => {
    const folder = makeProject()
    for (const part of [
      'memory/characters',
      'memory/locations',
      'memory/things',
      'memory/scenes',
      'memory/open_loops',
      'memory/relationships',
      'scenes',
      'plans',
      'errors',
    ]) {
      expect(existsSync(join(folder, part)), part).toBe(true)
    }
    expect(json(folder, 'config.json')).toMatchObject({
      generation: { recent_scenes_count: 3, include_overall_summary: true },
    })
    expect(json(folder, 'state.json')).toMatchObject({ novel_name: 'novel', current_tick: 0, active_character: 'C0' })
    for (const [part, least] of [
      ['characters', 5],
      ['locations', 5],
      ['things', 3],
    ] as const)
      expect(readdirSync(join(folder, 'memory', part)).length).toBeGreaterThanOrEqual(least)
    expect(json<{ parts: unknown[] }>(folder, 'outline.json').parts).toHaveLength(1)
  })

  it('P3 §2: contains the given texts', () => {
    const folder = makeProject({
      genre: 'fantasy',
      premise: 'A cartographer finds a map of a city that does not exist.',
      protagonist: 'Elena Voss, a young cartographer',
      setting: 'Port Verrin, a drowned city',
      tone: 'dark',
    })
    expect(json(folder, 'state.json')).toMatchObject({
      genre: 'fantasy',
      premise: 'A cartographer finds a map of a city that does not exist.',
      setting: 'Port Verrin, a drowned city',
      tone: 'dark',
    })
    expect(json(folder, 'memory/characters/C0.json')).toMatchObject({ name: 'Elena Voss', role: 'young cartographer' })
    expect(json(folder, 'memory/locations/L0.json')).toMatchObject({
      name: 'Port Verrin',
      description: 'a drowned city',
    })
    expect(json(folder, 'memory/open_loops/OL0.json')).toMatchObject({
      description: expect.stringContaining('cartographer'),
    })
  })

  it('a protagonist given as a role gets a name', () => {
    const { name, role } = json<{ name: string; role: string }>(
      makeProject({ protagonist: 'a retired detective' }),
      'memory/characters/C0.json',
    )
    expect(role).toBe('retired detective')
    expect(name).toMatch(/^\p{Lu}\p{L}+ \p{Lu}\p{L}+$/u)
  })

  it('a protagonist’s name can be in a script without capital letters', () => {
    const folder = makeProject({ protagonist: '李雷, 记者' })
    expect(json(folder, 'memory/characters/C0.json')).toMatchObject({ name: '李雷', role: '记者' })
  })

  it('rejects a folder that is not empty and does not change it', () => {
    const folder = temporaryFolder()
    writeFileSync(join(folder, 'diary.txt'), 'mine')
    expect(() => createProject(folder)).toThrow(expect.objectContaining({ code: 'project_exists' }))
    expect(readdirSync(folder)).toEqual(['diary.txt'])
  })
})

describe('finding a project', () => {
  it('P3 §8: searches the folder, its parents, then its direct children', () => {
    const folder = makeProject()
    const deep = join(folder, 'memory', 'characters')
    expect(findProject(deep)).toBe(folder)
    expect(findProject(folder)).toBe(folder)
    expect(findProject(join(folder, '..'))).toBe(folder)
    const elsewhere = temporaryFolder()
    mkdirSync(join(elsewhere, 'state.json'))
    expect(() => findProject(elsewhere)).toThrow(StoryError)
  })

  it('finds a project that was checked out without its empty folders, and continues it', async () => {
    const folder = makeProject()
    for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted().toReversed()) {
      const place = join(folder, path)
      if (statSync(place).isDirectory() && readdirSync(place).length === 0) rmdirSync(place)
    }
    expect(existsSync(join(folder, 'scenes'))).toBe(false)
    expect(findProject(folder)).toBe(folder)
    written(await (await openStory(folder)).tick())
    expect((await readProject(folder)).scenes).toHaveLength(1)
  })

  it('a file that is not valid UTF-8 is rejected', async () => {
    const folder = makeProject({ protagonist: 'Zoé, a baker' })
    const file = join(folder, 'memory/characters/C0.json')
    writeFileSync(file, Buffer.from(readFileSync(file, 'utf8'), 'latin1'))
    await expect(readProject(folder)).rejects.toThrow(/C0\.json is not valid UTF-8/)
  })

  it('an invalid file is named with its problem', async () => {
    const folder = makeProject()
    const file = join(folder, 'memory/characters/C0.json')
    writeFileSync(file, JSON.stringify({ ...json(folder, 'memory/characters/C0.json'), traits: 'brave' }))
    await expect(readProject(folder)).rejects.toThrow(/C0\.json: \/traits must be array/)
    writeFileSync(file, '{')
    await expect(readProject(folder)).rejects.toThrow(/C0\.json cannot be read/)
  })

  it('the same seed gives the same story, a different seed a different one', async () => {
    const writeScene = async (seed: string) => {
      const folder = makeProject({ seed })
      const story = await openStory(folder)
      const scenes = [written(await story.tick()).prose, written(await story.tick()).prose]
      expect(Object.keys(contents(folder))).toContain('scenes/S002.md')
      return scenes.join('\n')
    }
    const [one, same, other] = [await writeScene('a'), await writeScene('a'), await writeScene('b')]
    expect(same).toBe(one)
    expect(other).not.toBe(one)
  })
})
