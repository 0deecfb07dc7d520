import { getEventListeners } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { type ExecutionEvent, ExecutionResult, matches } from '@narratoria/protocol'
import { describe, expect, it } from 'vitest'
import { Executor, ExecutorClosedError, type AttemptOutcome, type RunningAttempt } from '../../src/index.ts'
import { createFolder, createManualClock, createWorld, listLeftProcesses, planOf, toolOf, writeTool } from '../world.ts'

const again = { maxRetries: 10, backoffMs: 60_000 }

const isPatch = (event: ExecutionEvent) => event.type === 'tool_event' && event.event.type === 'state_patch'

/** An executor with default limits and a manual clock. */
function createTimeless() {
  const { clock, pass } = createManualClock()
  const cancelled: string[] = []
  let running = 0
  // "stubborn" ends when it is killed, "sleepy" when it is terminated, any other at once.
  const start = ({ toolPath }: { toolPath: string }): RunningAttempt => {
    running += 1
    const { promise: outcome, resolve: end } = Promise.withResolvers<AttemptOutcome>()
    if (!/stubborn|sleepy/.test(toolPath)) end({ done: { version: '0', type: 'done', ok: true }, exitCode: 0 })
    const cancel = (how: 'terminate' | 'kill') => {
      cancelled.push(`${how} at ${clock.now()}`)
      if (how === 'kill' || toolPath.includes('sleepy')) end({ exitSignal: 'SIGTERM' })
    }
    return { outcome, cancel }
  }
  return {
    executor: new Executor({ runner: { start }, clock }),
    cancelled,
    hasStarted: () => expect.poll(() => running).toBeGreaterThan(0),
    pass,
  }
}

