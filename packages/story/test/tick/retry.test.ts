import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readProject, type StoryPlan, type StoryPlanner } from '../../src/index.ts'
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

/** Creates three characters in one call, then fails if its input says so. */
const crowd = `const { character } = request.state.story.next_ids
const ids = [0, 1, 2].map((more) => 'C' + (character + more))
const made = (id) => ({ id, name: 'Person ' + id, role: 'r', description: '', traits: [], goals: [],
  current_state: { goals: [], emotional_state: '' }, created_in_tick: 1 })
const characters = Object.fromEntries(ids.map((id) => [id, made(id)]))
emit({ type: 'state_patch', patch: { result: { ids }, story: { characters } } })
done(false !== request.input.works)`

function planOf(...actions: StoryPlan['actions']): StoryPlan {
  return { rationale: 'A test needs it.', scene_intention: 'A crowd gathers.', actions }
}

describe('ids', () => {
  it.each([
    ['the writer fails', 'write', planOf({ tool: 'crowd', args: {} })],
    ['a later tool fails', 'execute', planOf({ tool: 'crowd', args: {} }, { tool: 'broken', args: {} })],
    ['the tool itself fails', 'execute', planOf({ tool: 'crowd', args: { works: false } })],
  ] as const)('P3 §6.2: all ids that one call used are never reused: %s', async (_, stage, plan) => {
    const folder = makeBareProject()
    const root = writeStorySkill(temporaryFolder(), { crowd, broken: 'done(false)' })
    const stub = new StubSceneWriter()
    let works = false
    const story = await openStory(folder, {
      skillRoots: [root, shippedSkills],
      writer: {
        name: 'moody',
        write: (request) => (works ? stub.write(request) : Promise.reject(new Error('no ink'))),
      },
    })
    expect(failed(await story.tick({ plan }))).toMatchObject({ stage })
    expect(failed(await story.tick({ plan }))).toMatchObject({ stage })
    works = true
    written(await story.tick({ plan: planOf({ tool: 'crowd', args: {} }) }))
    const named = ['errors/error_001.json', 'errors/error_001_2.json'].map(
      (file) => new Set(readFileSync(join(folder, file), 'utf8').match(/\bC[1-9]\d*\b/g)),
    )
    expect(named.map((ids) => ids.size)).toEqual([3, 3])
    const { characters } = (await readProject(folder)).memory
    const all = [...named.flatMap((ids) => [...ids]), ...Object.keys(characters)]
    expect(all).toHaveLength(3 + 3 + 4)
    expect(new Set(all).size).toBe(all.length)
  })
})

describe('retrying a tick whose planner returned an invalid plan', () => {
  it.each([
    ['a plan without its parts', { rationale: 'r' }],
    ['a text', 'They meet.'],
    ['a list', []],
  ])('P3 §6.2: asks for a new plan: %s', async (_, answer) => {
    const folder = makeBareProject()
    const answers: unknown[] = [answer, planOf()]
    const planner = { name: 'wild', plan: async () => answers.shift() } as unknown as StoryPlanner
    const story = await openStory(folder, { planner })
    expect(failed(await story.tick())).toMatchObject({ stage: 'plan', error: { code: 'invalid_plan' } })
    expect(json(folder, 'errors/error_001.json')).toMatchObject({ plan: answer })
    expect(written(await story.tick({ retry: 1 }))).toMatchObject({ attempt: 2, plan: planOf() })
  })

  it('P3 §6.2: runs the same plan again if only a tool was missing, because it can be installed meanwhile', async () => {
    const folder = makeBareProject()
    const planner: StoryPlanner = { name: 'wild', plan: async () => planOf({ tool: 'sword.swing', args: {} }) }
    const story = await openStory(folder, { planner })
    failed(await story.tick())
    const before = contents(folder)
    await expect(story.tick({ retry: 1 })).rejects.toMatchObject({
      code: 'invalid_plan',
      message: expect.stringContaining('sword.swing'),
    })
    expect(contents(folder)).toEqual(before)
  })
})
