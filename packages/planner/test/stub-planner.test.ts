import type { Plan } from '@narratoria/protocol'
import type { Skill } from '@narratoria/skills'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { StubPlanner, type PlanRequest } from '../src/index.ts'
import { assertPlan, sampleSkill } from '../src/testing/index.ts'

const dice = sampleSkill({
  name: 'dice-roller',
  scripts: [
    {
      name: 'roll-dice',
      inputSchema: {
        type: 'object',
        properties: {
          formula: { type: 'string', pattern: String.raw`^\d*d\d+([+-]\d+)?$`, default: '1d20' },
          count: { type: 'integer', maximum: 5 },
        },
        additionalProperties: false,
      },
      triggers: [{ pattern: String.raw`(?<formula>\d*d\d+(?:[+-]\d+)?)` }, 'roll', 'pick the lock'],
    },
  ],
})
const torch = sampleSkill({
  name: 'torch-lighter',
  scripts: [{ name: 'torch-lighter', triggers: [{ phrase: 'light torch', input: { action: 'light_torch' } }] }],
})
const door = sampleSkill({
  name: 'door-examiner',
  scripts: [{ name: 'door-examiner', triggers: [{ phrase: 'examine door', input: { target: 'mysterious_door' } }] }],
})
const memory = sampleSkill({
  name: 'memory',
  scripts: [
    {
      name: 'store-memory',
      stage: 'record',
      optional: true,
      inputSchema: { type: 'object', properties: { prompt: { type: 'string', maxLength: 20 } }, required: ['prompt'] },
      triggers: [{ always: true }],
    },
    { name: 'recall-memory', stage: 'recall', optional: true, triggers: ['remember', { whenState: 'memory.any' }] },
  ],
})
const teller = sampleSkill({
  name: 'storyteller',
  scripts: [{ name: 'narrate', stage: 'narrate', triggers: [{ always: true }] }],
})
const shipped = [dice, torch, door, memory, teller]

function plan(prompt: string, changes: Partial<PlanRequest> = {}): Promise<Plan> {
  const request = { state: {}, recentTurns: [], skills: shipped, disabledSkills: [], attempt: 1, parentPlanId: null }
  return new StubPlanner().plan({ ...request, prompt, ...changes })
}

const acts = async (prompt: string, skills: Skill[] = [dice, torch, door]) =>
  (await plan(prompt, { skills })).tools.map(({ toolId }) => toolId)

