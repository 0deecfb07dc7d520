import type { Plan } from '@narratoria/protocol'
import { describe, expect, it } from 'vitest'
import { Narrator, type NarratorEvent, StubPlanner } from '../../src/index.ts'
import {
  type Completion,
  type CompletionRequest,
  LlamaPlanner,
  type LocalModel,
  type PlanMeasure,
} from '../../src/llama/index.ts'
import { assertPlan, contractRequest, contractSkills, plannerContract, sampleSkill } from '../../src/testing/index.ts'
import { useModel } from '../model/model.ts'

/** A model without weights that writes given texts. */
function writing(text: string | ((request: CompletionRequest) => string | Promise<string>), contextSize = 4_096) {
  const asked: CompletionRequest[] = []
  const model: LocalModel = {
    info: { name: 'written', contextSize, loadMs: 0 },
    complete: async (request): Promise<Completion> => {
      asked.push(request)
      const written = typeof text === 'string' ? text : await text(request)
      return {
        text: written,
        finishReason: 'stop',
        promptTokens: 0,
        evaluatedTokens: 0,
        completionTokens: 0,
        prefillMs: 0,
        decodeMs: 0,
      }
    },
    warm: async () => 0,
    countTokens: async (counted) => Math.ceil(counted.length / 4),
    embed: async () => [],
    close: async () => {},
    [Symbol.asyncDispose]: async () => {},
  }
  return { model, asked }
}

describe('the llama planner with random weights keeps the planner contract', () => {
  const model = useModel()
  const cases = plannerContract(
    () => new LlamaPlanner({ model: model.get(), deadlineMs: 60_000, temperature: 1, seed: 7, maxTokens: 2_000 }),
    { understands: false },
  )
  it.each(cases)('$name', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined()
  })
})

describe('the llama planner with a model that understands keeps the whole planner contract', () => {
  const { model } = writing('{"steps":[{"do":"light"}],"say":"You reach for the torch."}')
  it.each(plannerContract(() => new LlamaPlanner({ model })))('$name', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined()
  })
})

