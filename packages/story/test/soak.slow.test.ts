import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'
import { type Disk, systemDisk } from '../src/files/disk.ts'
import { readProject, type StoryPlan, type TickResult } from '../src/index.ts'
import { StubSceneWriter } from '../src/stub/stub-scene-writer.ts'
import { StubStoryPlanner } from '../src/stub/stub-story-planner.ts'
import { writeStorySkill } from './story-skill.ts'
import { contents, json, makeProject, openStory, shippedSkills, temporaryFolder } from './world.ts'

const sabotage = `if (request.input.how === 'crash') process.exit(3)
else if (request.input.how === 'soft') { emit({ type: 'error', errorCode: 'soft', errorMessage: 'not really' }); done() }
else done(false)`

it('P3 §11: 100 unattended ticks with planner, tool and disk faults: no corrupt project, no lost scene, flat memory', async () => {
  const folder = makeProject({ seed: 'soak' })
  const root = writeStorySkill(temporaryFolder(), { sabotage })
  let fault: 'none' | 'planner' | 'nonsense' | 'tool' | 'writer' | 'disk' = 'none'
  let diskFailsIn = Infinity
  const disk = Object.fromEntries(
    Object.entries(systemDisk).map(([name, act]) => [
      name,
      (...args: string[]) => {
        if (fault === 'disk' && --diskFailsIn === 0) throw Object.assign(new Error('EIO: i/o error'), { code: 'EIO' })
        ;(act as (...args: string[]) => void)(...args)
      },
    ]),
  ) as unknown as Disk
  const stub = new StubStoryPlanner()
  const writer = new StubSceneWriter()
  let turn = 0
  const story = await openStory(folder, {
    skillRoots: [root, shippedSkills],
    disk,
    planner: {
      name: 'faulty',
      async plan(request) {
        const plan = await stub.plan(request)
        if (fault === 'planner') throw new Error('no idea')
        if (fault === 'nonsense') return { ...plan, actions: [{ tool: 'dragon.summon', args: {} }] }
        if (fault !== 'tool') return plan
        const how = ['crash', 'soft', 'fail'][turn % 3]!
        return { ...plan, actions: [...plan.actions, { tool: 'sabotage', args: { how } }] } satisfies StoryPlan
      },
    },
    writer: {
      name: 'faulty',
      write: (request) => (fault === 'writer' ? Promise.reject(new Error('no ink')) : writer.write(request)),
    },
  })

  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const scenes: string[] = []
  const heaps: { tick: number; bytes: number }[] = []
  let failures = 0
  const faults = ['planner', 'tool', 'disk', 'nonsense', 'writer', 'disk'] as const
  while (scenes.length < 100) {
    // Every third attempt has a fault of the next kind; the disk fails at a different step each time.
    fault = ++turn % 3 === 0 ? faults[(turn / 3) % faults.length]! : 'none'
    diskFailsIn = 1 + ((turn * 7) % 60)
    const before = contents(folder)
    const result: TickResult = await story.tick()
    fault = 'none'
    if (result.ok) {
      scenes.push(result.prose)
      expect(result.tick).toBe(scenes.length)
    } else {
      failures++
      expect(contents(folder)).toEqual(before)
    }
    if (turn % 10 === 0) {
      collect()
      heaps.push({ tick: scenes.length, bytes: process.memoryUsage().heapUsed })
    }
  }

  expect(failures).toBeGreaterThan(30)
  const errors = readdirSync(join(folder, 'errors'))
  expect(errors.filter((file) => file.endsWith('.json'))).toHaveLength(failures)
  expect(errors.filter((file) => file.endsWith('.log'))).toHaveLength(failures)
  const view = await readProject(folder)
  expect(view.state.current_tick).toBe(100)
  expect(view.scenes).toHaveLength(100)
  for (const [index, { id }] of view.scenes.entries()) {
    expect(readFileSync(join(folder, 'scenes', `${id}.md`), 'utf8')).toContain(scenes[index])
    expect(json(folder, `plans/plan_${String(index + 1).padStart(3, '0')}.json`)).toMatchObject({ scene: id })
  }
  const names = Object.values(view.memory.characters).map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  // The first samples are skipped as warm-up. 30 to 40 KB per tick is normal, because the novel grows.
  expect(slope(heaps.slice(2))).toBeLessThan(80_000)
}, 1_200_000)

/** The bytes that a tick adds, by least squares. */
function slope(points: { tick: number; bytes: number }[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const tick = mean(points.map((point) => point.tick))
  const bytes = mean(points.map((point) => point.bytes))
  const rise = points.map((point) => (point.tick - tick) * (point.bytes - bytes))
  const run = points.map((point) => (point.tick - tick) ** 2)
  return mean(rise) / mean(run)
}