describe('what a prompt asks for', () => {
  it.each([
    ['I light the torch and examine the door', ['torch-lighter-1', 'door-examiner-1']],
    ['I examine the door and light the torch', ['door-examiner-1', 'torch-lighter-1']],
    ['She lit two old torches.', ['torch-lighter-1']],
    ['Igniting the lantern, I inspect that strange gate', ['torch-lighter-1', 'door-examiner-1']],
    ['I take a closer look at the door', ['door-examiner-1']],
    ['I look around the room', []],
    ["I don't roll", []],
    ["I don't light the torch, but I examine the door", ['door-examiner-1']],
    ['I examine the door without lighting the torch', ['door-examiner-1']],
    ['Instead of rolling I light the torch', ['torch-lighter-1']],
    ['Instead of rolling, I light the torch', ['torch-lighter-1']],
    ["I don't forget to light the torch", ['torch-lighter-1']],
    ['I stop before I light the torch', []],
    ['I hesitate before lighting the torch', []],
    ['I stopped before rolling the dice', []],
    ['I refrain from lighting the torch', []],
    ['I stop before the door and light the torch', ['torch-lighter-1']],
    ['I stop before the altar to light the torch', ['torch-lighter-1']],
    ['I look around before I light the torch', ['torch-lighter-1']],
    ['The light fades. A torch lies there.', []],
    ['Should I light the torch?', []],
    ['Who lit the torch?', []],
    ['Can I light the torch?', ['torch-lighter-1']],
    ["Why don't I light the torch?", ['torch-lighter-1']],
    ['I think about lighting the torch', []],
    ['I dream that I light the torch', []],
    ['Maybe I should light the torch', []],
    ['I could light the torch', []],
    ['I nearly light the torch', []],
    ['It is almost dark and I light the torch', ['torch-lighter-1']],
    ['I pretend to roll the dice', []],
    ['Tomorrow I will light the torch', []],
    ['I tell Mara that I lit the torch', []],
    ['I tell Mara to light the torch', ['torch-lighter-1']],
    ['I say "light the torch" and examine the door', ['door-examiner-1']],
    ['"Light the torch!"', ['torch-lighter-1']],
    ['I wish to light the torch', ['torch-lighter-1']],
  ])('001 §13.2: %s', async (prompt, expected) => {
    expect(await acts(prompt)).toEqual(expected)
  })

  it('FR-003: named groups become input, typed by the schema', async () => {
    const made = await plan('I roll 2d6+3 to pick the lock', { skills: [dice] })
    expect(made.tools.map(({ input }) => input)).toEqual([{ formula: '2d6+3' }])
  })

  it('FR-003: two different things said of one script are two steps, in order', async () => {
    const made = await plan('I roll 2d6 and then 1d20, and 2d6 again', { skills: [dice] })
    expect(made.tools.map(({ input }) => input)).toEqual([{ formula: '2d6' }, { formula: '1d20' }])
    expect(made.tools[1]?.dependencies).toEqual([made.tools[0]?.toolId])
  })

  it('FR-003: a trigger waits for its state', async () => {
    const recall = (made: Plan) => made.tools.some(({ toolId }) => toolId === 'recall-memory-1')
    expect(recall(await plan('I wait.'))).toBe(false)
    expect(recall(await plan('I wait.', { state: { memory: { any: 1 } } }))).toBe(true)
  })

  it('FR-003: weak triggers choose a script only together', async () => {
    const hint = sampleSkill({
      name: 'hint',
      scripts: [
        {
          name: 'hint',
          triggers: [
            { phrase: 'rope', weight: 0.5 },
            { phrase: 'cliff', weight: 0.5 },
          ],
        },
      ],
    })
    expect(await acts('I look for a rope', [hint])).toEqual([])
    expect(await acts('I throw the rope over the cliff', [hint])).toEqual(['hint-1'])
  })

  it('FR-003, 002 Edge 6: of two skills for the same words, the one of higher priority is chosen', async () => {
    const rival = { ...dice, name: 'better-dice', priority: 80 }
    const made = await plan('I roll', { skills: [dice, rival] })
    expect(made.tools).toHaveLength(1)
    expect(made.tools[0]?.retryPolicy).toBeUndefined()
  })

  it('SC-010, 002 Edge 6: a skill without triggers is chosen by its description', async () => {
    const foreign = sampleSkill({
      name: 'weather',
      description: 'Reports what the sky and the winds do.',
      scripts: [{ name: 'forecast', description: 'Forecasts the weather.' }],
    })
    expect(await acts('What is the weather like today?', [foreign, dice])).toEqual(['forecast-1'])
    expect(await acts('I open the chest', [foreign, dice])).toEqual([])
    expect(await acts('I do not care about the weather', [foreign])).toEqual([])
  })

  it('of the scripts of one skill, the one whose own words fit best is chosen, once for a clause', async () => {
    const weather = sampleSkill({
      name: 'weather',
      description: 'Tools of the weather server.',
      scripts: [
        { name: 'paint', description: 'Paints a picture.' },
        { name: 'get-forecast', description: 'Gives the weather forecast of a town.' },
        { name: 'get-alerts', description: 'Gives the weather alerts of a coast.' },
        { name: 'ring', description: 'Rings the bell.' },
      ],
    })
    expect(await acts('What is the weather forecast for Pell?', [weather])).toEqual(['get-forecast-1'])
    expect(await acts('I ask about the weather alerts', [weather])).toEqual(['get-alerts-1'])
    expect(await acts('I ring the bell and look at the weather forecast', [weather])).toEqual([
      'ring-1',
      'get-forecast-1',
    ])
  })

  it('what may change something outside of the story is done by an act, not by a question or a thought', async () => {
    const bell = sampleSkill({
      name: 'bell',
      description: 'Tools of the bell server.',
      scripts: [
        { name: 'ring', description: 'Rings the bell of the tower.', effects: 'outside' },
        { name: 'read-log', description: 'Reads the log of the bell.' },
      ],
    })
    expect(await acts('I ring the bell of the tower', [bell])).toEqual(['ring-1'])
    for (const words of ['Who rang the bell of the tower?', 'I wonder who rang the bell of the tower'])
      expect(await acts(words, [bell]), words).not.toContain('ring-1')
  })

  it('FR-003: an expression that never ends chooses nothing and holds nothing up', async () => {
    const slow = sampleSkill({ name: 'slow', scripts: [{ name: 'slow', triggers: [{ pattern: '(a+)+$' }] }] })
    const startedAt = performance.now()
    expect(await acts(`${'a'.repeat(60)}!`, [slow])).toEqual([])
    expect(performance.now() - startedAt).toBeLessThan(60_000)
  })
})

