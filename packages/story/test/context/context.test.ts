import { describe, expect, it } from 'vitest'
import { buildContext } from '../../src/context/build-context.ts'
import { fillPrompt } from '../../src/context/planner-prompt.ts'
import { estimateTokens } from '../../src/context/tokens.ts'
import { writeLongProject } from '../long-project.ts'
import { findStoryTools, type StoryTool } from '../../src/plan/story-tools.ts'
import { openSkills } from '@narratoria/skills'
import { readSources } from '../../src/context/read-sources.ts'
import { makeProject, openStory, shippedSkills, temporaryFolder, written } from '../world.ts'

const openSources = async (folder: string) => {
  const skills = await openSkills({ roots: [shippedSkills], home: temporaryFolder() })
  return {
    sources: () => readSources({ folder, skills }),
    tools: findStoryTools(skills.snapshot()),
    close: () => skills.close(),
  }
}

describe('the context of a planner', () => {
  it('P3 §4.2: contains state, summary, recent scenes, loops, the active character, relationships and tools', async () => {
    const folder = makeProject({ protagonist: 'Elena Voss, a cartographer' })
    const story = await openStory(folder)
    for (let tick = 0; tick < 5; tick++) written(await story.tick())
    const { context } = await story.preview()
    expect(context).toMatchObject({
      novel_name: 'novel',
      current_tick: 5,
      active_character_id: 'C0',
      active_character_name: 'Elena Voss',
      recent_scene_ids: ['S003', 'S004', 'S005'],
      open_loops_count: expect.any(Number),
    })
    expect(context.outline_beat).toMatch(/^B006: .+\nPeople: .+\nPart: .+\nThe truth/)
    expect(context.world_state).toMatch(/\(C\d+\) has it/)
    expect(context.active_character_details).toContain('Role: cartographer')
    expect(context.overall_summary).toMatch(/^\*\*Story So Far\*\* \(5 scenes\):\nTick 1: .+\nTick 2: /)
    expect(context.recent_scenes_summary.match(/\(Tick \d\)/g)).toEqual(['(Tick 3)', '(Tick 4)', '(Tick 5)'])
    expect(context.open_loops_list).toContain('OL0 [HIGH]')
    expect(context.character_relationships).toMatch(/wary \[Intensity: 4\/10\]\n {2}Your view: "/)
    for (const tool of [
      'memory.search',
      'character.generate',
      'location.generate',
      'relationship.create',
      'relationship.update',
      'relationship.query',
    ]) {
      expect(context.available_tools_description).toContain(`**${tool}**`)
    }
  })

  it('P3 §12.2: the number of recent scenes and the summary can be configured', async () => {
    const folder = makeProject()
    const story = await openStory(folder)
    for (let tick = 0; tick < 3; tick++) written(await story.tick())
    const { sources, close } = await openSources(folder)
    const { config, ...rest } = sources()
    await close()
    const generation = { ...config.generation, recent_scenes_count: 1, include_overall_summary: false }
    const context = buildContext({ ...rest, config: { ...config, generation } })
    expect(context.recent_scene_ids).toEqual(['S003'])
    expect(context.overall_summary).toBe('')
  })

  it('P3 §4.2: a novel of 1,000 scenes fits the token budget', async () => {
    const folder = makeProject()
    writeLongProject(folder, 1_000)
    const { sources, close } = await openSources(folder)
    for (const budget of [2_000, 6_000, 20_000]) {
      const { config, ...rest } = sources()
      const context = buildContext({
        ...rest,
        config: { ...config, generation: { ...config.generation, context_token_budget: budget } },
      })
      const prompt = fillPrompt(context)
      expect(estimateTokens(prompt)).toBeLessThanOrEqual(budget)
      expect(context.overall_summary).toContain('(1000 scenes)')
      expect(context.overall_summary).toContain('Tick 1000:')
      expect(context.open_loops_list).toMatch(/\(and \d+ more open loops\)/)
    }
    await close()
  })

  it.each([2_000, 6_000, 20_000])(
    'P3 §4.2: with 30 more tools and long names it fits %d tokens, and every tool is named',
    async (budget) => {
      const folder = makeProject()
      writeLongProject(folder, 100)
      const { sources, tools, close } = await openSources(folder)
      const { config, state, memory, ...rest } = sources()
      await close()
      const long = 'This tool does something that takes a great many words to describe. '.repeat(20)
      const properties = Object.fromEntries(
        Array.from({ length: 40 }, (_, arg) => [`an_argument_${arg}`, { type: 'string' }]),
      )
      const others = Array.from({ length: 30 }, (_, index) => {
        const name = `foreign.tool_${index}`
        const tool = { name, description: long, path: '/', inputSchema: { properties }, retryPolicy: { maxRetries: 0 } }
        return [name, tool] as const
      })
      const { C0 } = memory.characters
      const context = buildContext({
        ...rest,
        state: { ...state, novel_name: 'The Very Long Name of a Novel '.repeat(200) },
        config: { ...config, generation: { ...config.generation, context_token_budget: budget } },
        memory: { ...memory, characters: { ...memory.characters, C0: { ...C0!, name: 'Stranger '.repeat(1_000) } } },
        tools: new Map<string, StoryTool>([...tools, ...others]),
      })
      expect(estimateTokens(fillPrompt(context))).toBeLessThanOrEqual(budget)
      expect(context.novel_name).toMatch(/^The Very Long Name.*…$/)
      const names = context.available_tools_description.match(/^\*\*[\w.]+\*\*/gm)
      expect(names).toEqual([...tools.keys(), ...others.map(([name]) => name)].map((name) => `**${name}**`))
      expect(context.available_tools_description).toContain('**memory.search** - ')
      expect(context.overall_summary).toContain('Tick 100:')
      expect(context.recent_scenes_summary).toContain('(Tick 100)')
    },
  )

  it('P3 §4.2: the prompt of scene 1,000 is at most 1.2 times as long as that of scene 10', async () => {
    const lengths = []
    for (const scenes of [10, 1_000]) {
      const folder = makeProject()
      writeLongProject(folder, scenes)
      const { sources, close } = await openSources(folder)
      lengths.push(estimateTokens(fillPrompt(buildContext(sources()))))
      await close()
    }
    expect(lengths[1]! / lengths[0]!, lengths.join(', ')).toBeLessThanOrEqual(1.2)
  })

  it('P3 §4.2: counts the omitted tools if not even their names fit', async () => {
    const { sources, tools, close } = await openSources(makeProject())
    const { config, ...rest } = sources()
    await close()
    const [search] = tools.values()
    const many = Array.from({ length: 1_000 }, (_, index) => `foreign.tool_${index}`)
    const context = buildContext({
      ...rest,
      config: { ...config, generation: { ...config.generation, context_token_budget: 2_000 } },
      tools: new Map(many.map((name) => [name, { ...search!, name }])),
    })
    expect(estimateTokens(fillPrompt(context))).toBeLessThanOrEqual(2_000)
    expect(context.available_tools_description).toMatch(/^\*\*foreign.tool_0\*\*/)
    expect(context.available_tools_description).toMatch(/\(and \d+ more tools\)$/)
  })
})