describe('cancellation', () => {
  it('terminates running tools, skips the others and reports cancelled', async () => {
    const { executor } = await createWorld()
    const plan = planOf(['ok.sh', toolOf('sleep.sh', { retryPolicy: again }), toolOf('ok.sh', { toolId: 'later' })])
    const controller = new AbortController()
    const result = await executor.execute(plan, {
      signal: controller.signal,
      onEvent: (event) => void (event.type === 'tool_event' && event.toolId === 'sleep' && controller.abort()),
    })
    expect(result).toMatchObject({
      success: false,
      failureReason: 'cancelled',
      failedTools: ['sleep'],
      canReplan: false,
    })
    expect(result.toolResults.map(({ state, errorCode }) => [state, errorCode])).toEqual([
      ['completed', undefined],
      ['failed', 'cancelled'],
      ['skipped', 'cancelled'],
    ])
    expect(result.state).toEqual({ ok: true })
    expect(listLeftProcesses()).toEqual([])
  })

  it('runs nothing if the signal is already aborted', async () => {
    const { executor } = await createWorld()
    const result = await executor.execute(planOf(['ok.sh']), { signal: AbortSignal.abort() })
    expect(result).toMatchObject({
      success: false,
      failureReason: 'cancelled',
      toolResults: [{ state: 'skipped', attempts: [] }],
    })
  })

  it('terminates a tool if its tool_started event aborts the execution', async () => {
    const { executor } = await createWorld()
    const controller = new AbortController()
    const onEvent = ({ type }: ExecutionEvent) => void (type === 'tool_started' && controller.abort())
    const result = await executor.execute(planOf(['sleep.sh', 'ok.sh']), { signal: controller.signal, onEvent })
    expect(result).toMatchObject({ failureReason: 'cancelled' })
    expect(result.executionTime).toBeLessThan(20_000)
    expect(result.toolResults.map(({ state }) => state)).toEqual(['failed', 'skipped'])
  })

  it('starts no further tool if the first tool_started event aborts', async () => {
    const { executor } = await createWorld({ maxConcurrency: 3 })
    const controller = new AbortController()
    const tools = ['a', 'b', 'c'].map((toolId) => toolOf('sleep.sh', { toolId, async: true }))
    const heard: string[] = []
    const result = await executor.execute(planOf(tools, { parallel: true }), {
      signal: controller.signal,
      onEvent(event) {
        heard.push(event.type)
        if (event.type === 'tool_started') controller.abort()
      },
    })
    expect(result.toolResults.map(({ state }) => state)).toEqual(['failed', 'skipped', 'skipped'])
    expect(heard.filter((type) => type === 'tool_started')).toHaveLength(1)
    expect(getEventListeners(controller.signal, 'abort')).toEqual([])
  })

  it('starts nothing if a tool_waiting event aborts', async () => {
    const { executor } = await createWorld()
    const controller = new AbortController()
    const plan = planOf([toolOf('sleep.sh', { toolId: 'a', async: true }), toolOf('ok.sh', { dependencies: ['a'] })], {
      parallel: true,
    })
    const heard: string[] = []
    const result = await executor.execute(plan, {
      signal: controller.signal,
      onEvent(event) {
        heard.push(event.type)
        if (event.type === 'tool_waiting') controller.abort()
      },
    })
    expect(result.toolResults.map(({ state }) => state)).toEqual(['skipped', 'skipped'])
    expect(heard).toEqual(['tool_waiting', 'tool_finished', 'tool_finished'])
  })

  it.each([{}, { force: true }])('ends a tool if its first event calls close(%o)', async (options) => {
    const { executor } = await createWorld({ shutdownTimeoutMs: 1_000 })
    const onEvent = ({ type }: ExecutionEvent) => void (type === 'tool_started' && executor.close(options))
    const result = await executor.execute(planOf(['sleep.sh']), { onEvent })
    expect(result).toMatchObject({ failureReason: 'cancelled', toolResults: [{ state: 'failed' }] })
    expect(listLeftProcesses()).toEqual([])
  })

  it.each([
    [100_000, 'timeout'],
    [29_000, undefined],
  ])('FR-017: after a timer that is late by %i ms, the earlier limit applies', async (ms, errorCode) => {
    const { executor, hasStarted, pass } = createTimeless()
    const running = executor.execute(planOf([toolOf('sleepy.sh', { retryPolicy: { maxRetries: 0 } })]))
    await hasStarted()
    pass(ms)
    if (!errorCode) void executor.close({ force: true })
    const result = await running
    expect(result.toolResults[0]?.errorCode).toBe(errorCode ?? 'cancelled')
  })

  it('does not wait for describeTool after a stop', async () => {
    const describeTool = () => new Promise<undefined>(() => {})
    const { executor } = await createWorld({ describeTool, planTimeoutMs: 200 })
    expect(await executor.execute(planOf(['ok.sh']))).toMatchObject({
      failureReason: 'timeout',
      toolResults: [{ state: 'skipped', errorCode: 'plan_timeout' }],
    })
    const patient = await createWorld({ describeTool })
    const controller = new AbortController()
    const aborted = patient.executor.execute(planOf(['ok.sh']), { signal: controller.signal })
    const closed = patient.executor.execute(planOf(['ok.sh']))
    controller.abort()
    expect(await aborted).toMatchObject({ failureReason: 'cancelled', toolResults: [{ state: 'skipped' }] })
    await patient.executor.close({ force: true })
    expect(await closed).toMatchObject({ failureReason: 'cancelled', toolResults: [{ state: 'skipped' }] })
  })

  it('does not wait for a retry after a stop', async () => {
    const { executor } = await createWorld()
    const controller = new AbortController()
    const result = await executor.execute(planOf([toolOf('fail.sh', { retryPolicy: again })]), {
      signal: controller.signal,
      onEvent: (event) => void (event.type === 'tool_retry' && controller.abort()),
    })
    expect(result.failureReason).toBe('cancelled')
    expect(result.toolResults[0]).toMatchObject({
      state: 'failed',
      errorCode: 'cancelled',
      error: expect.stringContaining('no luck'),
    })
  })

  it('leaves no process, whenever it is aborted', async () => {
    const { executor } = await createWorld({ maxConcurrency: 3, killGraceMs: 100 })
    const tools = ['ok.sh', 'grandchildren.sh', 'ignores-sigterm.sh', 'patch.mjs', 'fail.sh'].map((fixture, at) =>
      toolOf(fixture, { toolId: `t${at}`, async: true, retryPolicy: { maxRetries: 3, backoffMs: 5 }, required: false }),
    )
    const controllers = Array.from({ length: 24 }, () => new AbortController())
    const results = controllers.map((controller) =>
      executor.execute(planOf(tools, { parallel: true }), { signal: controller.signal }),
    )
    for (const controller of controllers) {
      await setTimeout(7)
      controller.abort()
    }
    for (const result of await Promise.all(results)) {
      expect(matches(ExecutionResult, result)).toBe(true)
      expect(result.failureReason).toBe('cancelled')
    }
    expect(listLeftProcesses()).toEqual([])
  })
})

