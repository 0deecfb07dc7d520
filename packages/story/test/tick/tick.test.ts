import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readProject, type StoryPlan } from '../../src/index.ts'
import { StubSceneWriter } from '../../src/stub/stub-scene-writer.ts'
import { StubStoryPlanner } from '../../src/stub/stub-story-planner.ts'
import { writeStorySkill } from '../story-skill.ts'
import {
  contents,
  failed,
  json,
  makeBareProject,
  makeProject,
  openStory,
  shippedSkills,
  temporaryFolder,
  written,
} from '../world.ts'

const plan = (more: Partial<StoryPlan> = {}): StoryPlan => ({
  rationale: 'A test needs it.',
  scene_intention: 'A stranger knocks at the wrong door.',
  actions: [],
  ...more,
})

/** The stub's plans, each with a different rationale. */
function moodyPlanner() {
  const stub = new StubStoryPlanner()
  return {
    name: 'moody',
    asked: 0,
    async plan(...args: Parameters<StubStoryPlanner['plan']>) {
      return { ...(await stub.plan(...args)), rationale: `Mood ${++this.asked}` }
    },
  }
}

describe('a tick', () => {
  it('P3 §2, P3 §12.3: plans, runs the tools, stores the plan, writes the scene, and updates memory', async () => {
    const folder = makeProject()
    const story = await openStory(folder)
    const { plan: first } = written(await story.tick())
    const { scene, plan: ran } = written(await story.tick())
    const { memory, state } = await readProject(folder)
    expect(state.current_tick).toBe(2)
    expect(scene).toMatchObject({
      id: 'S002',
      tick: 2,
      pov_character: 'C0',
      beat: 'B002',
      location: ran.target_location,
    })
    expect(first.actions.map(({ tool }) => tool)).toEqual(['relationship.create'])
    const other = first.people![1]!
    expect(memory.relationships.R0).toMatchObject({ character_a: 'C0', character_b: other, status: 'wary' })
    expect(memory.characters[ran.people![1]!]?.current_state.location).toBe(scene.location)
    expect(memory.open_loops.OL1).toMatchObject({
      category: 'mystery',
      created_in_scene: 'S001',
      developed_in: ['S002'],
    })
    const prose = readFileSync(join(folder, 'scenes/S002.md'), 'utf8')
    expect(prose).toMatch(/^# .+\n\n/)
    expect(prose).toContain(memory.characters[ran.people![1]!]!.name.split(' ')[0])
  })

  it('P3 §3.1, P3 §6.1: the plan file contains plan, execution and context', async () => {
    const folder = makeProject()
    const story = await openStory(folder)
    written(await story.tick())
    const file = json<Record<string, never>>(folder, 'plans/plan_001.json')
    expect(file).toMatchObject({
      tick: 1,
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      plan: { rationale: expect.any(String), scene_intention: expect.any(String) },
      execution: { success: true, errors: [] },
      context_used: { active_character: 'C0', recent_scenes: [], open_loops_count: 1 },
    })
    expect(file.execution).toMatchObject({
      actions_executed: [
        {
          action_index: 0,
          tool: 'relationship.create',
          success: true,
          result: { success: true, relationship: { id: 'R0' } },
        },
      ],
    })
    written(await story.tick())
    expect(json(folder, 'plans/plan_002.json')).toMatchObject({ context_used: { recent_scenes: ['S001'] } })
  })

  it('P3 §5.1: later actions see the results of earlier ones, and characters can be named by role', async () => {
    const folder = makeBareProject()
    const story = await openStory(folder)
    const made = plan({
      actions: [
        { tool: 'character.generate', args: { role: 'ferryman' } },
        {
          tool: 'relationship.create',
          args: { character_a: 'C0', character_b: 'the Ferryman', relationship_type: 'rivals' },
        },
        { tool: 'memory.search', args: { query: 'ferryman', entity_types: ['character'] } },
      ],
    })
    written(await story.tick({ plan: made }))
    const { execution } = json<{ execution: { actions_executed: { result: { matches: { id: string }[] } }[] } }>(
      folder,
      'plans/plan_001.json',
    )
    expect(execution.actions_executed[2]?.result.matches[0]?.id).toBe('C1')
    expect((await readProject(folder)).memory.relationships.R0).toMatchObject({ character_a: 'C0', character_b: 'C1' })
  })

  it('P3 §12.4: a plan with more than four tools runs with a warning', async () => {
    const story = await openStory(makeProject())
    const search = { tool: 'memory.search', args: { query: 'anything' } }
    const result = written(await story.tick({ plan: plan({ actions: Array(5).fill(search) }) }))
    expect(result.warnings).toEqual([expect.stringContaining('5 tool calls')])
  })

  it('P3 §3.2: an invalid plan is rejected with all issues, and nothing changes', async () => {
    const folder = makeProject()
    const story = await openStory(folder)
    const before = contents(folder)
    const bad = {
      ...plan(),
      pov_character: 'C9',
      target_location: 'Nowhere',
      actions: [
        { tool: 'dragon.summon', args: {} },
        { tool: 'memory.search', args: { limit: 'many', colour: 'red' } },
      ],
    }
    const error: unknown = await story.tick({ plan: bad }).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'invalid_plan' })
    const issues = (error as { issues: string[] }).issues.join('\n')
    for (const part of ['dragon.summon', '"query"', '/limit', '/colour', 'C9', 'Nowhere'])
      expect(issues).toContain(part)
    await expect(story.tick({ plan: { actions: [] } })).rejects.toThrow(/must have "rationale", "scene_intention"/)
    expect(contents(folder)).toEqual(before)
    expect(readdirSync(join(folder, 'errors'))).toEqual([])
  })

  it('offers only the scripts of skills with the story capability', async () => {
    const folder = makeProject()
    const root = writeStorySkill(temporaryFolder(), {
      'weather.ask': `emit({ type: 'state_patch', patch: { result: { success: true, weather: 'fog' } } }); done()`,
    })
    const story = await openStory(folder, { skillRoots: [root, shippedSkills] })
    const { context } = await story.preview()
    expect(context.available_tools_description).toContain('weather.ask')
    expect(context.available_tools_description).not.toContain('roll-dice')
    written(await story.tick({ plan: plan({ actions: [{ tool: 'weather.ask', args: {} }] }) }))
    expect(readFileSync(join(folder, 'plans/plan_001.json'), 'utf8')).toContain('"weather": "fog"')
  })

  it('an edited plan decides the content of the scene', async () => {
    const folder = makeProject()
    const story = await openStory(folder)
    const { plan: own } = await story.preview()
    const edited = { ...own, scene_intention: 'The clock in the square stops, and nobody but Tomas minds.' }
    const result = written(await story.tick({ plan: edited }))
    expect(result.prose).toContain('The clock in the square stops')
    expect(result.scene.summary[0]).toContain('Tomas')
  })
})

