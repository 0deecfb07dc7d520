import type { JsonObject, ToolRequest } from '@narratoria/protocol'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createPlan, Executor, type ExecutorOptions, type PlannedTool } from '../../src/index.ts'
import { createFolder } from '../world.ts'

/** Writes a text of each of these lengths to the state. */
const writeTexts = {
  name: 'texts',
  async call({ input }: ToolRequest, { write }: { write: (line: string) => void }) {
    for (const [key, length] of Object.entries(input))
      write(`${JSON.stringify({ version: '0', type: 'state_patch', patch: { [key]: 'x'.repeat(Number(length)) } })}\n`)
    write('{"version":"0","type":"done","ok":true}\n')
  },
}

function createExecutor(options: ExecutorOptions = {}): Executor {
  const executor = new Executor({ tools: [writeTexts], ...options })
  onTestFinished(() => executor.close())
  return executor
}

const texts = (input: JsonObject): PlannedTool => ({ toolPath: 'tool:texts', input, required: false })

it('a tool that changes more than 1,150,000 characters of the state fails once, and neither the state nor its result has the change', async () => {
  const plan = createPlan([texts({ a: 550_000, b: 550_000, c: 200_000, d: 1 })])
  const { state, toolResults } = await createExecutor().execute(plan, { state: { kept: 1 } })
  expect(state).toEqual({ kept: 1 })
  expect(toolResults[0]).toMatchObject({
    state: 'failed',
    errorCode: 'state_change_too_large',
    retryCount: 0,
    output: {},
  })
  expect(toolResults[0]!.error).toBe(
    'The tools of the plan would change more than 1150000 characters of the state, 16 for each value included; change less in one plan, or write large data to a file and emit an asset.',
  )
  expect(toolResults[0]!.events.map(({ type }) => type)).toEqual(['state_patch', 'state_patch'])
})

it.each([false, true])('the tools of a plan reach the limit together (parallel: %s)', async (parallel) => {
  const plan = createPlan([texts({ a: 550_000 }), texts({ b: 550_000 }), texts({ c: 200_000 }), texts({ d: 1_000 })], {
    parallel,
  })
  const { state, toolResults } = await createExecutor().execute(plan)
  expect(toolResults.map(({ errorCode }) => errorCode)).toEqual([
    undefined,
    undefined,
    'state_change_too_large',
    undefined,
  ])
  expect(Object.keys(state)).toEqual(['a', 'b', 'd'])
})

it('the limit can be set, and is a positive integer', async () => {
  const plan = createPlan([texts({ a: 2_000_000 })])
  expect((await createExecutor({ maxStateChange: 3_000_000 }).execute(plan)).toolResults[0]!.ok).toBe(true)
  expect(() => new Executor({ maxStateChange: 0 })).toThrow('maxStateChange')
})

it('a process that goes on writing changes is ended', async () => {
  const folder = await createFolder()
  const line = `{"version":"0","type":"state_patch","patch":{"text":"${'x'.repeat(550_000)}"}}`
  await writeFile(join(folder, 'line'), `${line}\n`)
  await writeFile(join(folder, 'endless.sh'), '#!/bin/sh\ncat > /dev/null\nwhile :; do cat line; done\n', {
    mode: 0o755,
  })
  const plan = createPlan([{ toolPath: './endless.sh' }])
  const { toolResults } = await createExecutor({ cwd: folder, limits: { maxOutputBytes: 1e12 } }).execute(plan)
  expect(toolResults[0]).toMatchObject({ state: 'failed', errorCode: 'state_change_too_large', retryCount: 0 })
})

it('a function that waits after its change is cancelled, also if it wrote at once', async () => {
  const wait = {
    name: 'wait',
    async call(_: ToolRequest, { write, signal }: { write: (line: string) => void; signal: AbortSignal }) {
      const aborted = new Promise((resolve) => signal.addEventListener('abort', resolve))
      write(`{"version":"0","type":"state_patch","patch":{"text":"${'x'.repeat(1_400_000)}"}}\n`)
      await aborted
    },
  }
  const plan = createPlan([{ toolPath: 'tool:wait' }])
  const { toolResults } = await createExecutor({ tools: [wait] }).execute(plan)
  expect(toolResults[0]).toMatchObject({ state: 'failed', errorCode: 'state_change_too_large' })
})