describe('the prompt', () => {
  const model = useModel({ contextSize: 4_096 })

  it('FR-006: the catalogue is evaluated once; a turn evaluates under 200 tokens', async () => {
    const measures: PlanMeasure[] = []
    const planner = new LlamaPlanner({
      model: model.get(),
      deadlineMs: 60_000,
      onMeasure: (measure) => measures.push(measure),
    })
    const recentTurns = [
      { prompt: 'I enter the old tower', narrative: 'Dust lies on the stairs, and something moves above. '.repeat(4) },
    ]
    expect(await planner.prepare(contractSkills())).toBeGreaterThan(100)
    for (const prompt of ['I light the torch', 'I roll a d20 and go upstairs', 'I look around'])
      await planner.plan(
        contractRequest(prompt, { recentTurns, state: { torch: { lit: true } }, disabledSkills: ['torch'] }),
      )
    expect(measures.map(({ promptTokens }) => promptTokens > 300)).toEqual([true, true, true])
    expect(Math.max(...measures.map(({ evaluatedTokens }) => evaluatedTokens))).toBeLessThan(200)
  })

  it('FR-006: a turn evaluates under 200 tokens too where the catalogue does not fit and scripts are named in it', async () => {
    const instruments = ['flute', 'drum', 'harp', 'horn', 'lute', 'fiddle', 'bell', 'pipe']
    const schema = {
      type: 'object',
      properties: { melody: { type: 'string', description: 'What to play.' }, prompt: { type: 'string' } },
    }
    const skills = Array.from({ length: 120 }, (_, index) =>
      sampleSkill({
        name: `skill-${index}`,
        description: `Plays a melody on the ${instruments[index % 8]} for every listener, `.repeat(4),
        scripts: [{ name: `play-${instruments[index % 8]}-${index}`, inputSchema: schema }],
      }),
    )
    const measures: PlanMeasure[] = []
    const asked: string[] = []
    const real = model.get()
    const planner = new LlamaPlanner({
      model: {
        info: real.info,
        complete: (request, options) => (
          asked.push(request.messages[1]?.content ?? ''),
          real.complete(request, options)
        ),
        warm: (...given) => real.warm(...given),
        countTokens: (text) => real.countTokens(text),
        embed: (...given) => real.embed(...given),
        close: () => real.close(),
        [Symbol.asyncDispose]: () => real.close(),
      },
      deadlineMs: 60_000,
      onMeasure: (measure) => measures.push(measure),
    })
    const recentTurns = [
      { prompt: 'I enter the hall', narrative: 'Dust lies on the stairs, and it is cold. '.repeat(9) },
    ]
    const state = Object.fromEntries(instruments.map((name) => [name, { played: 0, broken: false }]))
    await planner.prepare(skills)
    for (const prompt of [
      'I play the flute',
      'I beat the drum, then listen',
      'I play a melody on the harp and the horn',
    ])
      await planner.plan(contractRequest(prompt, { skills, recentTurns, state }))
    for (const text of asked) expect(JSON.parse(text)).toHaveProperty('more_scripts.0.do')
    expect(Math.min(...measures.map(({ promptTokens }) => promptTokens))).toBeGreaterThan(1_000)
    expect(Math.max(...measures.map(({ evaluatedTokens }) => evaluatedTokens))).toBeLessThan(200)
  })

  it('FR-006: long words of a player are evaluated whole before anything past, and within a bound', async () => {
    const measures: PlanMeasure[] = []
    const planner = new LlamaPlanner({
      model: model.get(),
      deadlineMs: 60_000,
      onMeasure: (measure) => measures.push(measure),
    })
    const recentTurns = [{ prompt: 'I enter', narrative: 'It is dark. '.repeat(20) }]
    await planner.prepare(contractSkills())
    await planner.plan(contractRequest('I roll the dice and light the torch, '.repeat(30), { recentTurns }))
    expect(measures[0]?.evaluatedTokens).toBeLessThan(920)
  })

  it('FR-006: a plan asked for while the catalogue is evaluated shares that work, and does not wait for its end', async () => {
    const skills = Array.from({ length: 60 }, (_, index) =>
      sampleSkill({ name: `skill-${index}`, scripts: [{ name: `whistle-${index}` }] }),
    )
    const order: string[] = []
    const measures: PlanMeasure[] = []
    const planner = new LlamaPlanner({
      model: model.get(),
      deadlineMs: 60_000,
      onMeasure: (measure) => measures.push(measure),
    })
    const prepared = planner.prepare(skills).finally(() => order.push('prepared'))
    await planner.plan(contractRequest('I whistle', { skills }), {}).then(() => order.push('planned'))
    const evaluated = await prepared
    expect(order).toEqual(['planned', 'prepared'])
    const [{ promptTokens, evaluatedTokens } = { promptTokens: 0, evaluatedTokens: 0 }] = measures
    expect(promptTokens).toBeGreaterThan(1_000)
    expect(evaluatedTokens).toBeLessThan(promptTokens)
    expect(evaluated + evaluatedTokens).toBeLessThan(promptTokens + 20)
  })

  it('FR-006: neither the deadline nor a cancelled plan waits for the catalogue or cancels its evaluation', async () => {
    const skills = Array.from({ length: 70 }, (_, index) =>
      sampleSkill({ name: `other-${index}`, scripts: [{ name: `hum-${index}` }] }),
    )
    const request = contractRequest('I hum', { skills })
    const planner = new LlamaPlanner({ model: model.get(), deadlineMs: 1 })
    const order: string[] = []
    const prepared = planner.prepare(skills).finally(() => order.push('prepared'))
    const cancelled = planner.plan(request, { signal: AbortSignal.abort() })
    await expect(cancelled).rejects.toMatchObject({ code: 'planner_cancelled' })
    await expect(planner.plan(request)).rejects.toMatchObject({ code: 'planner_timeout' })
    order.push('stopped')
    expect(await prepared).toBeGreaterThan(500)
    expect(order).toEqual(['stopped', 'prepared'])
    expect(await planner.prepare(skills)).toBe(1)
  })

  it.each(['countTokens', 'complete'] as const)('FR-006: a model that hangs at %s costs the deadline', async (call) => {
    const { model: written } = writing('{"steps":[],"say":""}')
    const hanging: LocalModel = { ...written, [call]: () => new Promise(() => {}) }
    const planner = new LlamaPlanner({ model: hanging, deadlineMs: 20 })
    await expect(planner.plan(contractRequest('I roll'))).rejects.toMatchObject({ code: 'planner_timeout' })
  })

  it('FR-006: the same prompt gives the same plan', async () => {
    const plans = [1, 2].map(async () => {
      const { tools, narrative } = await new LlamaPlanner({ model: model.get(), deadlineMs: 60_000 }).plan(
        contractRequest('I roll'),
      )
      return { tools, narrative }
    })
    expect(await plans[0]).toEqual(await plans[1])
  })

  it('FR-005, FR-006: past the deadline the stub planner’s plan is used, and said so', async () => {
    const planner = new LlamaPlanner({ model: model.get(), deadlineMs: 1 })
    const events: NarratorEvent[] = []
    const executed: Plan[] = []
    const narrator = new Narrator({
      planner,
      execute: async (plan) => {
        executed.push(plan)
        return {
          planId: plan.requestId,
          success: true,
          narrative: '',
          executionTime: 0,
          toolResults: [],
          failedTools: [],
          generationAttempt: 1,
          canReplan: false,
          state: {},
          assets: [],
        }
      },
    })
    const outcome = await narrator.play(contractRequest('I roll'), { onEvent: (event) => void events.push(event) })
    expect(events[0]).toMatchObject({
      type: 'warning',
      code: 'planner_timeout',
      message: expect.stringContaining('stub'),
    })
    expect(outcome.attempts).toMatchObject([{ planner: 'stub' }])
    expect(executed[0]?.tools.map(({ toolId }) => toolId)).toEqual(['roll-1', 'narrate-1'])
  })

  it('300 skills and a huge prompt fit a small context', async () => {
    const skills = Array.from({ length: 300 }, (_, index) =>
      sampleSkill({
        name: `skill-${index}`,
        description: 'Whistles a tune on a flute of reed. '.repeat(8),
        prompt: 'Be loud. '.repeat(99),
        scripts: [{ name: `whistle-${index}` }],
      }),
    )
    const request = contractRequest('I whistle on the flute of reed, 你好 '.repeat(500), { skills })
    const plan = await new LlamaPlanner({ model: model.get(), deadlineMs: 60_000, temperature: 1, seed: 3 }).plan(
      request,
    )
    assertPlan(plan, request)
    expect(plan.metadata?.planner).toBe('llama')
  })

  it('FR-004, 002 US3.3: the unchanging part holds scripts and guidance by name; the turn’s part the player’s words and what to do without', async () => {
    const { model, asked } = writing('{"steps":[],"say":""}')
    const skills = [
      sampleSkill({ name: 'zeta', prompt: 'Be brief.', scripts: [{ name: 'z' }] }),
      sampleSkill({ name: 'alpha', scripts: [{ name: 'a' }] }),
    ]
    const planner = new LlamaPlanner({ model })
    await planner.plan(contractRequest('I wait', { skills }))
    await planner.plan(contractRequest('I run', { skills: skills.toReversed(), disabledSkills: ['zeta'] }))
    const [first, second] = asked.map(({ messages }) => messages)
    expect(first?.[0]).toEqual(second?.[0])
    expect(first?.[0]?.content).toContain('Be brief.')
    expect(first?.[0]?.content.indexOf('"do":"a"')).toBeLessThan(first?.[0]?.content.indexOf('"do":"z"') ?? 0)
    expect(second?.[1]?.content).toBe('{"do_without":["zeta"],"player":"I run"}')
    expect(asked[1]?.grammar).not.toContain('z')
  })

  it('300 skills: the most fitting are named in the turn, and the plan is still made', async () => {
    const { model, asked } = writing('{"steps":[{"do":"whistle-271"}],"say":"You whistle."}')
    const skills = Array.from({ length: 300 }, (_, index) =>
      sampleSkill({
        name: `skill-${index}`,
        description: `Whistles the tune number ${index} on a flute made of river reed.`,
        scripts: [{ name: `whistle-${index}` }],
      }),
    )
    const plan = await new LlamaPlanner({ model }).plan(contractRequest('I whistle 271 on the flute', { skills }))
    expect(plan.tools.map(({ toolId }) => toolId)).toEqual(['whistle-271-1'])
    const [request] = asked
    expect(request?.messages[0]?.content.length).toBeLessThan(4 * 4_096)
    expect(request?.messages[1]?.content).toContain('whistle-271')
  })
})