describe('a dry run', () => {
  it('P3 §8: stores the plan that the next tick runs, and changes nothing else', async () => {
    const folder = makeProject()
    const planner = moodyPlanner()
    const before = contents(folder)
    const first = await openStory(folder, { planner })
    const shown = await first.preview()
    expect((await first.preview()).plan).toEqual(shown.plan)
    expect(contents(folder)).toEqual(before)
    await first.close()
    const result = written(await (await openStory(folder, { planner })).tick())
    expect(result.plan).toEqual(shown.plan)
    expect(planner.asked).toBe(1)
  })

  it('with fresh, asks the planner again, and the next tick runs the new plan', async () => {
    const folder = makeProject()
    const story = await openStory(folder, { planner: moodyPlanner() })
    expect((await story.preview()).plan.rationale).toBe('Mood 1')
    expect((await story.preview({ fresh: true })).plan.rationale).toBe('Mood 2')
    expect((await story.preview()).plan.rationale).toBe('Mood 2')
    expect(written(await story.tick()).plan.rationale).toBe('Mood 2')
  })

  it('P3 §6.2: a stored plan that failed is discarded, and the next tick asks for a new one', async () => {
    const folder = makeProject()
    const stub = new StubSceneWriter()
    let failures = 2
    const writer = {
      name: 'moody',
      write: async (...args: Parameters<StubSceneWriter['write']>) => {
        if (failures-- > 0) throw new Error('no ink')
        return stub.write(...args)
      },
    }
    const story = await openStory(folder, { planner: moodyPlanner(), writer })
    expect((await story.preview()).plan.rationale).toBe('Mood 1')
    failed(await story.tick())
    failed(await story.tick())
    const rationales = ['errors/error_001.json', 'errors/error_001_2.json'].map(
      (file) => json<{ plan: StoryPlan }>(folder, file).plan.rationale,
    )
    expect(rationales).toEqual(['Mood 1', 'Mood 2'])
    expect((await story.preview()).plan.rationale).toBe('Mood 3')
    expect(written(await story.tick()).plan.rationale).toBe('Mood 3')
  })

  it('asks for a new plan if the story has changed since', async () => {
    const folder = makeProject()
    const story = await openStory(folder, { planner: moodyPlanner() })
    const shown = await story.preview()
    const file = join(folder, 'memory/characters/C0.json')
    writeFileSync(file, readFileSync(file, 'utf8').replace(/"name": "[^"]+"/, '"name": "Odalys Reyes"'))
    const result = written(await story.tick())
    expect(result.plan.rationale).toBe('Mood 2')
    expect(shown.plan.rationale).toBe('Mood 1')
    expect(result.prose).toContain('Odalys')
  })
})

describe('undo', () => {
  it('restores every file byte for byte, tick by tick', async () => {
    const folder = makeProject()
    const story = await openStory(folder)
    const states = [contents(folder)]
    for (let tick = 0; tick < 3; tick++) {
      written(await story.tick())
      states.push(contents(folder))
    }
    for (let tick = 3; tick > 0; tick--) {
      expect(story.undo()).toEqual({ tick, editedFiles: [] })
      expect(contents(folder)).toEqual(states[tick - 1])
    }
    expect(() => story.undo()).toThrow(expect.objectContaining({ code: 'nothing_to_undo' }))
  })

  it('P3 §12.1: ids of an undone tick are not reused', async () => {
    const folder = makeProject()
    const story = await openStory(folder)
    written(await story.tick())
    story.undo()
    const { scene } = written(await story.tick())
    const { memory } = await readProject(folder)
    expect(scene.id).toBe('S002')
    expect(Object.keys(memory.relationships)).toEqual(['R1'])
  })

  it('keeps the bytes of a file that was edited in another encoding', async () => {
    const folder = makeProject()
    const story = await openStory(folder)
    written(await story.tick())
    const edited = Buffer.from('# Café\n\nRewritten.\n', 'latin1')
    writeFileSync(join(folder, 'scenes/S001.md'), edited)
    expect(story.undo().editedFiles).toEqual(['scenes/S001.md'])
    const history = readdirSync(join(folder, '.story/history'), { recursive: true, encoding: 'utf8' })
    const kept = history
      .filter((path) => /before.\d+$/.test(path))
      .map((path) => readFileSync(join(folder, '.story/history', path)))
    expect(kept).toContainEqual(edited)
  })

  it('returns the files that were edited since, and keeps their content in the history', async () => {
    const folder = makeProject()
    const story = await openStory(folder)
    written(await story.tick())
    writeFileSync(join(folder, 'scenes/S001.md'), '# Mine\n\nRewritten.\n')
    expect(story.undo().editedFiles).toEqual(['scenes/S001.md'])
    expect(existsSync(join(folder, 'scenes/S001.md'))).toBe(false)
    const history = readdirSync(join(folder, '.story/history'), { recursive: true, encoding: 'utf8' })
    const kept = history
      .filter((path) => /before.\d+$/.test(path))
      .map((path) => readFileSync(join(folder, '.story/history', path), 'utf8'))
    expect(kept).toContain('# Mine\n\nRewritten.\n')
  })
})

describe('skipping', () => {
  it('P3 §6.2: a failed tick is skipped by raising current_tick', async () => {
    const folder = makeProject()
    const planner = { name: 'broken', plan: () => Promise.reject(new Error('no idea')) }
    const broken = await openStory(folder, { planner })
    failed(await broken.tick())
    await broken.close()
    writeFileSync(
      join(folder, 'state.json'),
      readFileSync(join(folder, 'state.json'), 'utf8').replace('"current_tick": 0', '"current_tick": 1'),
    )
    const story = await openStory(folder)
    expect(written(await story.tick())).toMatchObject({
      tick: 2,
      scene: { id: 'S001', tick: 2 },
      planFile: 'plans/plan_002.json',
    })
    await expect(story.tick({ retry: 1 })).rejects.toMatchObject({ code: 'nothing_to_retry' })
  })
})
