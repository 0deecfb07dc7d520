import { hallWorld, phrases } from '@narratoria/content'
import type { JsonObject } from '@narratoria/protocol'
import { offerActs, type World } from '@narratoria/world'
import { describe, expect, it } from 'vitest'
import { planQuestion, type PlanRequest, StubPlanner } from '../../src/index.ts'
import { sampleSkill } from '../../src/testing/index.ts'

const hall = hallWorld as World
const guard: World = {
  ...hall,
  people: { oleg: { name: 'Oleg', at: 'hall', pronoun: 'he' } },
}
const skills = [
  sampleSkill({ name: 'world', capabilities: ['world'], scripts: [{ name: 'act' }] }),
  sampleSkill({ name: 'torch-lighter', scripts: [{ name: 'torch-lighter', triggers: ['light torch'] }] }),
  sampleSkill({
    name: 'dice-roller',
    scripts: [{ name: 'roll-dice', triggers: [{ pattern: String.raw`\b\d*d\d+\b` }] }],
  }),
  sampleSkill({
    name: 'memory',
    scripts: [
      { name: 'store-memory', stage: 'record', triggers: [{ always: true }] },
      {
        name: 'recall-memory',
        stage: 'recall',
        triggers: [
          { always: true, whenState: 'memory' },
          { phrase: 'remind me', input: { asked: true } },
        ],
      },
    ],
  }),
  sampleSkill({ name: 'storyteller', scripts: [{ name: 'narrate', stage: 'narrate', triggers: [{ always: true }] }] }),
]

async function planOf(
  prompt: string,
  { world = hall, ...more }: Omit<Partial<PlanRequest>, 'world'> & { world?: World } = {},
) {
  const { tools } = await new StubPlanner().plan({
    prompt,
    state: {},
    recentTurns: [],
    skills,
    disabledSkills: [],
    attempt: 1,
    parentPlanId: null,
    ...more,
    world: { world, state: {} },
  })
  return tools
}

describe('a model that plans in a world', () => {
  const actor = sampleSkill({
    name: 'world',
    capabilities: ['world'],
    scripts: [
      {
        name: 'act',
        inputSchema: {
          type: 'object',
          properties: {
            act: { type: 'string' },
            thing: { type: 'string' },
            endTurn: { type: 'boolean', readOnly: true },
          },
        },
      },
    ],
  })
  const others = skills.filter(({ name }) => name !== 'world')
  const requestOf = (prompt: string, more: Partial<PlanRequest> = {}): PlanRequest => ({
    prompt,
    state: {},
    recentTurns: [],
    skills: [actor, ...others],
    disabledSkills: [],
    attempt: 1,
    parentPlanId: null,
    world: { world: guard, state: {} },
    ...more,
  })
  async function actsOf(prompt: string, steps: object[]) {
    const read = (await planQuestion(requestOf(prompt), { planner: 'model' })).read(
      { steps, say: '' } as JsonObject,
      'schema',
    )
    if (!('value' in read)) throw new Error(read.complaint)
    return read.value.tools.flatMap(({ input }) => (typeof input?.act === 'string' ? [input] : []))
  }
  const chosen = (input: object) => ({ do: 'act', with: input, after: [] })

  it('gets the place, its exits, and what is there, and what an act takes', async () => {
    const { messages } = await planQuestion(requestOf('look'), { planner: 'model' })
    const { here, state } = JSON.parse(String(messages.at(-1)!.content)) as { here: JsonObject; state?: unknown }
    expect(here).toMatchObject({ place: expect.any(String), exits: expect.any(Array), people: ['Oleg'] })
    expect(state).toBeUndefined()
    expect(messages[0]!.content).toContain('"do":"act"')
    expect(messages[0]!.content).not.toContain('endTurn')
  })

  it('gets the limits of the story', async () => {
    const limited = { world: { ...guard, limits: ['Nobody dies.', 'x'.repeat(500)] }, state: {} }
    const { messages } = await planQuestion(requestOf('look', { world: limited }), { planner: 'model' })
    const { never } = JSON.parse(String(messages.at(-1)!.content)) as { never: string[] }
    expect(never).toEqual(['Nobody dies.', expect.stringMatching(/^x{50,120}…?$/)])
    expect(messages[0]!.content).toContain('"never"')
  })

  it('is offered no act without a world', async () => {
    const question = await planQuestion(requestOf('look', { world: undefined } as never), { planner: 'model' })
    expect(question.read({ steps: [chosen({ act: 'look' })], say: '' } as JsonObject, 'schema')).toHaveProperty(
      'complaint',
    )
  })

  it('performs the acts that it chose for words that the parser does not understand', async () => {
    const acts = await actsOf('a little more brightness would not hurt in here', [
      chosen({ act: 'light', thing: 'torch' }),
      chosen({ act: 'wait' }),
    ])
    expect(acts).toEqual([
      { act: 'light', thing: 'torch' },
      { act: 'wait', endTurn: true },
    ])
  })

  it('gets the acts of the player’s words if they are clear, whatever it chose', async () => {
    const both = [{ act: 'light' }, { act: 'go', endTurn: true }]
    expect(await actsOf('light the torch and go north', [])).toMatchObject(both)
    expect(await actsOf('light the torch and go north', [chosen({ act: 'wait' })])).toMatchObject(both)
  })

  it('gets none for words that are not an act if it chose none', async () => {
    expect(await actsOf('the weather was better in my youth', [])).toEqual([])
  })
})

