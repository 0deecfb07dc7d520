import { spawn, spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { type Disk, systemDisk } from '../../src/files/disk.ts'
import { readProject } from '../../src/index.ts'
import { writeStorySkill } from '../story-skill.ts'
import { contents, failed, makeBareProject, openStory, shippedSkills, temporaryFolder, written } from '../world.ts'
import { failTicks } from './fail-ticks.ts'
import { expectWhole, fixture, killTicks, peopledPlan, run, writePlan } from './kill-ticks.ts'

const plan = { rationale: 'r', scene_intention: 'The clock strikes.', actions: [] }

describe('a tick is atomic', () => {
  it.each([
    ['fails once', false],
    ['stays full', true],
  ])(
    'P3 §12.1: whichever disk step fails, the tick is complete or has no effect (the disk %s)',
    async (_, permanently) => {
      expect(await failTicks({ permanently, every: 4 })).toBeGreaterThan(4)
    },
  )

  it('P3 §12.1: whichever disk step it is killed at, the tick is complete or has no effect', async () => {
    const without = await killTicks(2)
    expect(without).toBeGreaterThan(0)
    expect(without).toBeLessThanOrEqual(2)
  })

  it('P3 §12.1: killed while a tool runs, the tick has no effect and its ids are not reused', async () => {
    const folder = makeBareProject()
    const mark = join(temporaryFolder(), 'running')
    const root = writeStorySkill(temporaryFolder(), {
      // The process ends with its host, because the pipe closes.
      slow: `import('node:fs').then(({ writeFileSync }) => writeFileSync(${JSON.stringify(mark)}, String(Object.keys(request.input ? request.state?.story?.characters ?? {} : {})))); setInterval(() => process.stdout.write('\\n'), 50); process.stdout.on('error', () => process.exit())`,
    })
    const before = contents(folder)
    const planFile = writePlan({ ...peopledPlan, actions: [...peopledPlan.actions, { tool: 'slow', args: {} }] })
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
  })
})

describe('every file', () => {
  it('P3 §12.1: is replaced atomically: no file that a reader can open is written in place', async () => {
    const folder = makeBareProject()
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
  it('P3 §12.1: exclude each other, also across processes', async () => {
    const folder = makeBareProject()
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

  it('do not exclude readers', async () => {
    const folder = makeBareProject()
    const story = await openStory(folder)
    written(await story.tick({ plan }))
    expect((await readProject(folder)).scenes).toHaveLength(1)
  })
})

describe('a project with a file in place of a folder', () => {
  it('fails the tick and changes nothing', async () => {
    const folder = makeBareProject()
    rmSync(join(folder, 'plans'), { recursive: true })
    writeFileSync(join(folder, 'plans'), 'a file where a folder should be')
    const story = await openStory(folder)
    const before = contents(folder)
    expect(failed(await story.tick({ plan }))).toMatchObject({ stage: 'commit', errorFile: 'errors/error_001.json' })
    expect(contents(folder)).toEqual(before)
  })
})
