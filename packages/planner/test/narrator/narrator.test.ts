import { type JsonObject, type ToolInvocation, mergePatch } from '@narratoria/protocol'
import type { Skill } from '@narratoria/skills'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Execute, Narrator, type NarratorEvent, type NarratorOptions, StubPlanner } from '../../src/index.ts'
import { sampleSkill, type ScriptedAnswer, ScriptedPlanner } from '../../src/testing/index.ts'
import { choices, fakeExecute, narration, patch } from './fake-execute.ts'

const skills = ['torch', 'door', 'dice', 'teller'].map((name) => sampleSkill({ name, scripts: [{ name }] }))
const tool = (name: string, dependencies: string[] = [], more: Partial<ToolInvocation> = {}): ToolInvocation => ({
  toolId: name,
  toolPath: `/skills/${name}/scripts/${name}.mjs`,
  input: {},
  dependencies,
  ...more,
})

interface Game extends Partial<NarratorOptions> {
  execute: Execute
  answers?: ScriptedAnswer[]
  prompt?: string
  state?: JsonObject
  signal?: AbortSignal
  skills?: Skill[]
  onEvent?: (event: NarratorEvent) => void | Promise<void>
}

async function play({
  answers = [{}],
  prompt = 'I try',
  state = {},
  signal,
  onEvent,
  skills: known = skills,
  ...options
}: Game) {
  const planner = new ScriptedPlanner(answers)
  const events: NarratorEvent[] = []
  const narrator = new Narrator({ planner, fallback: planner, ...options })
  const outcome = await narrator.play(
    { prompt, state, recentTurns: [], skills: known },
    { ...(signal && { signal }), onEvent: (event) => (events.push(event), onEvent?.(event)) },
  )
  return { outcome, events, planner, types: events.map(({ type }) => type) }
}

/** What a host has on its screen when it does as the events say. */
function screen(events: NarratorEvent[], initial: JsonObject = {}): { text: string; state: JsonObject } {
  let text = ''
  let state = initial
  for (const event of events) {
    if (event.type === 'replan') [text, state] = ['', initial]
    if (event.type === 'state') state = mergePatch(state, event.patch)
    if (event.type !== 'narration') continue
    if (event.replace || text === '') text = event.text
    else text += event.append ? event.text : `\n\n${event.text}`
  }
  return { text, state }
}

describe('a turn that succeeds', () => {
  it('001 §13.6: the narrative is that of the completed tools in plan order, with their state and last choices', async () => {
    const { execute } = fakeExecute({
      torch: [{ events: [narration('The torch'), narration(' burns.', true), patch({ lit: 1 }), choices('A')] }],
      teller: [{ events: [narration('You see a door.', true), choices('Open', 'Leave')] }],
    })
    const { outcome, events } = await play({
      execute,
      answers: [{ tools: [tool('torch'), tool('teller', ['torch'])] }],
    })
    expect(outcome).toMatchObject({
      narrative: 'The torch burns.\n\nYou see a door.',
      choices: [{ text: 'Open' }, { text: 'Leave' }],
      state: { lit: 1 },
      fallback: false,
      cancelled: false,
    })
    expect(screen(events)).toEqual({ text: outcome.narrative, state: outcome.state })
    expect(events.filter(({ type }) => type === 'narration')).toHaveLength(3)
  })

  it.each([
    ['the plan’s narrative', { narrative: 'You reach for it.', tools: [tool('torch')] }, 'You reach for it.'],
    ['the tools’ summaries', { tools: [tool('torch'), tool('door')] }, 'Torch lit. Door seen.'],
    ['a plan without tools', { narrative: 'Nothing moves.' }, 'Nothing moves.'],
  ])('001 §13.6: without narration, the narrative is %s', async (_, answer, narrative) => {
    const { execute } = fakeExecute({ torch: [{ summary: 'Torch lit.' }], door: [{ summary: 'Door seen.' }] })
    const { outcome, events } = await play({ execute, answers: [answer] })
    expect(outcome.narrative).toBe(narrative)
    expect(screen(events).text).toBe(narrative)
  })

  it('FR-013: a failed optional tool is a warning that names it and why', async () => {
    const { execute } = fakeExecute({ dice: [{ state: 'failed', error: 'no dice here' }] })
    const optional: Execute = async (plan, request) => ({ ...(await execute(plan, request)), success: true })
    const { outcome, events } = await play({
      execute: optional,
      answers: [{ tools: [tool('dice', [], { required: false })] }],
    })
    expect(outcome.fallback).toBe(false)
    expect(events).toContainEqual({
      type: 'warning',
      code: 'optional_tool_failed',
      message: 'dice (dice) failed: no dice here.',
    })
  })
})

