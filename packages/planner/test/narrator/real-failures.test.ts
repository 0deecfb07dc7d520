import type { ExecutionResult, FailureReason, Plan, ToolInvocation } from '@narratoria/protocol'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { Narrator, type NarratorEvent, type NarratorOptions, type TurnOutcome } from '../../src/index.ts'
import { type ScriptedAnswer, ScriptedPlanner } from '../../src/testing/index.ts'
import { createWorld } from './real-tools.ts'

const world = createWorld((path) => readFileSync(path, 'utf8'))
const { tool, skills, executor, hurried } = world

async function play(answers: ScriptedAnswer[], options: Partial<NarratorOptions> & { signal?: AbortSignal } = {}) {
  const planner = new ScriptedPlanner(answers)
  const events: NarratorEvent[] = []
  const narrator = new Narrator({ planner, execute: (plan, request) => executor.execute(plan, request), ...options })
  const outcome = await narrator.play(
    { prompt: 'I open the old chest', state: { before: 1 }, recentTurns: [], skills },
    { ...(options.signal && { signal: options.signal }), onEvent: (event) => void events.push(event) },
  )
  return { outcome, events, planner }
}

const good: Partial<Plan> = { tools: [tool('good')] }
const after = (name: string, dependency: string): ToolInvocation => tool(name, { dependencies: [dependency] })

describe('FR-026, FR-027: a replan after every kind of failure, with real tools', () => {
  it.each<[string, FailureReason, RegExp]>([
    ['refuses', 'tool_failure', /The lamp is wet/],
    ['crashes', 'tool_failure', /exit|code 3/i],
    ['killed', 'tool_failure', /SIGKILL/],
    ['garbage', 'tool_failure', /line 1/],
    ['foreign', 'tool_failure', /dance/],
    ['silent', 'tool_failure', /done/],
    ['stubborn', 'tool_failure', /never|no/],
    ['late', 'tool_failure', /exit|code 4/i],
    ['missing', 'tool_failure', /missing|exist|found/i],
    ['forbidden', 'tool_failure', /execut/i],
    ['mistyped', 'tool_failure', /line 1/],
    ['outdated', 'tool_failure', /version/],
    ['binary', 'tool_failure', /UTF-8/],
    ['torn', 'tool_failure', /line 1|done/],
    ['endless', 'tool_failure', /100,?000|too long/],
    ['chatty', 'tool_failure', /50 events|events/],
    ['gushing', 'tool_failure', /bytes|output/],
    ['picky', 'tool_failure', /word/],
    ['hangs', 'timeout', /1,?000|time|1 s/i],
  ])('002 Edge 1: a tool that %s: %s', async (name, reason, message) => {
    const { outcome, events, planner } = await play([{ tools: [tool(name), after('teller', name)] }, good])
    expect(outcome).toMatchObject({ fallback: false, narrative: 'All is well.', state: { before: 1, good: true } })
    expect(planner.requests[1]?.disabledSkills).toEqual([name])
    expect(outcome.attempts).toMatchObject([
      { failureReason: reason, plan: { tools: [{ toolId: name }, {}] }, disabledSkills: [] },
      {},
    ])
    expect(outcome.attempts[0]?.result?.toolResults.map(({ state }) => state)).toEqual([
      reason === 'timeout' ? 'timeout' : 'failed',
      'skipped',
    ])
    const replan = events.find((event) => event.type === 'replan')
    expect(replan).toMatchObject({
      attempt: 2,
      reason,
      disabledSkills: [name],
      message: expect.stringMatching(message),
    })
  })

  it('FR-012, 002 Edge 4: a plan with a cycle is planned again, with the reason', async () => {
    const cycle = { tools: [after('good', 'teller'), after('teller', 'good')] }
    const { outcome, planner } = await play([cycle, good])
    expect(outcome.attempts[0]).toMatchObject({
      failureReason: 'circular_dependency',
      result: { issues: [expect.stringContaining('→')] },
    })
    expect(planner.requests[1]).toMatchObject({
      disabledSkills: [],
      previousResult: { failureReason: 'circular_dependency' },
    })
    expect(outcome.fallback).toBe(false)
  })

  it.each<[string, Partial<Plan>]>([
    ['an unknown dependency', { tools: [after('good', 'missing')] }],
    ['nothing in it', { tools: [] }],
    ['two tools of one name', { tools: [tool('good'), tool('teller', { toolId: 'good' })] }],
    ['a tool of no skill', { tools: [tool('good', { toolPath: '/bin/rm' })] }],
    ['a tool that leaves its skill', { tools: [tool('good', { toolPath: `${world.folder}/good/../../../bin/rm` })] }],
  ])('002 Edge 3: a plan with %s is planned again, and nothing of it runs', async (_, broken) => {
    const before = world.runs('good')
    const { outcome, planner } = await play([broken, good])
    expect(outcome).toMatchObject({
      fallback: false,
      attempts: [{ failureReason: 'invalid_plan', error: expect.any(String) }, { result: { success: true } }],
    })
    expect(planner.requests[1]).toMatchObject({
      attempt: 2,
      disabledSkills: [],
      previousResult: { failureReason: 'invalid_plan' },
    })
    expect(world.runs('good')).toBe(before + 1)
  })

  it('a plan that uses a skill which failed before is planned again', async () => {
    const { outcome } = await play([{ tools: [tool('refuses')] }, { tools: [tool('refuses'), tool('good')] }, good])
    expect(outcome.attempts).toMatchObject([
      { failureReason: 'tool_failure' },
      { failureReason: 'invalid_plan', disabledSkills: ['refuses'] },
      { result: { success: true } },
    ])
  })

  it('a plan that takes too long as a whole is planned again without what still ran', async () => {
    const { outcome, planner } = await play([{ tools: [tool('hangs')] }, good], {
      execute: (plan, request) => (plan.tools[0]?.toolId === 'hangs' ? hurried : executor).execute(plan, request),
    })
    expect(outcome.attempts).toMatchObject([{ failureReason: 'timeout' }, { result: { success: true } }])
    expect(planner.requests[1]?.disabledSkills).toEqual(['hangs'])
  })

  it('an executor that throws is a failed plan', async () => {
    let calls = 0
    const { outcome } = await play([{ tools: [tool('good'), tool('teller')] }, good], {
      execute: (plan, request) =>
        (calls += 1) === 1 ? Promise.reject(new Error('out of handles')) : executor.execute(plan, request),
    })
    expect(outcome.attempts).toMatchObject([
      { failureReason: 'tool_failure', error: expect.stringContaining('out of handles') },
      { result: { success: true } },
    ])
  })

  it.each<[string, ScriptedAnswer, string]>([
    ['throws', new Error('no model'), 'planner_failed'],
    ['hangs', () => new Promise<never>(() => {}), 'planner_timeout'],
    ['writes no list of tools', () => ({ tools: 'x' }) as never, 'planner_failed'],
    ['writes an id that is none', { requestId: 'x' }, 'planner_failed'],
    [
      'asks for a thousand retries',
      { tools: [tool('good', { retryPolicy: { maxRetries: 1_000 } })] },
      'planner_failed',
    ],
  ])('a planner that %s is replaced by the stub planner', async (_, answer, code) => {
    const { outcome, events } = await play([answer], { planningTimeoutMs: 100 })
    expect(outcome).toMatchObject({ fallback: false, attempts: [{ planner: 'stub', error: expect.any(String) }] })
    expect(events[0]).toMatchObject({ type: 'warning', code })
  })
})