describe('what the model wrote', () => {
  const planFor = (text: string, prompt = 'I roll') =>
    new LlamaPlanner({ model: writing(text).model }).plan(contractRequest(prompt))

  it('FR-002: becomes a plan with ids, paths, policies and narration that the model never saw', async () => {
    const request = contractRequest('I roll a die and light the torch')
    const { model } = writing(
      '{"steps":[{"do":"light"},{"do":"roll","with":{"sides":12},"after":[0]}],"say":"You reach for the torch."}',
    )
    const plan = await new LlamaPlanner({ model }).plan(request)
    assertPlan(plan, request)
    expect(plan).toMatchObject({
      narrative: 'You reach for the torch.',
      tools: [
        { toolId: 'light-1', dependencies: [] },
        {
          toolId: 'roll-1',
          input: { sides: 12, prompt: 'I roll a die and light the torch' },
          dependencies: ['light-1'],
          retryPolicy: { maxRetries: 1 },
        },
        { toolId: 'narrate-1', dependencies: ['light-1', 'roll-1'] },
      ],
      metadata: { planner: 'llama' },
    })
  })

  it.each([
    [
      'an unknown script',
      '{"steps":[{"do":"rm"},{"do":"/bin/rm"},{"do":"off"},{"do":"broken"},{"do":"listed"}],"say":""}',
    ],
    [
      'input that breaks its schema',
      '{"steps":[{"do":"roll","with":{"sides":500}},{"do":"roll","with":[]},{"do":"roll"}],"say":""}',
    ],
    ['shapes of any kind', '{"steps":[1,null,"roll",{"do":7},{"with":{}},[]],"say":7}'],
  ])('FR-002: %s is left out', async (_, text) => {
    expect((await planFor(text)).tools.map(({ toolId }) => toolId)).toEqual(['narrate-1'])
  })

  it('FR-009: references to later steps, to itself or to nothing are left out', async () => {
    const plan = await planFor(
      '{"steps":[{"do":"light","after":[0,1,9,-1,"x"]},{"do":"roll","with":{"sides":2},"after":[1,0,0]}],"say":""}',
    )
    expect(plan.tools.map(({ dependencies }) => dependencies)).toEqual([[], ['light-1'], ['light-1', 'roll-1']])
  })

  it.each(['', 'Sure! Here is your plan:', '{"steps":[{"do":"ro', '[]', '{"say":"x"}'])(
    'FR-005: no plan at all is a planner that failed: %j',
    async (text) => {
      await expect(planFor(text)).rejects.toMatchObject({ code: 'planner_failed' })
    },
  )

  it('FR-006: a model that takes too long is a planner that timed out', async () => {
    const { model } = writing(() => new Promise(() => {}))
    await expect(new LlamaPlanner({ model, deadlineMs: 50 }).plan(contractRequest('I roll'))).rejects.toMatchObject({
      code: 'planner_timeout',
    })
  })

  it('FR-005: a script whose input no grammar can be made for is named once, and left to other planners', async () => {
    const warnings: string[] = []
    const { model, asked } = writing('{"steps":[{"do":"odd"}],"say":""}')
    const skills = [
      sampleSkill({
        name: 'odd',
        scripts: [
          {
            name: 'odd',
            triggers: ['odd'],
            inputSchema: { type: 'object', properties: { x: { type: 'string', pattern: 'a' } } },
          },
        ],
      }),
    ]
    const planner = new LlamaPlanner({ model, onWarning: ({ message }) => warnings.push(message) })
    await planner.plan(contractRequest('I wait', { skills }))
    expect((await planner.plan(contractRequest('I wait', { skills }))).tools).toEqual([])
    expect(warnings).toEqual(['the model cannot use odd/odd: its input schema has "pattern" at "/properties/x"'])
    expect(asked[0]?.grammar).not.toContain('odd')
    const { tools } = await new StubPlanner().plan(contractRequest('I am odd', { skills }))
    expect(tools.map(({ toolId }) => toolId)).toEqual(['odd-1'])
  })
})