describe('a plan that fails', () => {
  it('FR-008, FR-010, FR-024: the next plan does without the failed skill and knows its parent', async () => {
    const { execute } = fakeExecute({
      torch: [{ state: 'failed', error: 'wet' }],
      door: [{ events: [narration('A door.')] }],
    })
    const { outcome, events, planner } = await play({
      execute,
      answers: [{ tools: [tool('torch')] }, { tools: [tool('door')] }],
    })
    const [first, second] = planner.requests
    expect(first).toMatchObject({ attempt: 1, parentPlanId: null, disabledSkills: [] })
    expect(second).toMatchObject({
      attempt: 2,
      parentPlanId: outcome.attempts[0]?.plan?.requestId,
      disabledSkills: ['torch'],
      previousResult: { failedTools: ['torch'] },
    })
    expect(outcome.plan).toMatchObject({ disabledSkills: ['torch'], metadata: { generationAttempt: 2 } })
    expect(outcome.attempts).toMatchObject([
      { attempt: 1, failureReason: 'tool_failure', error: 'torch: wet', disabledSkills: [] },
      { attempt: 2, disabledSkills: ['torch'], result: { success: true } },
    ])
    expect(events).toContainEqual({
      type: 'replan',
      attempt: 2,
      reason: 'tool_failure',
      message: 'torch: wet',
      disabledSkills: ['torch'],
    })
  })

  it('FR-024: the same plan runs again, at most three times, only while its tools say that this may help', async () => {
    const flaky = fakeExecute({ torch: [{ state: 'failed', retryable: true }, {}] })
    const tries = { answers: [{ tools: [tool('torch')] }, { tools: [tool('door')] }] }
    const fixed = await play({ execute: flaky.execute, ...tries })
    expect(flaky.runs).toEqual(['torch', 'torch'])
    expect(fixed.outcome.attempts).toMatchObject([{ earlierResults: [{ success: false }], result: { success: true } }])

    const hopeless = fakeExecute({ torch: [{ state: 'failed', retryable: true }] })
    await play({ execute: hopeless.execute, ...tries })
    expect(hopeless.runs).toEqual(['torch', 'torch', 'torch', 'door'])

    const timeout = fakeExecute({ torch: [{ state: 'timeout', retryable: true }] })
    const { outcome } = await play({ execute: timeout.execute, ...tries })
    expect(timeout.runs).toEqual(['torch', 'door'])
    expect(outcome.attempts[0]?.failureReason).toBe('timeout')
  })

  it('nothing happens twice in a turn: what completed is reused, under one key for the same work', async () => {
    const { execute, runs, keys } = fakeExecute({
      dice: [{ events: [patch({ rolled: 4 }), narration('A four.')] }],
      torch: [{ state: 'failed' }],
    })
    const { outcome, events } = await play({
      execute,
      answers: [
        { tools: [tool('dice'), tool('torch')] },
        { tools: [tool('door'), { ...tool('dice'), toolId: 'again' }] },
      ],
    })
    expect(runs).toEqual(['dice', 'torch', 'door'])
    expect(new Set(keys).size).toBe(3)
    expect(outcome.execution?.toolResults[1]).toMatchObject({ toolId: 'again', reused: true })
    expect(outcome).toMatchObject({ narrative: 'A four.', state: { rolled: 4 } })
    expect(screen(events)).toEqual({ text: 'A four.', state: { rolled: 4 } })
  })

  it('nothing happens twice in a turn: two equal wishes of one plan are two pieces of work', async () => {
    const { execute, runs, keys } = fakeExecute({})
    await play({ execute, answers: [{ tools: [tool('dice'), { ...tool('dice'), toolId: 'dice-2' }] }] })
    expect(runs).toEqual(['dice', 'dice'])
    expect(new Set(keys).size).toBe(2)
  })

  it('a replan withdraws what was shown; a retry’s narration is replaced', async () => {
    const { execute } = fakeExecute({
      torch: [{ events: [narration('It burns!'), patch({ lit: 1 })] }],
      door: [
        { events: [narration('The door op')], state: 'failed', retryable: true },
        { events: [narration('The door opens.')] },
      ],
    })
    const { events, outcome } = await play({ execute, answers: [{ tools: [tool('torch'), tool('door')] }] })
    expect(events).toContainEqual({ type: 'narration', text: 'It burns!', append: false, replace: true })
    expect(outcome.narrative).toBe('It burns!\n\nThe door opens.')
    expect(screen(events)).toEqual({ text: outcome.narrative, state: { lit: 1 } })
  })

  it('SC-009: a tool withdraws only its own narration', async () => {
    const { execute } = fakeExecute({
      torch: [{ events: [narration('It burns!')] }],
      teller: [
        {
          events: [
            narration('The door op'),
            narration('A draught. ', false, true),
            narration('It is open.', true),
            narration('You enter.'),
          ],
        },
      ],
    })
    const { events, outcome } = await play({
      execute,
      answers: [{ tools: [tool('torch'), tool('teller', ['torch'])] }],
    })
    expect(outcome.narrative).toBe('It burns!\n\nA draught. It is open.\n\nYou enter.')
    expect(screen(events).text).toBe(outcome.narrative)
    const shown = events.flatMap((event) => (event.type === 'narration' ? [event] : []))
    expect(shown[1]).toEqual({ type: 'narration', text: 'The door op', append: false })
    expect(shown[2]).toEqual({ type: 'narration', text: 'It burns!\n\nA draught. ', append: false, replace: true })
    expect(shown).toHaveLength(5)
  })

  it('FR-023, FR-028: after five failed plans the narration names everything that failed, and why', async () => {
    const names = ['torch', 'door', 'dice', 'teller', 'rope']
    const { execute, runs } = fakeExecute(
      Object.fromEntries(names.map((name) => [name, [{ state: 'failed' as const, error: `${name} is wet` }]])),
    )
    const { outcome, events, types } = await play({
      execute,
      prompt: 'I try my luck',
      skills: [...skills, sampleSkill({ name: 'rope', displayName: 'Rope work', scripts: [{ name: 'rope' }] })],
      answers: [...names, 'torch', 'door'].map((name) => ({ tools: [tool(name)] })),
    })
    expect(runs).toEqual(names)
    expect(types.filter((type) => type === 'replan')).toHaveLength(4)
    expect(outcome).toMatchObject({ fallback: true, cancelled: false })
    expect(outcome.attempts.map(({ attempt, error }) => [attempt, error])).toEqual(
      names.map((name, index) => [index + 1, `${name}: ${name} is wet`]),
    )
    expect(outcome.narrative).toMatch(/^You try your luck/)
    for (const name of names.slice(0, 4))
      expect(outcome.narrative).toContain(`${name} (${name}) failed: ${name} is wet.`)
    expect(outcome.narrative).toContain('Rope work (rope) failed: rope is wet.')
    expect(screen(events).text).toBe(outcome.narrative)
    expect(events).toContainEqual({ type: 'warning', code: 'turn_failed', message: expect.any(String) })
  })

  it('FR-025: the same plan twice in a row ends the loop early', async () => {
    const { execute } = fakeExecute({})
    const broken: Execute = async (plan, request) => ({
      ...(await execute(plan, request)),
      success: false,
      canReplan: true,
      failureReason: 'invalid_plan',
      issues: ['no good'],
    })
    const { outcome, planner } = await play({
      execute: broken,
      prompt: 'I try my luck',
      answers: [{ tools: [tool('torch')] }],
    })
    expect(planner.requests).toHaveLength(2)
    expect(outcome).toMatchObject({
      fallback: true,
      attempts: [{ attempt: 1 }, { attempt: 2, error: 'the same plan was made again' }],
    })
    expect(outcome.narrative).toContain('You try my luck'.replace('my', 'your'))
    expect(outcome.narrative).toContain('The plan was refused: no good.')
  })

  it('FR-022: what completed in the last plan is kept and shown as a partial result', async () => {
    const { execute } = fakeExecute({
      dice: [{ events: [narration('A six!'), patch({ rolled: 6 }), choices('Again')] }],
      torch: [{ state: 'timeout' }],
    })
    const { outcome, events } = await play({
      execute,
      maxGenerations: 1,
      answers: [{ tools: [tool('dice'), tool('torch')] }],
    })
    expect(outcome).toMatchObject({ fallback: true, state: { rolled: 6 }, choices: [{ text: 'Again' }] })
    expect(outcome.narrative).toMatch(/^A six!\n\n.*longer than the story can wait.*\n\ntorch \(torch\) took too long/s)
    expect(screen(events)).toEqual({ text: outcome.narrative, state: { rolled: 6 } })
  })
})