/** The outcome of a turn without ids and times. */
function essence({ narrative, state, choices, fallback, attempts }: TurnOutcome) {
  const tools = ({ toolResults }: ExecutionResult) =>
    toolResults.map(({ toolId, state: end, error, output, reused = false, attempts: tries }) => {
      return {
        toolId,
        end,
        error,
        output,
        reused,
        codes: tries.map(({ exitCode, errorCode }) => [exitCode, errorCode]),
      }
    })
  return {
    narrative,
    state,
    choices,
    fallback,
    attempts: attempts.map(({ plan, result, earlierResults = [], failureReason, error, disabledSkills }) => ({
      failureReason,
      error,
      disabledSkills,
      plan: plan?.tools,
      issues: result?.issues,
      results: [...earlierResults, ...(result ? [result] : [])].map(tools),
    })),
  }
}

describe('limits and leftovers, with real tools', () => {
  it('FR-024: a retryable failure runs the same plan again, what completed is not repeated', async () => {
    const before = world.runs('good')
    const { outcome } = await play([{ tools: [tool('good'), tool('flaky')] }])
    expect(world.runs('flaky')).toBe(3)
    expect(world.runs('good')).toBe(before + 1)
    expect(outcome).toMatchObject({ fallback: false, state: { good: true, flaky: 3 } })
    expect(outcome.attempts[0]?.earlierResults).toHaveLength(2)
  })

  it('nothing happens twice: what completed is reused by the next plan, and its narration is shown again', async () => {
    const before = world.runs('good')
    const { outcome, events } = await play([
      { tools: [tool('good'), tool('refuses')] },
      { tools: [tool('good', { toolId: 'other' }), after('teller', 'other')] },
    ])
    expect(world.runs('good')).toBe(before + 1)
    expect(outcome.execution?.toolResults[0]).toMatchObject({ toolId: 'other', reused: true })
    expect(outcome.narrative).toBe('All is well.\n\nAnd so it goes.')
    const last = events.findLastIndex(({ type }) => type === 'replan')
    const narratives = events
      .slice(last)
      .flatMap((event) => (event.type === 'narration' && event.replace !== true ? [event.text] : []))
    expect(narratives).toEqual(['All is well.', 'And so it goes.'])
  })

  it('FR-025: a planner that proposes what has just failed ends the loop early', async () => {
    const before = world.runs('stubborn')
    const { outcome, planner } = await play([{ tools: [tool('stubborn')] }])
    expect(planner.requests.map(({ attempt }) => attempt)).toEqual([1, 2])
    expect(world.runs('stubborn')).toBe(before + 1)
    expect(outcome).toMatchObject({
      fallback: true,
      narrative: expect.stringContaining('stubborn (stubborn) failed'),
      attempts: [{ failureReason: 'tool_failure' }, { error: 'the same plan was made again' }],
    })
  })

  it('what a failed attempt streamed is withdrawn', async () => {
    const { outcome, events } = await play([
      { tools: [tool('crashes', { required: false })], narrative: 'Nothing moves.' },
    ])
    expect(outcome).toMatchObject({ fallback: false, narrative: 'Nothing moves.' })
    const narration = events.filter(({ type }) => type === 'narration')
    expect(narration).toMatchObject([{ text: 'It begins' }, { text: '', replace: true }, { text: 'Nothing moves.' }])
    expect(events).toContainEqual(
      expect.objectContaining({
        type: 'warning',
        code: 'optional_tool_failed',
        message: expect.stringContaining('crashes'),
      }),
    )
  })

  it('FR-023, FR-025, FR-028: after five failed plans the narrative states what failed and why', async () => {
    const names = ['refuses', 'crashes', 'killed', 'foreign', 'stubborn']
    const { outcome, planner, events } = await play(names.map((name) => ({ tools: [tool(name)] })))
    expect(planner.requests.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4, 5])
    expect(outcome).toMatchObject({ fallback: true, state: { before: 1 }, attempts: { length: 5 } })
    expect(outcome.narrative).toMatch(/^You open the old chest, but/)
    expect(outcome.narrative).toContain('refuses (refuses) failed: The lamp is wet.')
    expect(events).toContainEqual(expect.objectContaining({ type: 'warning', code: 'turn_failed' }))
    const text = events.findLast((event) => event.type === 'narration')
    expect(text).toMatchObject({ text: outcome.narrative })
  })

  it('FR-022, FR-066: different failures have different narratives', async () => {
    const narratives = await Promise.all(
      ['refuses', 'hangs'].map(
        async (name) => (await play([{ tools: [tool('good'), tool(name)] }], { maxGenerations: 1 })).outcome.narrative,
      ),
    )
    expect(new Set(narratives).size).toBe(2)
    for (const text of narratives) expect(text).toMatch(/^All is well\./)
    expect(narratives[1]).toContain('hangs (hangs) took too long')
  })

  it('FR-026: the record of a failed turn is enough to play it again, with its tools or without', async () => {
    const plans: ScriptedAnswer[] = [
      { tools: [tool('good'), tool('busy')] },
      { tools: [tool('good'), tool('picky'), after('teller', 'picky')] },
      { tools: [after('good', 'teller'), after('teller', 'good')] },
      { tools: [tool('good', { toolPath: '/bin/rm' })] },
      { tools: [tool('good'), tool('killed')], narrative: 'You reach for it.' },
    ]
    const { outcome } = await play(plans)
    expect(outcome).toMatchObject({ fallback: true, attempts: { length: 5 } })
    // Nothing is left of the turn but what a log can hold.
    const { attempts } = JSON.parse(JSON.stringify(outcome)) as typeof outcome
    const recorded = attempts.flatMap(({ plan }) => plan ?? [])
    const again = await play(recorded)
    expect(essence(again.outcome)).toEqual(essence(outcome))

    const results = attempts.flatMap(({ earlierResults = [], result }) => [
      ...earlierResults,
      ...(result ? [result] : []),
    ])
    const replayed = await play(recorded, { execute: async () => results.shift() as ExecutionResult })
    expect(essence(replayed.outcome)).toEqual(essence(outcome))
    expect(results).toEqual([])
  })

  it('a cancelled turn ends its tools and answers', async () => {
    const { outcome } = await play([{ tools: [tool('hangs')] }], { signal: AbortSignal.timeout(300) })
    expect(outcome).toMatchObject({ cancelled: true, fallback: true, execution: { failureReason: 'cancelled' } })
  })

  it('the turn’s time limit ends its tools and says so', async () => {
    const { outcome } = await play([{ tools: [tool('hangs')] }], { turnTimeoutMs: 300 })
    expect(outcome).toMatchObject({ cancelled: false, fallback: true, attempts: [{ failureReason: 'timeout' }] })
    expect(outcome.narrative).toContain('longer than the story can wait')
  })
})
