import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { ExecutionEvent } from '@narratoria/protocol'
import {
  type ExecuteOptions,
  Executor,
  ProcessRunner,
  type ProcessRunnerOptions,
  type AttemptOutcome,
  type Attempt,
  type RunningAttempt,
  type ToolRunner,
} from '../../src/index.ts'
import {
  createFolder,
  createManualClock,
  createWorld,
  listLeftProcesses,
  canListProcesses,
  planOf,
  readJournal,
  reportOf,
  toolOf,
  untilIdle,
  writeTool,
} from '../world.ts'
import { type CreateRunner, runnerContract, type ToolBehaviour } from '../../src/testing/index.ts'
import { createInProcessRunner } from './in-process-runner.ts'

const fixtures: Record<ToolBehaviour, string> = {
  echo: 'echo.mjs',
  fail: 'fail.sh',
  hang: 'sleep.sh',
  stubborn: 'ignores-sigterm.sh',
  many: 'twenty-thousand.sh',
  missing: 'missing.mjs',
}

async function createProcessRunner(prewarmed: boolean, options: ProcessRunnerOptions = {}) {
  const cwd = await createFolder()
  const runner = new ProcessRunner({ killGraceMs: 300, ...options })
  onTestFinished(() => runner.close())
  return {
    runner,
    cwd,
    toolPath: (behaviour: ToolBehaviour) => join(cwd, 'tools', fixtures[behaviour]),
    prepare: async (toolPath: string) => {
      if (prewarmed) await runner.prewarm({ toolPath, cwd }, 1)
      if (prewarmed) await untilIdle()
    },
  }
}

function describeToolRunner(name: string, create: CreateRunner): void {
  describe(`${name}: the contract of tool runners`, () => {
    it.each(runnerContract(create))('$name', ({ run }) => run())
  })
}

describeToolRunner('processes, cold', () => createProcessRunner(false))
describeToolRunner('processes, prewarmed', () => createProcessRunner(true))
describeToolRunner('functions', async () => ({
  runner: createInProcessRunner({
    async echo(attempt, emit) {
      await emit({ version: '0', type: 'state_patch', patch: { echoed: attempt.request.input } })
      await emit({ version: '0', type: 'done', ok: true })
    },
    async fail(_, emit) {
      await emit({ version: '0', type: 'done', ok: false })
    },
    async hang(_, emit) {
      await emit({ version: '0', type: 'log', level: 'info', message: 'hanging' })
      await new Promise(() => {})
    },
    async stubborn(_, emit) {
      await emit({ version: '0', type: 'log', level: 'info', message: 'hanging' })
      await new Promise(() => {})
    },
    async many(_, emit) {
      for (let at = 0; at < 20_000; at += 1) await emit({ version: '0', type: 'log', level: 'debug', message: 'x' })
      await emit({ version: '0', type: 'done', ok: true })
    },
  }),
  cwd: '/',
  toolPath: (behaviour) => `/tools/${behaviour}`,
}))

describe('other runners', () => {
  const done = { version: '0', type: 'done', ok: true } as const
  const plan = planOf([{ toolId: 'a', toolPath: '/tools/a', retryPolicy: { maxRetries: 0 } }])
  async function execute(runner: ToolRunner, onEvent: (event: ExecutionEvent) => void, options: ExecuteOptions = {}) {
    const executor = new Executor({ runner, cwd: '/' })
    onTestFinished(() => executor.close())
    return executor.execute(plan, { onEvent, ...options })
  }

  it('may emit events before start returns', async () => {
    const heard: string[] = []
    const start = (attempt: Attempt): RunningAttempt => {
      attempt.onEvent(done)
      return { outcome: Promise.resolve({ done }), cancel() {} }
    }
    const result = await execute({ start }, ({ type }) => heard.push(type))
    expect(result.success).toBe(true)
    expect(heard).toEqual(['tool_started', 'tool_event', 'tool_finished'])
  })

  it('are cancelled if an early event aborts the execution', async () => {
    const controller = new AbortController()
    const cancelled: string[] = []
    const start = (attempt: Attempt): RunningAttempt => {
      const { promise: outcome, resolve: end } = Promise.withResolvers<AttemptOutcome>()
      attempt.onEvent({ version: '0', type: 'log', level: 'info', message: 'early' })
      const cancel = (how: string) => {
        cancelled.push(how)
        end({})
      }
      return { outcome, cancel }
    }
    const abort = ({ type }: ExecutionEvent) => void (type === 'tool_event' && controller.abort())
    const result = await execute({ start }, abort, { signal: controller.signal })
    expect(result).toMatchObject({ failureReason: 'cancelled', toolResults: [{ state: 'failed' }] })
    expect(cancelled).toEqual(['terminate'])
  })

  it('reject the execution if start throws', async () => {
    const heard: string[] = []
    const start = (): RunningAttempt => {
      throw new Error('no such runner')
    }
    await expect(execute({ start }, ({ type }) => heard.push(type))).rejects.toThrow('no such runner')
    expect(heard[0]).toBe('tool_started')
  })
})

