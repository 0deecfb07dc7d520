import { isJsonObject, type JsonObject } from '@narratoria/protocol'
import { type LanguageModel, type ModelRequest, askStructured, modelOf } from '@narratoria/models'
import {
  type FakeBehaviour,
  type FakeServer,
  sampleValue,
  seededRandom,
  startFakeServer,
  strictFaults,
} from '@narratoria/models/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ModelPlanner, type Planner, planQuestion } from '../src/index.ts'
import { fillInput } from '../src/plan/fill-input.ts'
import { shippedSkills } from './model-faults.ts'
import { assertPlan, contractRequest, contractSkills, plannerContract, sampleSkill } from '../src/testing/index.ts'

/** Accepts that a planner failed in the one way that the narrator expects. */
function expectFailure(error: unknown): undefined {
  expect(error).toMatchObject({ code: 'planner_failed' })
  return undefined
}

/** A model without a server, whose answers are given. It records the requests. */
function scripted(answers: (request: ModelRequest) => unknown): LanguageModel & { requests: ModelRequest[] } {
  const requests: ModelRequest[] = []
  const complete = async (request: ModelRequest) => {
    requests.push(request)
    const text = JSON.stringify(answers(request))
    return { text, finishReason: 'stop' as const, usage: { promptTokens: 10, completionTokens: 2 } }
  }
  return {
    id: 'scripted',
    provider: 'test',
    requests,
    complete,
    stream: () => Promise.reject(new Error('unused')) as never,
  }
}

async function fake(behaviour: FakeBehaviour, seed = 1): Promise<{ server: FakeServer; planner: ModelPlanner }> {
  const server = await startFakeServer({ family: 'openai', behaviour, seed })
  onTestFinished(() => server.close())
  const patience = { firstTokenMs: 200, betweenTokensMs: 200 }
  const model = modelOf({ provider: 'custom', baseUrl: server.baseUrl, model: 'fake-model', patience }, {})
  return { server, planner: new ModelPlanner({ model }) }
}

describe('skills that bring guidance only', () => {
  const guide = (index: number, prompt: string) => sampleSkill({ name: `guide-${index}`, prompt, scripts: [] })
  const skills = [
    sampleSkill({ name: 'roller', prompt: 'Roll rarely.', scripts: [{ name: 'roll' }] }),
    ...Array.from({ length: 20 }, (_, index) => guide(index, `Rule ${index}: ${'be kind. '.repeat(90)}`)),
  ]
  const systemOf = async (contextTokens: number) => {
    const { messages } = await planQuestion(contractRequest('I wait', { skills }), { planner: 'own', contextTokens })
    return messages[0]!.content
  }

  it('are in the question, up to their limit, and are not scripts', async () => {
    const system = await systemOf(20_000)
    expect(system).toContain('{"skill":"roller","note":"Roll rarely."}')
    const notes = system.split('\n').filter((line) => line.startsWith('{"skill":"guide-'))
    expect(notes).toHaveLength(20)
    for (const note of notes) expect((JSON.parse(note) as { note: string }).note).toHaveLength(600)
    expect(system.split('\n').filter((line) => line.startsWith('{"do":'))).toHaveLength(1)
  })

  it('are left out first if the context is small', async () => {
    const system = await systemOf(4_000)
    expect(system).toContain('Roll rarely.')
    expect(system).not.toContain('guide-')
  })
})

describe('the planner contract', () => {
  const model = scripted(({ schema }) => sampleValue(schema!, seededRandom(3)))
  it.each(plannerContract(() => new ModelPlanner({ model }), { understands: false }))('$name', ({ run }) => run())

  const own: Planner = {
    name: 'own',
    async plan(request, { signal } = {}) {
      signal?.throwIfAborted()
      return (await askStructured(model, await planQuestion(request, { planner: 'own' }), { signal })).value
    },
  }
  it.each(plannerContract(() => own, { understands: false }))('is kept by a planner of one’s own: $name', ({ run }) =>
    run(),
  )
})