describe('§16: a plan in a world', () => {
  it('looks at what is only described at the place, whatever other skills are about', async () => {
    const places = { ...hall.places, hall: { ...hall.places.hall!, scenery: { hatch: 'A square of planks.' } } }
    const examiner = sampleSkill({
      name: 'door-examiner',
      scripts: [{ name: 'door-examiner', triggers: ['examine hatch'] }],
    })
    const tools = await planOf('examine the hatch', { world: { ...hall, places }, skills: [...skills, examiner] })
    expect(tools[0]).toMatchObject({ toolId: 'examine-1', input: { act: 'examine', thing: 'hatch' } })
    expect(tools.some(({ toolId }) => toolId.startsWith('door-examiner'))).toBe(false)
  })

  it('leaves an act that the world performs to the world, also for what is not there', async () => {
    const triggers = [{ pattern: String.raw`\bpillars\b` }]
    const examiner = sampleSkill({
      name: 'door-examiner',
      capabilities: ['examine'],
      scripts: [{ name: 'door-examiner', triggers }],
    })
    const other = sampleSkill({ name: 'counter', capabilities: ['counting'], scripts: [{ name: 'count', triggers }] })
    const idsWith = async (skill: typeof examiner) =>
      (await planOf('look closely at the lines on the pillars', { skills: [...skills, skill] })).map(
        ({ toolId }) => toolId,
      )
    expect(await idsWith(examiner)).not.toContain('door-examiner-1')
    expect(await idsWith(other)).toContain('count-1')
  })

  it('001 §14: acts run in the order of the words, each after the one before, and the last ends the turn', async () => {
    const tools = await planOf('light the torch and examine the door')
    expect(tools).toMatchObject(
      [
        { toolId: 'light-1', input: { act: 'light', thing: 'torch' }, dependencies: [] },
        { toolId: 'examine-2', input: { act: 'examine', thing: 'door', endTurn: true }, dependencies: ['light-1'] },
        { toolId: 'narrate-1' },
        { toolId: 'store-memory-1' },
      ].toSorted(
        (a, b) =>
          tools.findIndex(({ toolId }) => toolId === a.toolId) - tools.findIndex(({ toolId }) => toolId === b.toolId),
      ),
    )
    expect(tools.find(({ toolId }) => toolId === 'narrate-1')?.dependencies).toEqual(['light-1', 'examine-2'])
  })

  it('an act of the world wins over the trigger of another skill', async () => {
    const tools = await planOf('light the torch')
    expect(tools.map(({ toolId }) => toolId)).not.toContain('torch-lighter-1')
  })

  it('a risky act is preceded by a roll of the dice', async () => {
    const tools = await planOf('light the torch and attack Oleg', { world: guard })
    expect(tools.slice(0, 3)).toMatchObject([
      { toolId: 'light-1' },
      { toolId: 'roll-dice-1', input: { formula: expect.stringMatching(/^2d6/) }, dependencies: ['light-1'] },
      { toolId: 'attack-2', input: { act: 'attack', person: 'oleg' }, dependencies: ['light-1', 'roll-dice-1'] },
    ])
  })

  it('a clause that is not an act goes to the other skills, in the order of the words', async () => {
    const tools = await planOf('roll 2d6 and open the door')
    expect(tools.slice(0, 2)).toMatchObject([
      { toolId: 'roll-dice-1' },
      { toolId: 'open-1', dependencies: ['roll-dice-1'] },
    ])
  })

  it('a question that the world cannot answer goes to the tool of another skill that is about it', async () => {
    const described = { name: 'forecast', description: 'Gives the weather forecast of a town.' }
    const weather = sampleSkill({ name: 'weather', description: 'Tools of a server', scripts: [described] })
    const among = { skills: [...skills, weather] }
    const ids = async (prompt: string) => (await planOf(prompt, among)).map(({ toolId }) => toolId)
    expect(await ids('What is the weather forecast for Pell?')).toEqual(['forecast-1', 'store-memory-1', 'narrate-1'])
    expect(await ids('Who was the first king?')).toEqual(['recall-1', 'store-memory-1', 'narrate-1'])
  })

  it('standings follow from the acts, in a world with factions', async () => {
    const reputation = sampleSkill({ name: 'reputation', scripts: [{ name: 'update-reputation', triggers: ['take'] }] })
    const among = { skills: [...skills, reputation] }
    const ids = (await planOf('take the torch', among)).map(({ toolId }) => toolId)
    expect(ids).not.toContain('update-reputation-1')
    const world = { ...hall, factions: { ferry: { name: 'Ferrymen' } } }
    const tools = await planOf('take the torch and wait', { ...among, world })
    expect(tools.find(({ toolId }) => toolId === 'update-reputation-1')).toMatchObject({
      input: {},
      dependencies: ['take-1', 'wait-2'],
    })
  })

  it('words that nothing fits are the act "unknown"', async () => {
    const tools = await planOf('asdf qwer')
    expect(tools).toContainEqual(
      expect.objectContaining({ input: { act: 'unknown', text: 'asdf qwer', endTurn: true } }),
    )
  })

  it.each(['What happened here?', 'What have I done so far?', 'Remind me what happened.'])(
    'what the player has done is for the world, though nothing has been done yet: %s',
    async (prompt) => {
      const plan = await planOf(prompt, { state: { memory: { count: 3 } } })
      expect(plan.map(({ toolId }) => toolId)).toContain('recall-1')
      const asked = plan.find(({ toolId }) => toolId.startsWith('recall-memory'))?.input
      expect(asked?.['asked']).toBeUndefined()
    },
  )

  it('a question about the past is for the memory and no act', async () => {
    const ids = (await planOf('remind me of Oleg', { state: { memory: { count: 3 } } })).map(({ toolId }) => toolId)
    expect(ids).toContain('recall-memory-1')
    expect(ids.some((id) => id.startsWith('unknown'))).toBe(false)
  })

  it('the words of an offered choice are played as its act', async () => {
    expect((await planOf('Go up'))[0]).toMatchObject({ input: { act: 'go', to: 'up' } })
  })

  it('words that were not understood are answered in their place, also if they were said before', async () => {
    const acts = await planOf('say juggle two herrings, light the torch and juggle two herrings')
    expect(acts.map(({ input }) => input?.act).filter((act) => act !== undefined)).toEqual(['say', 'light', 'unknown'])
  })

  it('an offered choice in other words is played as its act', async () => {
    const gate = { name: 'gate', at: 'hall', portable: false, openable: true, lockable: true, force: 0, is: ['locked'] }
    const world = { ...hall, places: { hall: { name: 'hall' } }, things: { gate } } as World
    expect(offerActs(world, {}, { phrases }).map(({ text }) => text)).toContain('Force the gate')
    expect((await planOf('kick that gate to bits', { world })).map(({ input }) => input)).toContainEqual(
      expect.objectContaining({ act: 'unlock', thing: 'gate' }),
    )
  })

  it('without the skill that performs acts, the triggers decide', async () => {
    const ids = (await planOf('light the torch', { disabledSkills: ['world'] })).map(({ toolId }) => toolId)
    expect(ids).toContain('torch-lighter-1')
  })
})

it('001 §14: without a world, acts of different skills run in the order of the words too', async () => {
  const { tools } = await new StubPlanner().plan({
    prompt: 'light the torch and roll 1d20',
    state: {},
    recentTurns: [],
    skills,
    disabledSkills: [],
    attempt: 1,
    parentPlanId: null,
  })
  expect(tools.slice(0, 2)).toMatchObject([
    { toolId: 'torch-lighter-1' },
    { toolId: 'roll-dice-1', dependencies: ['torch-lighter-1'] },
  ])
  expect(tools.some(({ toolPath }) => toolPath.includes('/world/'))).toBe(false)
})