describe('prewarming', () => {
  const warm = { describeTool: () => ({ prewarm: true }) }
  const waits = `import { appendFileSync, readFileSync } from 'node:fs'
    appendFileSync('journal', process.pid + '\\n')
    const text = readFileSync(0, 'utf8')
    console.log(JSON.stringify({ version: '0', type: 'state_patch', patch: { pid: process.pid, input: JSON.parse(text).input } }))
    console.log('{"version":"0","type":"done","ok":true}')`

  async function createWarmWorld(options = {}) {
    const world = await createWorld({ ...warm, ...options })
    await writeTool(world.folder, 'waits.mjs', waits)
    return world
  }

  it('FR-045: each waiting process serves one attempt', async () => {
    const { executor, folder } = await createWarmWorld()
    await executor.prewarm('waits.mjs', { count: 2 })
    await expect.poll(() => readJournal(folder)).toHaveLength(2)
    const tools = ['a', 'b', 'c'].map((toolId) => ({ toolId, toolPath: 'waits.mjs', input: { toolId }, async: true }))
    const result = await executor.execute(planOf(tools, { parallel: true }))
    const pids = result.toolResults.map(({ output }) => JSON.stringify(output.pid))
    expect(new Set(pids).size).toBe(3)
    expect((await readJournal(folder)).toSorted()).toEqual(pids.toSorted())
    expect(result.toolResults.map(({ output }) => output.input)).toEqual(tools.map(({ input }) => input))
  })

  it('does not prewarm a tool that is not described as prewarm or is outside the roots', async () => {
    const { executor, folder } = await createWarmWorld({ describeTool: () => ({}), roots: ['.'] })
    await executor.prewarm('waits.mjs')
    await executor.prewarm('/bin/cat', { describeTool: () => ({ prewarm: true }) })
    await executor.prewarm('waits.mjs', {
      describeTool() {
        throw new Error('unknown')
      },
    })
    // A tool that is prewarmed starts after these and is the only one.
    await executor.prewarm('waits.mjs', { describeTool: () => ({ prewarm: true }) })
    await expect.poll(() => readJournal(folder)).toHaveLength(1)
    if (canListProcesses) expect(listLeftProcesses()).toHaveLength(1)
  })

  it('a process that died while it waited is replaced without a warning', async () => {
    const { executor, folder } = await createWarmWorld()
    await executor.prewarm('waits.mjs')
    await expect.poll(() => readJournal(folder)).toHaveLength(1)
    process.kill(Number((await readJournal(folder))[0]), 'SIGKILL')
    await expect.poll(() => readJournal(folder)).toHaveLength(2)
    const second = Number((await readJournal(folder))[1])
    // Blocks the event loop, so that the exit is not noticed before the process is used.
    process.kill(second, 'SIGKILL')
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200)
    const result = await executor.execute(planOf([{ toolId: 'a', toolPath: 'waits.mjs' }]))
    expect(result).toMatchObject({ success: true, toolResults: [{ retryCount: 0, attempts: [{ ok: true }] }] })
    expect(result.warnings).toBeUndefined()
  })

  it('a process whose file has changed is not used', async () => {
    const { executor, folder } = await createWarmWorld()
    await executor.prewarm('waits.mjs')
    await expect.poll(() => readJournal(folder)).toHaveLength(1)
    await writeTool(folder, 'waits.mjs', waits.replace('{ pid: process.pid,', '{ version: 2,'))
    const result = await executor.execute(planOf([{ toolId: 'a', toolPath: 'waits.mjs' }]))
    expect(result.state).toMatchObject({ version: 2 })
    expect(result.warnings).toBeUndefined()
  })

  it('a waiting tool that closes its output fails its attempt', async () => {
    const { executor, folder } = await createWarmWorld({ runner: new ProcessRunner({ exitGraceMs: 300 }) })
    await writeTool(folder, 'mute.sh', '#!/bin/sh\nexec 1>&-\nread -r line\nsleep 30\n')
    await executor.prewarm('mute.sh')
    await untilIdle()
    const plan = planOf([{ toolId: 'a', toolPath: 'mute.sh', retryPolicy: { maxRetries: 0 } }])
    const result = await executor.execute(plan)
    expect(result.toolResults[0]).toMatchObject({ state: 'failed', errorCode: 'no_done' })
    expect(result.executionTime).toBeLessThan(10_000)
  })

  it('what a waiting process left running is killed', async () => {
    const { executor, folder } = await createWarmWorld()
    await writeTool(folder, 'leaves.sh', '#!/bin/sh\nsleep 30 > /dev/null 2>&1 &\necho left >> journal\n')
    await executor.prewarm('leaves.sh')
    await expect.poll(() => readJournal(folder)).toContain('left')
    await executor.close()
    await expect.poll(() => listLeftProcesses()).toEqual([])
  })

  it('a waiting process that read part of its request is not replaced', async () => {
    const { executor, folder } = await createWarmWorld()
    await writeTool(folder, 'gives-up.sh', '#!/bin/sh\nhead -c 10 > /dev/null\necho ran >> journal\nexit 3\n')
    await executor.prewarm('gives-up.sh')
    await untilIdle()
    const input = { text: 'x'.repeat(3_000_000) }
    const result = await executor.execute(
      planOf([{ toolId: 'a', toolPath: 'gives-up.sh', input, retryPolicy: { maxRetries: 0 } }]),
    )
    expect(result.toolResults[0]).toMatchObject({ state: 'failed', attempts: [{ exitCode: 3 }] })
    expect(await readJournal(folder)).toEqual(['ran'])
  })

  it('a tool that does not wait is restarted only a few times', async () => {
    const { executor, folder } = await createWarmWorld()
    await writeTool(folder, 'hasty.sh', '#!/bin/sh\necho x >> journal\n')
    await executor.prewarm('hasty.sh')
    await expect.poll(() => readJournal(folder)).toHaveLength(4)
    // Another restart would write its line before this attempt has ended.
    await executor.execute(planOf([{ toolId: 'a', toolPath: 'hasty.sh', retryPolicy: { maxRetries: 0 } }]))
    expect(await readJournal(folder)).toHaveLength(5)
  })

  it.runIf(canListProcesses)('pool size, idle time and memory are limited', async () => {
    const { executor } = await createWarmWorld({ prewarm: { maxProcesses: 2, maxIdleMs: 400 } })
    await executor.prewarm('waits.mjs', { count: 5 })
    expect(listLeftProcesses()).toHaveLength(2)
    await expect.poll(() => listLeftProcesses()).toEqual([])
    const small = await createWarmWorld({ prewarm: { maxMemoryBytes: 1 } })
    await small.executor.prewarm('waits.mjs')
    await expect.poll(() => readJournal(small.folder)).toHaveLength(1)
    await small.executor.prewarm('waits.mjs', { count: 2 })
    expect(listLeftProcesses()).toHaveLength(1)
  })

  it.runIf(canListProcesses)('each process has its own idle time', async () => {
    const { clock, pass } = createManualClock()
    const { executor } = await createWarmWorld({ clock, prewarm: { maxIdleMs: 800 } })
    await executor.prewarm('waits.mjs')
    pass(300)
    const result = await executor.execute(planOf([{ toolId: 'a', toolPath: 'waits.mjs' }]))
    expect(result.success).toBe(true)
    await executor.prewarm('waits.mjs')
    pass(799)
    await untilIdle()
    expect(listLeftProcesses()).toHaveLength(1)
    pass(1)
    await expect.poll(() => listLeftProcesses()).toEqual([])
  })

  it.runIf(canListProcesses)('closing kills waiting processes, and they do not keep the host alive', async () => {
    const { executor } = await createWarmWorld()
    await executor.prewarm('waits.mjs', { count: 3 })
    expect(listLeftProcesses()).toHaveLength(3)
    await executor.close()
    await expect.poll(() => listLeftProcesses()).toEqual([])
    const folder = await createFolder()
    await writeTool(folder, 'waits.mjs', waits)
    const { spawnSync } = await import('node:child_process')
    const host = `
      import { Executor } from ${JSON.stringify(new URL('../../src/index.ts', import.meta.url).href)}
      await new Executor({ describeTool: () => ({ prewarm: true }) }).prewarm('waits.mjs')`
    const ended = spawnSync(process.execPath, ['--input-type=module', '-e', host], { cwd: folder, timeout: 60_000 })
    expect(ended.status).toBe(0)
    await expect.poll(() => listLeftProcesses(ended.pid)).toEqual([])
  })

  it('a process with other environment variables is not used', async () => {
    let env = { COLOUR: 'red' }
    const { executor } = await createWorld({ describeTool: () => ({ prewarm: true, env }) })
    await executor.prewarm('tools/request.mjs')
    env = { COLOUR: 'blue' }
    expect(reportOf(await executor.execute(planOf([toolOf('request.mjs')]))).env.COLOUR).toBe('blue')
  })

  it('a runner without prewarm is supported', async () => {
    const runner = createInProcessRunner({})
    const executor = new Executor({ ...warm, runner, cwd: '/' })
    await expect(executor.prewarm('/tool')).resolves.toBeUndefined()
    await executor.close()
  })
})