it('what a tool writes after its time limit does not change why it failed', async () => {
  const late = {
    name: 'late',
    async call(_: ToolRequest, { write, signal }: { write: (line: string) => void; signal: AbortSignal }) {
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      write(`{"version":"0","type":"state_patch","patch":{"text":"${'x'.repeat(1_400_000)}"}}\n`)
    },
  }
  const retryPolicy = { maxRetries: 1, backoffMs: 1 }
  const plan = createPlan([{ toolPath: 'tool:late', retryPolicy }])
  const { toolResults } = await createExecutor({ tools: [late], toolTimeoutMs: 50 }).execute(plan)
  expect(toolResults[0]).toMatchObject({ state: 'timeout', errorCode: 'timeout', retryCount: 1 })
})

it('a tool that fails for another reason leaves the limit to others', async () => {
  const wide = JSON.stringify(Object.fromEntries(Array.from({ length: 50_001 }, (_, at) => [`key-number-${at}`, 1])))
  const keys = {
    name: 'keys',
    async call(_: ToolRequest, { write }: { write: (line: string) => void }) {
      write(`{"version":"0","type":"state_patch","patch":${wide}}\n{"version":"0","type":"done","ok":true}\n`)
    },
  }
  const plan = createPlan([{ toolPath: 'tool:keys', required: false }, texts({ a: 550_000 })])
  const executor = createExecutor({ tools: [keys, writeTexts], maxStateChange: 2_000_000 })
  const { toolResults } = await executor.execute(plan)
  expect(toolResults.map(({ errorCode }) => errorCode)).toEqual(['state_too_wide', undefined])
})

it('each value counts 16 characters more, so that many small values are a large change', async () => {
  const patches = {
    objects: `{"group":{${Array.from({ length: 40_000 }, (_, at) => `"k${at}":{}`).join()}}}`,
    numbers: `{"list":[${'1,'.repeat(80_000)}1]}`,
    commas: `{"text":"${','.repeat(1_100_000)}"}`,
  }
  const small = {
    name: 'small',
    async call({ input }: ToolRequest, { write }: { write: (line: string) => void }) {
      const patch = patches[input.of as keyof typeof patches]
      write(`{"version":"0","type":"state_patch","patch":${patch}}\n{"version":"0","type":"done","ok":true}\n`)
    },
  }
  const executor = createExecutor({ tools: [small] })
  const tools = Object.keys(patches).map((of) => ({ toolPath: 'tool:small', input: { of }, required: false }))
  const { toolResults } = await executor.execute(createPlan(tools))
  expect(toolResults.map(({ errorCode }) => errorCode)).toEqual([
    'state_change_too_large',
    'state_change_too_large',
    undefined,
  ])
})

it('a tool that called itself retryable and then changes too much is not retryable', async () => {
  const eager = {
    name: 'eager',
    async call(_: ToolRequest, { write }: { write: (line: string) => void }) {
      const error = { errorCode: 'busy', errorMessage: 'Busy.', details: { retryable: true } }
      write(`${JSON.stringify({ version: '0', type: 'error', ...error })}\n`)
      write(`{"version":"0","type":"state_patch","patch":{"text":"${'x'.repeat(1_400_000)}"}}\n`)
    },
  }
  const plan = createPlan([{ toolPath: 'tool:eager' }])
  const { toolResults } = await createExecutor({ tools: [eager] }).execute(plan)
  expect(toolResults[0]).toMatchObject({ errorCode: 'state_change_too_large', attempts: [{ retryable: false }] })
})

it('results that are used again count, too', async () => {
  const executor = createExecutor()
  const first = await executor.execute(createPlan([{ ...texts({ a: 800_000 }), toolId: 'first' }]))
  const plan = createPlan([
    { ...texts({ a: 800_000 }), toolId: 'first' },
    { ...texts({ b: 800_000 }), toolId: 'second' },
  ])
  const reuse = ({ toolId }: { toolId: string }) => first.toolResults.find((result) => result.toolId === toolId)
  const { toolResults } = await executor.execute(plan, { reuse })
  expect(toolResults.map(({ errorCode }) => errorCode)).toEqual([undefined, 'state_change_too_large'])
})
