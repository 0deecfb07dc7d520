import type { JsonObject, JsonValue } from '@narratoria/protocol'
import { expect, it, onTestFinished, vi } from 'vitest'
import { type Execute, Narrator, type NarratorOptions, type Planner, StubPlanner } from '../../src/index.ts'
import { sampleSkill, ScriptedPlanner } from '../../src/testing/index.ts'
import { fakeExecute, narration } from './fake-execute.ts'

const skills = ['torch', 'door'].map((name) => sampleSkill({ name, scripts: [{ name }] }))
const tool = (name: string, input: unknown = {}) => ({
  toolId: name,
  toolPath: `/skills/${name}/scripts/${name}.mjs`,
  input: input as JsonObject,
  dependencies: [],
})

function play(options: NarratorOptions, signal?: AbortSignal) {
  const request = { prompt: 'I try', state: {}, recentTurns: [], skills }
  return new Narrator({ fallback: options.planner, ...options }).play(request, { ...(signal && { signal }) })
}

function nested(levels: number): JsonValue {
  let value: JsonValue = {}
  for (let level = 0; level < levels; level += 1) value = { a: value }
  return value
}
const circular = {}
Object.assign(circular, { circular })

it.each<[string, unknown]>([
  ['a bigint', { a: 1n }],
  ['a function', { a: () => 1 }],
  ['a number that is not finite', { a: Number.NaN }],
  ['itself', circular],
  ['20,000 levels', nested(20_000)],
  ['an object that writes itself', { a: { toJSON: () => ({}) } }],
  [
    'a getter that throws',
    {
      get a() {
        throw new Error('no entry')
      },
    },
  ],
])('FR-022: a plan whose input holds %s is a failed plan, and is planned again', async (_, input) => {
  const { execute, runs } = fakeExecute({ torch: [{ events: [narration('It burns.')] }] })
  const unwritable = { tools: [tool('door', input)] }
  const planner = new ScriptedPlanner([unwritable, { tools: [tool('torch')] }])
  const outcome = await play({ execute, planner })
  expect(outcome).toMatchObject({ narrative: 'It burns.', fallback: false })
  expect(outcome.attempts).toMatchObject([{ failureReason: 'invalid_plan' }, { result: { success: true } }])
  expect(outcome.attempts[0]?.error).toContain('made an invalid plan')
  expect(() => JSON.stringify(outcome)).not.toThrow()
  const model = new ScriptedPlanner([unwritable], 'model')
  const passedOver = await play({ execute, planner: model, fallback: new StubPlanner() })
  expect(passedOver.attempts).toMatchObject([{ planner: 'stub', result: { success: true } }])
  expect(runs).toEqual(['torch'])
})

it('FR-022: a plan of 500 levels is a plan', async () => {
  const { execute, runs } = fakeExecute({})
  const planner = new ScriptedPlanner([{ tools: [tool('torch', nested(500))] }])
  expect((await play({ execute, planner })).fallback).toBe(false)
  expect(runs).toEqual(['torch'])
})

it('FR-022: an executor that throws what has no text leaves the player an answer', async () => {
  const execute: Execute = () => Promise.reject(Object.create(null))
  const outcome = await play({ execute, planner: new ScriptedPlanner([{ tools: [tool('torch')] }]) })
  expect(outcome).toMatchObject({ fallback: true, attempts: [{ failureReason: 'tool_failure' }, {}] })
})

it('a turn ends within its limit, even when its tools never do: they are stopped an eighth of it before', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const startedAt = Date.now()
  let stoppedAfter = 0
  const execute: Execute = (_, { signal }) => {
    signal?.addEventListener('abort', () => (stoppedAfter = Date.now() - startedAt))
    return new Promise<never>(() => {})
  }
  const turn = play({ execute, planner: new ScriptedPlanner([{ tools: [tool('torch')] }]) })
  await vi.advanceTimersByTimeAsync(120_000)
  expect(stoppedAfter).toBe(105_000)
  const stillPlaying = new Promise((resolve) => setImmediate(resolve, 'still playing'))
  await vi.advanceTimersByTimeAsync(1)
  expect(await Promise.race([turn, stillPlaying])).toMatchObject({
    fallback: true,
    cancelled: false,
    attempts: [{ failureReason: 'timeout' }],
  })
})

it('the time of a planner that limits itself does not count', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const startedAt = Date.now()
  let stoppedAfter = 0
  const execute: Execute = (_, { signal }) => {
    signal?.addEventListener('abort', () => (stoppedAfter = Date.now() - startedAt))
    return new Promise<never>(() => {})
  }
  const quick = new ScriptedPlanner([{ tools: [tool('torch')] }])
  const planner: Planner = {
    name: 'slow',
    limitsItself: true,
    plan: async (request) => {
      await new Promise((resolve) => setTimeout(resolve, 600_000))
      return quick.plan(request)
    },
  }
  const turn = play({ execute, planner })
  await vi.advanceTimersByTimeAsync(800_000)
  expect(stoppedAfter).toBe(600_000 + 105_000)
  expect(await turn).toMatchObject({ fallback: true, cancelled: false })
})

it('a player cancels a planner that limits itself at once', async () => {
  const planner: Planner = { name: 'slow', limitsItself: true, plan: () => new Promise<never>(() => {}) }
  const cancel = new AbortController()
  const turn = play({ execute: fakeExecute({}).execute, planner, fallback: new StubPlanner() }, cancel.signal)
  cancel.abort()
  expect(await turn).toMatchObject({ fallback: true, cancelled: true })
})

it('hosts may answer an event with anything, and only promises are waited for', async () => {
  const { execute } = fakeExecute({ torch: [{ events: [narration('It burns.')] }] })
  const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => {})
  onTestFinished(() => warn.mockRestore())
  const events: unknown[] = []
  const onEvent = ((event: unknown) => events.push(event)) as unknown as () => void
  const narrator = new Narrator({ execute, planner: new ScriptedPlanner([{ tools: [tool('torch')] }]) })
  const outcome = await narrator.play({ prompt: 'I try', state: {}, recentTurns: [], skills }, { onEvent })
  expect(outcome.narrative).toBe('It burns.')
  expect(events.length).toBeGreaterThan(1)
  expect(warn).not.toHaveBeenCalled()
})

it.each([Number.POSITIVE_INFINITY, 2 ** 40, 5_000.5])('a time limit of %d ms is one', async (limit) => {
  const { execute } = fakeExecute({ torch: [{ events: [narration('It burns.')] }] })
  const planner = new ScriptedPlanner([{ tools: [tool('torch')] }])
  const outcome = await play({ execute, planner, turnTimeoutMs: limit, planningTimeoutMs: limit })
  expect(outcome).toMatchObject({ narrative: 'It burns.', fallback: false })
})

it.each([
  [Number.NaN, 'NaN'],
  [-1, '-1'],
  [5n, '5'],
  ['5000', '"5000"'],
])('a time limit of %o is refused where a narrator is made', (limit, shown) => {
  const { execute } = fakeExecute({})
  for (const name of ['turnTimeoutMs', 'planningTimeoutMs'])
    expect(() => new Narrator({ execute, planner: new StubPlanner(), [name]: limit })).toThrow(
      `The option ${name} must be a non-negative number; it is ${shown}.`,
    )
})