describe('a planner that fails', () => {
  it('FR-005, 002 US1.3: the fallback plans the rest of the turn, and a warning says so', async () => {
    const { execute } = fakeExecute({ torch: [{ state: 'failed' }] })
    const planner = new ScriptedPlanner([new Error('out of memory')], 'model')
    const { outcome, events } = await play({ execute, planner, fallback: new StubPlanner() })
    expect(outcome).toMatchObject({ fallback: false, attempts: [{ planner: 'stub' }] })
    expect(events[0]).toMatchObject({
      type: 'warning',
      code: 'planner_failed',
      message: expect.stringContaining('out of memory'),
    })
  })

  it('FR-005, 002 US1.3, 002 Edge 3: a planner that hangs or answers nonsense is passed over', async () => {
    const { execute } = fakeExecute({})
    for (const answer of [
      () => new Promise<never>(() => {}),
      () => ({ requestId: 'no uuid' }),
      () => ({ tools: [{}] as never }),
    ]) {
      const planner = new ScriptedPlanner([answer], 'model')
      const { outcome } = await play({ execute, planner, fallback: new StubPlanner(), planningTimeoutMs: 50 })
      expect(outcome.attempts).toMatchObject([{ planner: 'stub', result: { success: true } }])
    }
  })

  it('FR-008: a plan that names a disabled skill or a foreign file is not executed', async () => {
    const { execute, runs } = fakeExecute({ torch: [{ state: 'failed' }] })
    const rm = { toolId: 'x', toolPath: '/bin/rm', input: {} }
    const { outcome, planner } = await play({
      execute,
      answers: [{ tools: [rm] }, { tools: [tool('torch')] }, { tools: [tool('torch'), tool('door')] }, { tools: [rm] }],
    })
    expect(planner.requests[1]?.previousResult).toMatchObject({
      failureReason: 'invalid_plan',
      issues: [expect.stringContaining('x')],
    })
    expect(runs).toEqual(['torch'])
    expect(outcome.fallback).toBe(true)
    expect(outcome.attempts.map(({ failureReason }) => failureReason)).toEqual([
      'invalid_plan',
      'tool_failure',
      'invalid_plan',
      'invalid_plan',
      'invalid_plan',
    ])
  })
})