it('sends schemas of the shipped skills that every server accepts, and reads answers that fit the scripts', async () => {
  const model = scripted(() => ({ steps: [], say: 'You wait.' }))
  await new ModelPlanner({ model }).plan(contractRequest('I roll the dice', { skills: shippedSkills }))
  const { schema } = model.requests[0]!
  expect(strictFaults(schema!)).toEqual([])
  expect(JSON.stringify(schema)).toContain('"roll-dice"')
  const scripts = new Map(
    shippedSkills.flatMap((skill) => skill.scripts.map((script) => [script.name, script] as const)),
  )
  for (let seed = 0; seed < 200; seed += 1) {
    const { tools } = await new ModelPlanner({
      model: scripted((request) => sampleValue(request.schema!, seededRandom(seed))),
    })
      .plan(contractRequest('I roll the dice', { skills: shippedSkills }))
      .catch(() => ({ tools: [] }))
    for (const { toolId, input } of tools) {
      const script = scripts.get(toolId.replace(/-\d+$/, ''))
      expect(fillInput(script?.inputSchema, { input: input ?? {}, prompt: '' }), toolId).toBeDefined()
    }
  }
})

it('keeps the order of the steps and the words of the model', async () => {
  const model = scripted(() => ({
    steps: [
      { do: 'light', with: {}, after: [] },
      { do: 'roll', with: { sides: 12 }, after: [0] },
    ],
    say: 'You raise the torch.',
  }))
  const plan = await new ModelPlanner({ model }).plan(
    contractRequest('I light it and roll', { skills: contractSkills() }),
  )
  const roll = plan.tools.find(({ toolId }) => toolId.startsWith('roll'))
  expect(roll).toMatchObject({ input: { sides: 12 }, dependencies: [expect.stringMatching(/^light/)] })
  expect(plan.narrative).toBe('You raise the torch.')
})

it('lets the model correct a plan once', async () => {
  const answers = [
    { steps: [{ do: 'fly', with: {}, after: [] }], say: '' },
    { steps: [{ do: 'light', with: {}, after: [] }], say: '' },
  ]
  const model = scripted(() => answers.shift())
  const plan = await new ModelPlanner({ model }).plan(contractRequest('I fly', { skills: contractSkills() }))
  expect(plan.tools.some(({ toolId }) => toolId.startsWith('light'))).toBe(true)
  expect(model.requests[1]!.messages.at(-1)!.content).toContain('"fly" is not a script of the catalogue')
})

describe('a fake server', () => {
  it.each<FakeBehaviour>([
    'prose',
    'cut',
    'stall',
    'stall_midway',
    'reset',
    'unauthorized',
    'not_found',
    'rate_limited',
    'server_error',
  ])('with behaviour %s makes the planner fail with what to do', async (behaviour) => {
    const { planner } = await fake(behaviour)
    await expect(planner.plan(contractRequest('I look', { skills: contractSkills() }))).rejects.toMatchObject({
      code: 'planner_failed',
      message: expect.stringMatching(/\S+ \S+/),
    })
  })

  it('is asked at the accepted level from then on', async () => {
    const { planner, server } = await fake('flat_only')
    const plan = () => planner.plan(contractRequest('I look', { skills: contractSkills() })).catch(() => undefined)
    await plan()
    const before = server.requests.length
    await plan()
    const schemas = server.requests
      .slice(before)
      .map(({ response_format: format }) => JSON.stringify(isJsonObject(format) ? format : {}))
    expect(schemas.every((text) => !text.includes('anyOf'))).toBe(true)
  })
})

it('makes 1,000 valid plans or refusals from random JSON', async () => {
  const random = seededRandom(7)
  const wild: JsonObject = {
    anyOf: [{ type: 'null' }, { type: 'string' }, { type: 'integer' }, { type: 'array', items: { type: 'string' } }],
  }
  const step: JsonObject = {
    type: 'object',
    properties: {
      do: { enum: ['roll', 'light', 'fly', ''] },
      with: wild,
      after: { type: 'array', items: { type: 'integer' } },
    },
  }
  const answer: JsonObject = {
    type: 'object',
    properties: { steps: { anyOf: [{ type: 'array', items: step }, wild] }, say: wild },
  }
  const planner = new ModelPlanner({ model: scripted(() => sampleValue(answer, random)) })
  const request = contractRequest('I roll', { skills: contractSkills() })
  for (let count = 0; count < 1_000; count += 1) {
    const plan = await planner.plan(request).catch(expectFailure)
    if (plan) assertPlan(plan, request)
  }
})
