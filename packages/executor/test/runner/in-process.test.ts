import type { ExecutionEvent } from '@narratoria/protocol'
import { expect, it, onTestFinished } from 'vitest'
import { createPlan, Executor, type ExecutorOptions, type InProcessTool } from '../../src/index.ts'

const say = (event: object) => `${JSON.stringify({ version: '0', ...event })}\n`
const done = say({ type: 'done', ok: true })

function open(tools: Record<string, InProcessTool['call']>, options: ExecutorOptions = {}) {
  const list = Object.entries(tools).map(([name, call]) => ({ name, call }))
  const executor = new Executor({ tools: list, killGraceMs: 20, ...options })
  onTestFinished(() => executor.close({ force: true }))
  return executor
}

const planFor = (name: string) => createPlan([{ toolPath: `tool:${name}`, retryPolicy: { maxRetries: 0 } }])

it('runs a function as a tool, with the events, trace and request of other tools', async () => {
  const executor = open({
    async greet({ tool, input, state }, { write }) {
      write(say({ type: 'state_patch', patch: { greeted: { tool, input, state } } }))
      write(done)
    },
  })
  const events: ExecutionEvent[] = []
  const plan = createPlan([{ toolPath: 'tool:greet', input: { who: 'Ada' } }])
  const result = await executor.execute(plan, { state: { day: 1 }, onEvent: (event) => void events.push(event) })
  expect(result.success).toBe(true)
  expect(result.state).toEqual({ day: 1, greeted: { tool: 'greet', input: { who: 'Ada' }, state: { day: 1 } } })
  expect(events.map(({ type }) => type)).toEqual(['tool_started', 'tool_event', 'tool_event', 'tool_finished'])
  expect(events[0]).toMatchObject({ toolPath: 'tool:greet', toolId: 'greet' })
})

it.each<[string, InProcessTool['call'], string]>([
  ['ends without done', async () => {}, 'no_done'],
  ['reports failure', async (_, { write }) => write(say({ type: 'done', ok: false })), 'tool_failed'],
  ['throws', () => Promise.reject(new Error('broken')), 'tool_failed'],
  ['writes an invalid event', async (_, { write }) => write(say({ type: 'log', level: 'loud' })), 'invalid_event'],
  ['writes no JSON', async (_, { write }) => write('hello\n'), 'invalid_json'],
  [
    'writes after a limit',
    async (_, { write }) => write(say({ type: 'error', errorCode: '', errorMessage: '' })),
    'invalid_event',
  ],
])('a function that %s fails as a process does', async (_, call, errorCode) => {
  const result = await open({ act: call }).execute(planFor('act'))
  expect(result.toolResults[0]).toMatchObject({ state: 'failed', errorCode })
})

it('has the limits on output of other tools', async () => {
  const call: InProcessTool['call'] = async (_, { write }) => {
    for (let at = 0; at < 20; at += 1) write(say({ type: 'log', level: 'info', message: 'again' }))
    write(done)
  }
  const result = await open({ act: call }, { limits: { maxEvents: 10 } }).execute(planFor('act'))
  expect(result.toolResults[0]).toMatchObject({ errorCode: 'too_many_events' })
})

it('is terminated by its signal at the time limit', async () => {
  const call: InProcessTool['call'] = (_, { signal }) =>
    new Promise((resolve) => signal.addEventListener('abort', () => resolve()))
  const result = await open({ act: call }, { toolTimeoutMs: 20 }).execute(planFor('act'))
  expect(result.toolResults[0]).toMatchObject({ state: 'timeout', errorCode: 'timeout' })
})

it('is abandoned if it ignores its signal, and its later events are ignored', async () => {
  let late = (): void => {}
  const call: InProcessTool['call'] = (_, { write }) =>
    new Promise((resolve) => {
      late = () => {
        write(say({ type: 'state_patch', patch: { late: true } }))
        write(done)
        resolve()
      }
    })
  const events: string[] = []
  const result = await open({ act: call }, { toolTimeoutMs: 20 }).execute(planFor('act'), {
    onEvent: ({ type }) => void events.push(type),
  })
  late()
  expect(result.toolResults[0]).toMatchObject({ state: 'timeout', events: [] })
  expect(events).not.toContain('tool_event')
})

it('prints an unexpected error into the result, not to the standard error of the host', async () => {
  const call: InProcessTool['call'] = async (_, { write, print }) => {
    print('Error: at line 1\n')
    write(say({ type: 'done', ok: false }))
  }
  const result = await open({ act: call }).execute(planFor('act'))
  expect(result.toolResults[0]!.stderr).toBe('Error: at line 1\n')
})

it.each<[string, unknown[], string]>([
  ['an object without call', [{ name: 'a' }], 'must have a name and a function "call"'],
  [
    'two tools of one name',
    [open, open].map(() => ({ name: 'a', call: () => {} })),
    'Two of the tools have the name "a"',
  ],
])('refuses %s', (_, tools, message) => {
  expect(() => new Executor({ tools: tools as InProcessTool[] })).toThrow(message)
})

it('a plan that names an unknown function fails', async () => {
  const result = await open({}).execute(planFor('nothing'))
  expect(result.toolResults[0]).toMatchObject({ errorCode: 'tool_not_found' })
})
