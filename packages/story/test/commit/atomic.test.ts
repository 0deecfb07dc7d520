import { spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { type Disk, systemDisk } from '../../src/files/disk.ts'
import { openStory as open, readProject, type StoryPlan } from '../../src/index.ts'
import { readNextIds } from '../../src/memory/ids.ts'
import { readMemory } from '../../src/memory/read-memory.ts'
import { seededNumbers } from '../../src/stub/seeded.ts'
import { writeStorySkill } from '../story-skill.ts'
import { contents, failed, makeProject, openStory, shippedSkills, temporaryFolder, written } from '../world.ts'

const plan = { rationale: 'r', scene_intention: 'The clock strikes.', actions: [] }
const planWith = (one: string, other: string): StoryPlan => ({
  ...plan,
  actions: [
    { tool: 'character.generate', args: { role: one } },
    { tool: 'character.generate', args: { role: other } },
    { tool: 'relationship.create', args: { character_a: one, character_b: other, relationship_type: 'rivals' } },
  ],
})
const peopledPlan = planWith('bell-founder', 'ringer')
const fixture = join(import.meta.dirname, '../fixtures/tick-and-die.ts')

/** A disk that fails at one step, or from one step on. */
function faultyDisk(failsAt: number, forGood: boolean): Disk & { steps: () => number } {
  let step = 0
  const acts = Object.entries(systemDisk).map(([name, act]) => [
    name,
    (...args: string[]) => {
      step++
      if (forGood ? step >= failsAt : step === failsAt) {
        throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
      }
      return (act as (...args: string[]) => void)(...args)
    },
  ])
  return Object.assign(Object.fromEntries(acts) as Disk, { steps: () => step })
}

/** What no tick may leave behind: parts that belong to no whole. */
async function expectWhole(folder: string): Promise<number> {
  const { state, scenes } = await readProject(folder)
  const names = scenes.map(({ id }) => id)
  expect(readdirSync(join(folder, 'scenes')).map((file) => file.replace('.md', ''))).toEqual(names)
  expect(readdirSync(join(folder, 'plans'))).toHaveLength(state.current_tick)
  expect(names).toHaveLength(state.current_tick)
  expect(existsSync(join(folder, '.story/commit'))).toBe(false)
  expect(existsSync(join(folder, '.story/staging'))).toBe(false)
  return state.current_tick
}

describe('a tick is atomic', () => {
  it.each([
    ['fails once', false],
    ['stays full', true],
  ])(
    'P3 §12.1: whatever step of the disk fails, the tick is there as a whole or not at all (the disk %s)',
    async (_, forGood) => {
      const base = makeProject()
      let failures = 0
      for (let step = 1; ; step++) {
        const folder = join(temporaryFolder(), 'novel')
        cpSync(base, folder, { recursive: true })
        const before = contents(folder)
        const disk = faultyDisk(step, forGood)
        const options = { folder, skillRoots: [shippedSkills], home: join(folder, '../home'), disk }
        const story = await open(options).catch(() => undefined)
        if (!story) continue
        const result = await story.tick({ plan })
        await story.close()
        const mended = await openStory(folder)
        await mended.close()
        const ticks = await expectWhole(folder)
        expect(ticks, `step ${step}`).toBe(result.ok ? 1 : 0)
        if (!result.ok) {
          failures++
          expect(contents(folder), `step ${step}`).toEqual(before)
          expect(result.error.message).toContain('ENOSPC')
          if (!forGood) expect(result.errorFile).toBe('errors/error_001.json')
        }
        rmSync(folder, { recursive: true })
        if (disk.steps() < step) break
      }
      expect(failures).toBeGreaterThan(15)
    },
  )

  it('P3 §12.1: whatever step it is killed at, the tick is there as a whole or not at all', async () => {
    const base = makeProject()
    const planFile = keepPlan(peopledPlan)
    const { step: last } = JSON.parse(run(copyOf(base), 0, planFile).split('\n')[1]!) as { step: number }
    let without = 0
    for (const step of spreadOver(last, 16)) {
      const folder = copyOf(base)
      const before = contents(folder)
      const free = readNextIds(folder, readMemory(folder))
      run(folder, step, planFile)
      const staged = readdirSync(join(folder, '.story'), { recursive: true, encoding: 'utf8' })
      const set = readNextIds(folder, readMemory(folder))
      const story = await openStory(folder)
      const ticks = await expectWhole(folder)
      if (ticks === 0) {
        without++
        expect(contents(folder), `step ${step}`).toEqual(before)
      }
      written(await story.tick({ plan: planWith('sexton', 'verger') }))
      expect(await expectWhole(folder), `step ${step}`).toBe(ticks + 1)
      const { characters, relationships } = (await readProject(folder)).memory
      // Two made by each tick that is there, and none of them by an id that had been set aside.
      expect(Object.keys(characters), `step ${step}`).toHaveLength(1 + 2 * (ticks + 1))
      expect(Object.keys(relationships), `step ${step}`).toHaveLength(ticks + 1)
      const ids = Object.keys(characters).slice(-2)
      expect(ids, `step ${step}`).toEqual([`C${set.character}`, `C${set.character + 1}`])
      if (ticks === 0) for (const id of ids) expect(staged.join(), `step ${step}`).not.toContain(`${id}.json`)
      expect(set.character).toBeGreaterThanOrEqual(free.character)
      await story.close()
    }
    expect(without).toBeGreaterThan(5)
    expect(without).toBeLessThan(16)
  }, 600_000)

  it('P3 §12.1: killed while a tool runs, after others have made people, nothing of it is there and no id comes again', async () => {
    const folder = makeProject()
    const mark = join(temporaryFolder(), 'running')
    const root = writeStorySkill(temporaryFolder(), {
      // Ends with its host, whose pipe closes when it is killed.
      slow: `import('node:fs').then(({ writeFileSync }) => writeFileSync(${JSON.stringify(mark)}, String(Object.keys(request.input ? request.state?.story?.characters ?? {} : {})))); setInterval(() => process.stdout.write('\\n'), 50); process.stdout.on('error', () => process.exit())`,
    })
    const before = contents(folder)
    const planFile = keepPlan({ ...peopledPlan, actions: [...peopledPlan.actions, { tool: 'slow', args: {} }] })
    const child = spawn(process.execPath, [fixture, folder, [root, shippedSkills].join(), '0', '1', planFile], {
      stdio: 'ignore',
    })
    await vi.waitFor(() => expect(readFileSync(mark, 'utf8')).not.toBe(''), { timeout: 60_000, interval: 20 })
    child.kill('SIGKILL')
    await new Promise((resume) => child.once('close', resume))
    expect(readFileSync(mark, 'utf8').split(',')).toEqual(['C0', 'C1', 'C2'])
    const story = await openStory(folder)
    expect(contents(folder)).toEqual(before)
    expect(await expectWhole(folder)).toBe(0)
    written(await story.tick({ plan: peopledPlan }))
    const { characters, relationships } = (await readProject(folder)).memory
    for (const id of ['C1', 'C2']) expect(characters).not.toHaveProperty(id)
    expect(relationships).not.toHaveProperty('R0')
    expect(Object.keys(characters)).toHaveLength(3)
  }, 120_000)

  it('P3 §12.1: killed at any moment while it writes, the project is whole and its lock is free', async () => {
    const folder = makeProject()
    for (let round = 0; round < 6; round++) {
      const child = spawn(process.execPath, [fixture, folder, shippedSkills, '0', '1000'], {
        stdio: ['ignore', 'pipe', 'ignore'],
      })
      // It is killed at another moment each time, once it has told of some ticks.
      await new Promise<void>((resume) => {
        let told = 0
        child.stdout.on('data', (chunk) => {
          told += String(chunk).split('"ok":true').length - 1
          if (told > round) setTimeout(resume, round * 7)
        })
      })
      child.kill('SIGKILL')
      await new Promise((resume) => child.once('close', resume))
      await (await openStory(folder)).close()
      await expectWhole(folder)
    }
    expect(await expectWhole(folder)).toBeGreaterThanOrEqual(1 + 2 + 3 + 4 + 5 + 6)
  }, 120_000)
})

describe('every file', () => {
  it('P3 §12.1: is replaced as a whole: nothing that a reader may open is written in place', async () => {
    const folder = makeProject()
    const written: string[] = []
    const replaced: string[] = []
    const inside = (path: string) => relative(folder, path).replaceAll('\\', '/')
    const disk: Disk = {
      ...systemDisk,
      write: (path, text) => (written.push(inside(path)), systemDisk.write(path, text)),
      rename: (from, to) => (replaced.push(inside(to)), systemDisk.rename(from, to)),
    }
    const story = await openStory(folder, { disk })
    await story.preview()
    expect((await story.tick()).ok).toBe(true)
    expect(
      (await story.tick({ plan: { ...plan, actions: [{ tool: 'relationship.query', args: { character_id: 'C9' } }] } }))
        .ok,
    ).toBe(false)
    story.undo()
    expect(written.filter((path) => !/^\.story\/(?:tmp|staging|commit)\//.test(path))).toEqual([])
    for (const path of [
      'state.json',
      'scenes/S001.md',
      'plans/plan_001.json',
      'errors/error_002.json',
      'errors/error_002.log',
    ])
      expect(replaced).toContain(path)
  })
})

describe('two writers', () => {
  it('P3 §12.1: are kept apart, across processes too', async () => {
    const folder = makeProject()
    const story = await openStory(folder)
    await expect(openStory(folder)).rejects.toMatchObject({ code: 'project_locked' })
    const other = spawnSync(process.execPath, [fixture, folder, shippedSkills, '0', '1'], { encoding: 'utf8' })
    expect(other.status).not.toBe(0)
    expect(other.stderr).toContain('another program is writing')
    written(await story.tick({ plan }))
    await story.close()
    expect(run(folder, 0)).toContain('"ok":true')
    expect(await expectWhole(folder)).toBe(2)
  })

  it('readers are let in meanwhile', async () => {
    const folder = makeProject()
    const story = await openStory(folder)
    written(await story.tick({ plan }))
    expect((await readProject(folder)).scenes).toHaveLength(1)
  })
})

describe('a project whose folders are in the way', () => {
  it('a tick that cannot put its files in place fails and leaves everything as it was', async () => {
    const folder = makeProject()
    rmSync(join(folder, 'plans'), { recursive: true })
    writeFileSync(join(folder, 'plans'), 'a file where a folder should be')
    const story = await openStory(folder)
    const before = contents(folder)
    expect(failed(await story.tick({ plan }))).toMatchObject({ stage: 'commit', errorFile: 'errors/error_001.json' })
    expect(contents(folder)).toEqual(before)
  })
})

function copyOf(base: string): string {
  const folder = join(temporaryFolder(), 'novel')
  cpSync(base, folder, { recursive: true })
  return folder
}

/** That many steps of all, one by chance out of each part of them; the same ones in every run. */
function spreadOver(last: number, count: number): number[] {
  const random = seededNumbers('kill')
  return Array.from({ length: count }, (_, part) => 1 + Math.floor(((part + random()) * last) / count))
}

function keepPlan(kept: StoryPlan): string {
  const file = join(temporaryFolder(), 'plan.json')
  writeFileSync(file, JSON.stringify(kept))
  return file
}

function run(folder: string, dieAt: number, ...planFile: string[]): string {
  const args = [fixture, folder, shippedSkills, String(dieAt), '1', ...planFile]
  return spawnSync(process.execPath, args, { encoding: 'utf8' }).stdout
}
