import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readProject, type StoryPlan } from '../../src/index.ts'
import { StubSceneWriter } from '../../src/stub/stub-scene-writer.ts'
import { writeStorySkill } from '../story-skill.ts'
import {
  contents,
  failed,
  json,
  makeBareProject,
  openStory,
  shippedSkills,
  temporaryFolder,
  written,
} from '../world.ts'

const person = { tool: 'character.generate', args: { role: 'stranger' } }

function planOf(...actions: StoryPlan['actions']): StoryPlan {
  return { rationale: 'A test needs it.', scene_intention: 'A stranger knocks at the door.', actions }
}

describe('a tick whose tool fails', () => {
  it('P3 §12.1: stops the plan, changes nothing, and writes a complete report to the error files', async () => {
    const folder = makeBareProject()
    const story = await openStory(folder)
    const before = contents(folder)
    const bad = { tool: 'relationship.update', args: { character_a: 'C0', character_b: 'Unknown Person' } }
    const result = failed(await story.tick({ plan: planOf(person, bad, person) }))
    expect(result).toMatchObject({ tick: 1, attempt: 1, stage: 'execute', errorFile: 'errors/error_001.json' })
    expect(result.error.message.match(/Unknown Person/g)).toHaveLength(1)
    expect(contents(folder)).toEqual(before)
    const file = json(folder, 'errors/error_001.json')
    expect(file).toMatchObject({
      tick: 1,
      attempt: 1,
      stage: 'execute',
      error: {
        type: 'StoryError',
        code: 'tool_failed',
        message: expect.stringContaining('Unknown Person'),
        traceback: expect.stringContaining('StoryError'),
      },
      plan: { scene_intention: 'A stranger knocks at the door.' },
      execution: {
        success: false,
        actions_executed: [
          { tool: 'character.generate', success: true, result: { character: { id: 'C1' } } },
          { tool: 'relationship.update', success: false, error_code: 'unknown_character' },
          { tool: 'character.generate', success: false, skipped: true },
        ],
      },
      context_used: { active_character: 'C0', recent_scenes: [], open_loops_count: 1 },
      context: { novel_name: 'novel', available_tools_description: expect.stringContaining('memory.search') },
      instructions: expect.stringContaining('story tick --retry 1'),
    })
    const log = readFileSync(join(folder, 'errors/error_001.log'), 'utf8')
    for (const part of ['TICK 1', 'Unknown Person', 'Traceback', 'Skip this tick']) expect(log).toContain(part)
  })

  it.each([
    ['an error event', `emit({ type: 'error', errorCode: 'oops', errorMessage: 'it broke' }); done()`],
    [
      'a result with success: false',
      `emit({ type: 'state_patch', patch: { result: { success: false, reason: 'no' } } }); done()`,
    ],
    ['a result with an error', `emit({ type: 'state_patch', patch: { result: { error: 'not found' } } }); done()`],
  ])('P3 §12.1: a soft failure before a successful done is a failure: %s', async (_, script) => {
    const folder = makeBareProject()
    const root = writeStorySkill(temporaryFolder(), { soft: script })
    const story = await openStory(folder, { skillRoots: [root, shippedSkills] })
    const before = contents(folder)
    const result = failed(await story.tick({ plan: planOf(person, { tool: 'soft', args: {} }, person) }))
    expect(result.error.message).toContain('it reported success, but')
    expect(contents(folder)).toEqual(before)
    expect(json(folder, 'errors/error_001.json')).toMatchObject({
      execution: {
        actions_executed: [{ success: true }, { success: false, error_code: 'soft_failure' }, { skipped: true }],
      },
    })
  })

  it.each([
    ['a file outside memory', `{ '../../evil': { id: '../../evil' } }`, /evil/],
    ['a character without a name', `{ C1: { id: 'C1' } }`, /C1/],
    ['a removed character', `{ C0: null }`, /C0 was removed/],
  ])('a tool cannot leave invalid entities in memory: %s', async (_, characters, message) => {
    const folder = makeBareProject()
    const root = writeStorySkill(temporaryFolder(), {
      rogue: `emit({ type: 'state_patch', patch: { story: { characters: ${characters} } } }); done()`,
    })
    const story = await openStory(folder, { skillRoots: [root, shippedSkills] })
    const before = contents(folder)
    expect(failed(await story.tick({ plan: planOf({ tool: 'rogue', args: {} }) })).error.message).toMatch(message)
    expect(contents(folder)).toEqual(before)
  })
})

