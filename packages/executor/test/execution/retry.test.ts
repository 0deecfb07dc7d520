import { describe, expect, it } from 'vitest'
import type { ExecutorOptions } from '../../src/index.ts'
import { systemClock } from '../../src/clock.ts'
import { createWorld, planOf, readJournal, toolOf } from '../world.ts'
import { VirtualClock } from '../schedule/virtual-time.ts'
import { Executor } from '../../src/index.ts'

/** The delays between the attempts of a tool that always fails. */
async function waitsOf(retryPolicy: object, options: ExecutorOptions = {}): Promise<number[]> {
  const clock = new VirtualClock()
  const starts: number[] = []
  const failure = { errorCode: 'tool_failed', error: 'no' }
  const runner = {
    start() {
      starts.push(clock.now())
      return { outcome: Promise.resolve({ failure }), cancel() {} }
    },
  }
  const executor = new Executor({
    cwd: '/',
    roots: ['/'],
    runner,
    clock,
    planTimeoutMs: 1e9,
    random: () => 0,
    ...options,
  })
  await clock.run(executor.execute(planOf([{ toolId: 'a', toolPath: '/a', retryPolicy }])))
  return starts.slice(1).map((at, before) => at - starts[before]!)
}

describe('a refusal', () => {
  it('001 §4.2: completes the tool without a retry, and its dependents receive its outcome', async () => {
    const { executor } = await createWorld()
    const plan = planOf([
      toolOf('refuse.sh', { toolId: 'door' }),
      toolOf('fail.sh', { toolId: 'lamp', required: false, retryPolicy: { maxRetries: 0 } }),
      toolOf('request.mjs', { toolId: 'next', dependencies: ['lamp', 'door'] }),
    ])
    const { success, toolResults } = await executor.execute(plan)
    expect(success).toBe(true)
    expect(toolResults[0]).toMatchObject({ state: 'completed', refused: true, retryCount: 0 })
    const notice = toolResults[2]!.events.find((event) => event.type === 'ui_event')
    expect(notice).toMatchObject({
      payload: {
        request: {
          outcomes: {
            door: { state: 'completed', refused: true, summary: 'The door is locked.' },
            lamp: { state: 'failed', error: expect.any(String) },
          },
        },
      },
    })
  })
})

describe('retries', () => {
  it('FR-015: waits backoffMs × 2^(k-1) before retry k', async () => {
    expect(await waitsOf({ maxRetries: 5, backoffMs: 100 })).toEqual([100, 200, 400, 800, 1600])
  })

  it('001 §13.3: defaults to three retries, starting at 100 ms', async () => {
    expect(await waitsOf({})).toEqual([100, 200, 400])
    expect(await waitsOf({ maxRetries: 0 })).toEqual([])
    expect(await waitsOf({ maxRetries: 2, backoffMs: 0 })).toEqual([0, 0])
  })

  it('FR-015: no delay is longer than 30 s including jitter', async () => {
    const waits = await waitsOf({ maxRetries: 10, backoffMs: 1_000 }, { random: () => 0.999 })
    expect(waits.slice(-4)).toEqual([30_000, 30_000, 30_000, 30_000])
    expect(await waitsOf({ maxRetries: 1, backoffMs: 90_000 })).toEqual([30_000])
  })

  it('FR-015: jitter never shortens a delay', async () => {
    const draws = [0.9, 0.1, 0.5]
    const waits = await waitsOf({ backoffMs: 100 }, { random: () => draws.pop()! })
    expect(waits[0]).toBe(112.5)
    expect(waits.every((wait, at) => wait >= 100 * 2 ** at && wait <= 125 * 2 ** at)).toBe(true)
  })

  it('FR-016: each attempt has its number and the same idempotencyKey', async () => {
    const { executor, folder } = await createWorld()
    const retryPolicy = { maxRetries: 3, backoffMs: 1 }
    const plan = planOf([toolOf('flaky.mjs', { input: { succeedAt: 3 }, retryPolicy })])
    const result = await executor.execute(plan)
    const journal = (await readJournal(folder)).map((line) => line.split(' '))
    expect(journal.map(([attempt]) => attempt)).toEqual(['1', '2', '3'])
    expect(new Set(journal.map(([, key]) => key)).size).toBe(1)
    expect(result.toolResults[0]).toMatchObject({
      state: 'completed',
      retryCount: 2,
      attempts: [{ ok: false }, { ok: false }, { ok: true }],
    })
    await executor.execute(planOf([toolOf('flaky.mjs', { input: { succeedAt: 1 } })]), { idempotencyKey: () => 'mine' })
    expect((await readJournal(folder)).at(-1)).toBe('1 mine')
  })

  it('an error with retryable: false is not retried', async () => {
    const { executor } = await createWorld()
    const tried = async (retryable: boolean) => {
      const input = { succeedAt: 9, retryable }
      const result = await executor.execute(
        planOf([toolOf('flaky.mjs', { input, retryPolicy: { maxRetries: 2, backoffMs: 1 } })]),
      )
      return result.toolResults[0]!
    }
    const final = await tried(false)
    expect(final).toMatchObject({ retryCount: 0, attempts: [{ retryable: false }] })
    expect(final.error).toContain('FLAKY: attempt 1 failed')
    expect(await tried(true)).toMatchObject({ retryCount: 2 })
  })
})

describe('the system clock', () => {
  it('never decreases, and cancels timers', async () => {
    const first = systemClock.now()
    let called = false
    systemClock.after(1, () => (called = true))()
    await new Promise<void>((resolve) => systemClock.after(20, resolve))
    expect(called).toBe(false)
    expect(systemClock.now() - first).toBeGreaterThanOrEqual(19)
    expect(Math.abs(first - Date.now())).toBeLessThan(60_000)
  })
})