describe('timeouts', () => {
  it('FR-017, FR-051: terminates an attempt at its time limit and retries it', async () => {
    const { executor } = await createWorld({ toolTimeoutMs: 200 })
    const plan = planOf([toolOf('sleep.sh', { retryPolicy: { maxRetries: 1, backoffMs: 1 } })])
    const result = await executor.execute(plan)
    expect(result).toMatchObject({ success: false, failureReason: 'timeout', failedTools: ['sleep'], canReplan: true })
    expect(result.toolResults[0]).toMatchObject({ state: 'timeout', retryCount: 1, errorCode: 'timeout' })
    expect(result.toolResults[0]?.attempts).toMatchObject([{ exitSignal: 'SIGTERM' }, { exitSignal: 'SIGTERM' }])
  })

  it('FR-017, 002 Edge 8: the time limit of an attempt defaults to 30 s, and other tools run afterwards', async () => {
    const { executor, cancelled, hasStarted, pass } = createTimeless()
    const running = executor.execute(planOf(['sleepy.sh', 'ok.sh']))
    await hasStarted()
    pass(29_999)
    expect(cancelled).toEqual([])
    pass(1)
    expect(cancelled).toEqual(['terminate at 30000'])
    const { toolResults } = await running
    expect(toolResults.map(({ state, errorCode }) => [state, errorCode])).toEqual([
      ['timeout', 'timeout'],
      ['completed', undefined],
    ])
  })

  it('FR-018: the time limit of a plan defaults to 60 s', async () => {
    const { executor, cancelled, hasStarted, pass } = createTimeless()
    const limits = { describeTool: () => ({ timeoutMs: 100_000 }) }
    const running = executor.execute(planOf(['sleepy.sh', 'ok.sh']), limits)
    await hasStarted()
    pass(59_999)
    expect(cancelled).toEqual([])
    pass(1)
    expect(await running).toMatchObject({ failureReason: 'timeout', toolResults: [{}, { state: 'skipped' }] })
  })

  it('FR-017: invalid output after the time limit does not change the failure', async () => {
    const { executor, folder } = await createWorld({ toolTimeoutMs: 400 })
    const words = `trap 'echo farewell; exit 0' TERM\nwhile :; do sleep 0.05; done\n`
    const toolPath = await writeTool(folder, 'farewell.sh', `#!/bin/sh\n${words}`)
    const result = await executor.execute(planOf([{ toolId: 'a', toolPath, retryPolicy: { maxRetries: 0 } }]))
    expect(result.toolResults[0]).toMatchObject({ state: 'timeout', errorCode: 'timeout' })
  })

  it('FR-017: a failure before the time limit stands if the tool ends later', async () => {
    const runner = {
      start(): RunningAttempt {
        const failure = { errorCode: 'invalid_json', error: 'line 1 is not JSON' }
        let end: (outcome: AttemptOutcome) => void
        const outcome = new Promise<AttemptOutcome>((resolve) => (end = resolve))
        return { outcome, cancel: () => end({ failure, failedFirst: true }) }
      },
    }
    const executor = new Executor({ runner, toolTimeoutMs: 20 })
    const result = await executor.execute(planOf([toolOf('ok.sh')]))
    expect(result.toolResults[0]).toMatchObject({ state: 'failed', errorCode: 'invalid_json' })
  })

  it('FR-017: the description of a tool sets its time limit', async () => {
    const { executor } = await createWorld({ describeTool: () => ({ timeoutMs: 150 }) })
    expect((await executor.execute(planOf(['sleep.sh']))).toolResults[0]).toMatchObject({ state: 'timeout' })
  })

  it('FR-018, FR-027: at its time limit a plan terminates running tools and skips the others', async () => {
    const { executor } = await createWorld({ planTimeoutMs: 400 })
    const plan = planOf(['ok.sh', toolOf('sleep.sh', { retryPolicy: again }), toolOf('ok.sh', { toolId: 'later' })])
    const result = await executor.execute(plan)
    expect(result).toMatchObject({ success: false, failureReason: 'timeout', failedTools: ['sleep'], canReplan: true })
    expect(result.toolResults.map(({ state }) => state)).toEqual(['completed', 'timeout', 'skipped'])
    expect(result.toolResults[1]?.attempts).toHaveLength(1)
    expect(result.state).toEqual({ ok: true })
  })

  it('FR-017: backpressure does not count towards the time limit of an attempt', async () => {
    const { executor } = await createWorld({ toolTimeoutMs: 700 })
    const result = await executor.execute(
      planOf([toolOf('patch.mjs', { input: { patches: [{ a: 1 }], delayMs: 50 } })]),
      {
        onEvent: (event) => (isPatch(event) ? setTimeout(800) : undefined),
      },
    )
    expect(result.success).toBe(true)
  })

  it('FR-017: a synchronous consumer does not count towards the time limit of an attempt', async () => {
    const { executor } = await createWorld({ toolTimeoutMs: 600 })
    const result = await executor.execute(planOf([toolOf('many-events.mjs', { input: { count: 20 } })]), {
      onEvent(event) {
        if (event.type === 'tool_event') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50)
      },
    })
    expect(result.success).toBe(true)
  })
})