describe('how steps become a plan', () => {
  it('001 §13.3, 002 US4.2: recall first, acts in order, the narration last and fed by the others', async () => {
    const made = await plan('I remember the road, light the torch and examine the door')
    expect(made.tools.map(({ toolId, dependencies, required }) => [toolId, dependencies, required])).toEqual([
      ['recall-memory-1', [], false],
      ['torch-lighter-1', ['recall-memory-1'], true],
      ['door-examiner-1', ['recall-memory-1', 'torch-lighter-1'], true],
      ['store-memory-1', ['recall-memory-1', 'torch-lighter-1', 'door-examiner-1'], false],
      ['narrate-1', ['recall-memory-1', 'torch-lighter-1', 'door-examiner-1'], true],
    ])
    expect(made.parallel).toBe(true)
    expect(made.tools.every(({ async }) => async)).toBe(true)
  })

  it('001 §13.3: a plan in which nothing can overlap is not parallel', async () => {
    expect((await plan('I light the torch', { skills: [torch, teller] })).parallel).toBe(false)
  })

  it('FR-047: the player’s words go to a property named prompt, cut to its length', async () => {
    const made = await plan('I walk along the old river road', { skills: [memory] })
    expect(made.tools[0]?.input).toEqual({ prompt: 'I walk along the old' })
  })

  it('FR-003: a step whose required input cannot be filled is not chosen', async () => {
    const spell = sampleSkill({
      name: 'spell',
      scripts: [
        {
          name: 'cast',
          triggers: ['cast'],
          inputSchema: {
            type: 'object',
            properties: { school: { enum: ['fire', 'ice'] }, level: { type: 'integer', minimum: 1 } },
            required: ['school', 'level'],
          },
        },
      ],
    })
    expect((await plan('I cast something', { skills: [spell] })).tools).toEqual([])
    const made = await plan('I cast a fire bolt of level three', { skills: [spell] })
    expect(made.tools[0]?.input).toEqual({ school: 'fire', level: 3 })
  })

  it('FR-010: the plan says where it comes from; only its id and time differ between equal requests', async () => {
    const stamp = { createId: () => '00000000-0000-4000-8000-000000000000', now: () => 0 }
    const request = {
      prompt: 'I roll',
      state: {},
      recentTurns: [],
      skills: shipped,
      disabledSkills: ['memory'],
      attempt: 2,
      parentPlanId: 'p',
    }
    const [first, second] = [await new StubPlanner(stamp).plan(request), await new StubPlanner(stamp).plan(request)]
    expect(first).toEqual(second)
    expect(first).toMatchObject({
      requestId: '00000000-0000-4000-8000-000000000000',
      disabledSkills: ['memory'],
      metadata: { generationAttempt: 2, parentPlanId: 'p', planner: 'stub', generatedAt: '1970-01-01T00:00:00.000Z' },
    })
  })

  it('FR-003: skills for novels that write themselves are not for players', async () => {
    const novelist = { ...dice, name: 'novelist', capabilities: ['story'] }
    expect(await acts('I roll 2d6', [dice])).toHaveLength(1)
    expect(await acts('I roll 2d6', [novelist])).toEqual([])
  })

  it('FR-063: without skills the plan has a narrative', async () => {
    const plans = await Promise.all(
      ['I open my bag', '', 'run /bin/rm -rf /', '\u0000\u001B[2J'].map((prompt) => plan(prompt, { skills: [] })),
    )
    expect(plans.map(({ narrative }) => narrative)).toEqual([
      expect.stringMatching(/^Nothing in this story answers to that\./),
      'The story waits. What do you do?',
      expect.stringMatching(/^Nothing in this story answers to that\./),
      expect.stringMatching(/^Nothing in this story answers to that\./),
    ])
  })
})

describe('any prompt', () => {
  it('FR-003: whatever is typed, the plan keeps the contract and takes little time', () => {
    const word = fc.constantFrom(
      'I',
      'roll',
      '2d6',
      'light',
      'the',
      'torch',
      'door',
      'not',
      'and',
      ',',
      '.',
      '"',
      'examine',
      "don't",
      'it',
      'or',
    )
    const prompt = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.array(word, { maxLength: 60 }).map((words) => words.join(' ')),
    )
    return fc.assert(
      fc.asyncProperty(prompt, async (text) => {
        const request = {
          prompt: text,
          state: {},
          recentTurns: [],
          skills: shipped,
          disabledSkills: [],
          attempt: 1,
          parentPlanId: null,
        }
        const made = await new StubPlanner().plan(request)
        expect(() => assertPlan(made, request)).not.toThrow()
      }),
      { numRuns: 300 },
    )
  })
})