describe('retrying', () => {
  it('P3 §6.2: runs the failed plan again, keeps every attempt, and never reuses an id', async () => {
    const folder = makeBareProject()
    let broken = true
    const stub = new StubSceneWriter()
    const writer = {
      name: 'moody',
      write: (...args: Parameters<StubSceneWriter['write']>) =>
        broken ? Promise.reject(new Error('no ink')) : stub.write(...args),
    }
    const story = await openStory(folder, { writer })
    const plan = planOf(person, { tool: 'location.generate', args: {} })
    for (const attempt of [1, 2]) {
      const result = failed(await story.tick(attempt === 1 ? { plan } : { retry: 1 }))
      expect(result).toMatchObject({ attempt, stage: 'write', error: { message: 'no ink' } })
    }
    expect(readdirSync(join(folder, 'errors')).sort()).toEqual([
      'error_001.json',
      'error_001.log',
      'error_001_2.json',
      'error_001_2.log',
    ])
    const idOf = (file: string) =>
      json<{ execution: { actions_executed: { result: { character: { id: string } } }[] } }>(folder, file).execution
        .actions_executed[0]!.result.character.id
    broken = false
    const result = written(await story.tick({ retry: 1 }))
    expect(result).toMatchObject({ attempt: 3, plan: { scene_intention: plan.scene_intention } })
    const { memory } = await readProject(folder)
    const ids = [idOf('errors/error_001.json'), idOf('errors/error_001_2.json'), Object.keys(memory.characters).at(-1)!]
    expect(new Set(ids).size).toBe(3)
    expect(Object.keys(memory.characters)).toHaveLength(2)
    expect(story.failedAttempts()).toEqual([])
  })

  it('is rejected for a tick that has not failed or is not the next one', async () => {
    const story = await openStory(makeBareProject())
    await expect(story.tick({ retry: 1 })).rejects.toThrow(/tick 1 has not failed/)
    await expect(story.tick({ retry: 4 })).rejects.toThrow(/the next tick is 1/)
  })

  it('asks for a plan if the failed attempt had none', async () => {
    const folder = makeBareProject()
    const broken = await openStory(folder, {
      planner: { name: 'broken', plan: () => Promise.reject(new Error('no idea')) },
    })
    expect(failed(await broken.tick())).toMatchObject({ stage: 'plan' })
    expect(json(folder, 'errors/error_001.json')).toMatchObject({ plan: null, context: { active_character_id: 'C0' } })
    await broken.close()
    expect(written(await (await openStory(folder)).tick({ retry: 1 })).attempt).toBe(2)
  })
})

describe('a tick with a faulty planner or writer', () => {
  it('P3 §11: an invalid plan fails the tick, and the error file contains it', async () => {
    const folder = makeBareProject()
    const planner = { name: 'wild', plan: async () => planOf({ tool: 'sword.swing', args: {} }) }
    const before = contents(folder)
    expect(failed(await (await openStory(folder, { planner })).tick()).error).toMatchObject({ code: 'invalid_plan' })
    expect(json(folder, 'errors/error_001.json')).toMatchObject({
      stage: 'plan',
      plan: { actions: [{ tool: 'sword.swing' }] },
    })
    expect(contents(folder)).toEqual(before)
  })

  it('a scene that closes a loop which is not open fails the tick', async () => {
    const folder = makeBareProject()
    const writer = {
      name: 'wild',
      write: async () => ({ title: 'T', prose: 'P', summary: ['S'], loops_closed: [{ id: 'OL7', resolution: 'so' }] }),
    }
    const before = contents(folder)
    expect(failed(await (await openStory(folder, { writer })).tick()).error.message).toContain('OL7')
    expect(contents(folder)).toEqual(before)
  })

  it.each(['planner', 'writer'] as const)(
    'P3 §11: a %s that ignores its signal does not block the tick',
    async (who) => {
      const folder = makeBareProject()
      const deaf = { name: 'deaf', plan: () => new Promise<never>(() => {}), write: () => new Promise<never>(() => {}) }
      const story = await openStory(folder, { [who]: deaf, answerTimeoutMs: 200 })
      const before = contents(folder)
      const late = failed(await story.tick())
      expect(late).toMatchObject({ error: { code: 'timed_out' }, errorFile: 'errors/error_001.json' })
      expect(late.error.message).toBe(`the ${who} "deaf" gave no answer within 200 ms`)
      const controller = new AbortController()
      const cancel = (stage: string) => stage === (who === 'planner' ? 'plan' : 'write') && controller.abort()
      const cancelled = failed(await story.tick({ signal: controller.signal, onStage: (stage) => void cancel(stage) }))
      expect(cancelled.error.code).toBe('cancelled')
      expect(contents(folder)).toEqual(before)
    },
  )

  it('a cancelled tick fails and changes nothing', async () => {
    const folder = makeBareProject()
    const started = join(temporaryFolder(), 'started')
    const slow = `const { writeFileSync } = await import('node:fs')
writeFileSync(${JSON.stringify(started)}, '')
setTimeout(() => done(), 60_000)`
    const root = writeStorySkill(temporaryFolder(), { slow })
    const story = await openStory(folder, { skillRoots: [root, shippedSkills] })
    const before = contents(folder)
    const controller = new AbortController()
    const ticking = story.tick({ plan: planOf({ tool: 'slow', args: {} }), signal: controller.signal })
    await expect.poll(() => existsSync(started)).toBe(true)
    controller.abort()
    const result = failed(await ticking)
    expect(result).toMatchObject({ stage: 'execute', error: { code: 'cancelled' } })
    expect(contents(folder)).toEqual(before)
  })
})