describe('closing', () => {
  it('waits for running tools and starts no others', async () => {
    const { executor } = await createWorld()
    const plan = planOf([toolOf('patch.mjs', { input: { delayMs: 300, patches: [{ a: 1 }] } }), 'ok.sh'])
    const { promise: started, resolve: onStart } = Promise.withResolvers<void>()
    const running = executor.execute(plan, { onEvent: ({ type }) => void (type === 'tool_started' && onStart()) })
    await started
    await executor.close()
    const result = await running
    expect(result.toolResults.map(({ state }) => state)).toEqual(['completed', 'skipped'])
    expect(result).toMatchObject({ state: { a: 1 }, failureReason: 'cancelled' })
    await expect(executor.execute(plan)).rejects.toThrow(ExecutorClosedError)
  })

  it('002 Edge 9: waits, then terminates, then kills running tools within 5 s', async () => {
    const { executor, cancelled, hasStarted, pass } = createTimeless()
    const running = executor.execute(planOf(['stubborn.sh', 'ok.sh']))
    await hasStarted()
    const stopped = executor.close()
    pass(2_749)
    expect(cancelled).toEqual([])
    pass(1)
    expect(cancelled).toEqual(['terminate at 2750'])
    pass(999)
    expect(cancelled).toEqual(['terminate at 2750'])
    pass(1)
    await stopped
    expect(cancelled).toEqual(['terminate at 2750', 'kill at 3750'])
    expect(await running).toMatchObject({ failureReason: 'cancelled', toolResults: [{}, { state: 'skipped' }] })
  })

  it('close({ force: true }) kills at once', async () => {
    const { executor } = await createWorld({ killGraceMs: 60_000 })
    const { promise: ready, resolve: onReady } = Promise.withResolvers<void>()
    const onEvent = ({ type }: ExecutionEvent) => void (type === 'tool_event' && onReady())
    const running = executor.execute(planOf(['ignores-sigterm.sh']), { onEvent })
    await ready
    const startedAt = Date.now()
    await executor.close({ force: true })
    expect(Date.now() - startedAt).toBeLessThan(20_000)
    expect(listLeftProcesses()).toEqual([])
    expect((await running).toolResults[0]?.attempts[0]).toMatchObject({ exitSignal: 'SIGKILL' })
  })

  it('tools end when their host exits', async () => {
    const folder = await createFolder()
    const { spawnSync } = await import('node:child_process')
    const host = `
      import { Executor } from ${JSON.stringify(new URL('../../src/index.ts', import.meta.url).href)}
      const plan = { requestId: crypto.randomUUID(), tools: [{ toolId: 'a', toolPath: 'tools/sleep.sh' }] }
      void new Executor().execute(plan, { onEvent(event) { if (event.type === 'tool_event') process.exit(7) } })`
    const { status, pid } = spawnSync(process.execPath, ['--input-type=module', '-e', host], { cwd: folder })
    expect(status).toBe(7)
    await expect.poll(() => listLeftProcesses(pid)).toEqual([])
  })

  it('an idle executor closes immediately', async () => {
    const executor = new Executor()
    await executor.close()
    await executor.close({ force: true })
    await executor[Symbol.asyncDispose]()
  })
})
