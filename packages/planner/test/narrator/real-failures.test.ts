import type { FailureReason, Plan, ToolInvocation } from '@narratoria/protocol'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { Narrator, type NarratorEvent, type NarratorOptions } from '../../src/index.ts'
import { type ScriptedAnswer, ScriptedPlanner } from '../../src/testing/index.ts'
import { createWorld } from './real-tools.ts'

const world = createWorld((path) => readFileSync(path, 'utf8'))
const { tool, skills, executor } = world

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
    ['hangs', 'timeout', /2,?000|time|2 s/i],
  ])('a tool that %s: %s', async (name, reason, message) => {
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

  it('a plan with a cycle is planned again, with the reason', async () => {
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

  it('a plan with an unknown dependency, or with nothing in it, is planned again', async () => {
    for (const broken of [{ tools: [after('good', 'nobody')] }, { tools: [] }]) {
      const { outcome } = await play([broken, good])
      expect(outcome.attempts).toMatchObject([{ failureReason: 'invalid_plan' }, { result: { success: true } }])
    }
  })

  it('a planner that fails, hangs or writes nonsense is replaced by the stub planner', async () => {
    for (const answer of [new Error('no model'), () => new Promise<never>(() => {}), () => ({ tools: 'x' }) as never]) {
      const { outcome, events } = await play([answer], { planTimeoutMs: 100 })
      expect(outcome).toMatchObject({ fallback: false, attempts: [{ planner: 'stub' }] })
      expect(events[0]).toMatchObject({ type: 'warning' })
    }
  })
})

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
    expect(outcome.result?.toolResults[0]).toMatchObject({ toolId: 'other', reused: true })
    expect(outcome.narrative).toBe('All is well.\n\nAnd so it goes.')
    const last = events.findLastIndex(({ type }) => type === 'replan')
    const told = events
      .slice(last)
      .flatMap((event) => (event.type === 'narration' && event.replace !== true ? [event.text] : []))
    expect(told).toEqual(['All is well.', 'And so it goes.'])
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

  it('FR-023, FR-025, FR-028: after five failed plans a narration tells what failed, and why', async () => {
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

  it('FR-022, FR-066: different failures are told differently', async () => {
    const told = await Promise.all(
      ['refuses', 'hangs'].map(
        async (name) => (await play([{ tools: [tool('good'), tool(name)] }], { maxGenerations: 1 })).outcome.narrative,
      ),
    )
    expect(new Set(told).size).toBe(2)
    for (const text of told) expect(text).toMatch(/^All is well\./)
    expect(told[1]).toContain('hangs (hangs) took too long')
  })

  it('FR-026: the record of a failed turn is enough to plan and run it again', async () => {
    const { outcome } = await play([{ tools: [tool('refuses')] }, { tools: [tool('stubborn')] }], { maxGenerations: 2 })
    for (const { plan, result, disabledSkills } of structuredClone(outcome.attempts)) {
      const again = await executor.execute(plan as Plan)
      expect(again.failedTools).toEqual(result?.failedTools)
      expect(again.toolResults.map(({ state, error }) => [state, error])).toEqual(
        result?.toolResults.map(({ state, error }) => [state, error]),
      )
      expect(plan?.disabledSkills).toEqual(disabledSkills)
    }
  })

  it('a cancelled turn ends its tools and answers', async () => {
    const { outcome } = await play([{ tools: [tool('hangs')] }], { signal: AbortSignal.timeout(300) })
    expect(outcome).toMatchObject({ cancelled: true, fallback: true, result: { failureReason: 'cancelled' } })
  })

  it('the turn’s time limit ends its tools and says so', async () => {
    const { outcome } = await play([{ tools: [tool('hangs')] }], { turnTimeoutMs: 300 })
    expect(outcome).toMatchObject({ cancelled: false, fallback: true, attempts: [{ failureReason: 'timeout' }] })
    expect(outcome.narrative).toContain('longer than the story can wait')
  })
})