describe('a cancelled turn', () => {
  it('a cancelled turn resolves at once, with words for the player', async () => {
    const { execute } = fakeExecute({})
    const controller = new AbortController()
    const hanging: ScriptedAnswer = () => (setImmediate(() => controller.abort()), new Promise<never>(() => {}))
    const { outcome } = await play({ execute, signal: controller.signal, answers: [hanging] })
    expect(outcome).toMatchObject({
      cancelled: true,
      fallback: true,
      state: {},
      attempts: [{ failureReason: 'cancelled' }],
    })
    expect(outcome.narrative).not.toBe('')
    const before = await play({ execute, signal: AbortSignal.abort() })
    expect(before.outcome.cancelled).toBe(true)
  })

  it('a turn’s time limit ends it as a timeout', async () => {
    const slow: Execute = (plan, request) =>
      new Promise((resolve) =>
        request.signal?.addEventListener('abort', () => resolve(fakeExecute({}).execute(plan, request))),
      )
    const { outcome } = await play({ execute: slow, turnTimeoutMs: 50, answers: [{ tools: [tool('torch')] }] })
    expect(outcome).toMatchObject({ cancelled: false, fallback: true, attempts: [{ failureReason: 'timeout' }] })
  })

  it('FR-022: an executor that throws leaves the player an answer', async () => {
    const { outcome } = await play({
      execute: () => Promise.reject(new Error('a bug')),
      answers: [{ tools: [tool('torch')] }],
    })
    expect(outcome.fallback).toBe(true)
    expect(outcome.narrative).toContain('a bug')
  })

  it.each<[string, () => void | Promise<void>]>([
    [
      'throws',
      () => {
        throw new Error('no screen')
      },
    ],
    ['rejects', () => Promise.reject(new Error('no screen'))],
  ])('FR-022: a host whose onEvent %s at every event does not fail the turn and is reported', async (_, onEvent) => {
    const warn = vi.spyOn(process, 'emitWarning').mockReturnValue()
    onTestFinished(() => warn.mockRestore())
    const { execute, runs } = fakeExecute({ torch: [{ state: 'failed' }], door: [{ events: [narration('A door.')] }] })
    const { outcome, events } = await play({
      execute,
      onEvent,
      answers: [{ tools: [tool('torch')] }, { tools: [tool('door')] }],
    })
    expect(runs).toEqual(['torch', 'door'])
    expect(outcome).toMatchObject({ fallback: false, narrative: 'A door.' })
    expect(screen(events).text).toBe('A door.')
    expect(warn).toHaveBeenCalledTimes(events.length)
    expect(warn).toHaveBeenCalledWith(expect.objectContaining({ message: 'no screen' }))
  })
})
