import type { ProtocolEvent, ToolRequest } from '@narratoria/protocol'
import { describe, expect, it } from 'vitest'
import type { AttemptOutcome, Attempt, ToolRunner } from '../../src/index.ts'

/** What the tools of a runner under test do. */
export type Behaviour = 'echo' | 'fail' | 'hang' | 'stubborn' | 'many' | 'missing'

/** A runner under test and its tools. */
export interface RunnerUnderTest {
  runner: ToolRunner
  cwd: string
  toolPath: (behaviour: Behaviour) => string
  /** Prewarms a tool. */
  prepare?: (toolPath: string) => Promise<void>
}

interface Ended {
  outcome: AttemptOutcome
  events: ProtocolEvent[]
}

/** Tests the contract of {@link ToolRunner}. `create` cleans up by itself. */
export function describeToolRunner(name: string, create: () => Promise<RunnerUnderTest>): void {
  async function start(behaviour: Behaviour, parts: Partial<Attempt> = {}) {
    const { runner, cwd, toolPath, prepare } = await create()
    const path = toolPath(behaviour)
    await prepare?.(path)
    const events: ProtocolEvent[] = []
    let heard = () => {}
    const firstEvent = new Promise<void>((resolve) => (heard = resolve))
    const onEvent = (event: ProtocolEvent) => {
      events.push(event)
      heard()
    }
    const run = runner.start({
      toolPath: path,
      cwd,
      prewarm: true,
      request: requestOf({}),
      onEvent,
      backpressure: () => undefined,
      ...parts,
    })
    return { run, events, firstEvent, runner }
  }
  async function finish(behaviour: Behaviour, parts: Partial<Attempt> = {}): Promise<Ended> {
    const { run, events } = await start(behaviour, parts)
    return { outcome: await run.outcome, events }
  }

  describe(`${name}: the contract of tool runners`, () => {
    it('emits events in order up to done and succeeds', async () => {
      const { outcome, events } = await finish('echo', { request: requestOf({ say: 'hé\u2028' }) })
      expect(outcome.failure).toBeUndefined()
      expect(outcome.done).toMatchObject({ type: 'done', ok: true })
      expect(events.map(({ type }) => type)).toEqual(['state_patch', 'done'])
      expect(events[0]).toMatchObject({ patch: { echoed: { say: 'hé\u2028' } } })
    })

    it('returns a reported failure as an outcome', async () => {
      const { outcome } = await finish('fail')
      expect(outcome).toMatchObject({ done: { ok: false }, failure: { errorCode: 'tool_failed' } })
    })

    it('returns a missing tool as an outcome', async () => {
      const { outcome, events } = await finish('missing')
      expect(outcome).toMatchObject({ failure: { errorCode: 'tool_not_found', retryable: false } })
      expect(events).toEqual([])
    })

    it('accepts a megabyte of input', async () => {
      const { events } = await finish('echo', { request: requestOf({ say: 'x'.repeat(1_000_000) }) })
      expect(JSON.stringify(events[0]).length).toBeGreaterThan(1_000_000)
    })

    it('terminates a tool', async () => {
      const { run, firstEvent } = await start('hang')
      await firstEvent
      run.cancel('terminate')
      run.cancel('terminate')
      expect((await run.outcome).failure).toBeDefined()
      run.cancel('kill')
    })

    it('kills a tool that ignores termination', async () => {
      const asked = await start('stubborn')
      await asked.firstEvent
      asked.run.cancel('terminate')
      expect((await asked.run.outcome).failure).toBeDefined()
      const killed = await start('stubborn')
      killed.run.cancel('kill')
      expect((await killed.run.outcome).failure).toBeDefined()
    })

    it('can be cancelled before the first event', async () => {
      const { run } = await start('hang')
      run.cancel('terminate')
      expect((await run.outcome).failure).toBeDefined()
    })

    it('reads no further during backpressure', async () => {
      let free = () => {}
      let hold: Promise<void> | undefined = new Promise((resolve) => {
        free = () => {
          hold = undefined
          resolve()
        }
      })
      const events: ProtocolEvent[] = []
      const { run } = await start('many', { onEvent: (event) => events.push(event), backpressure: () => hold })
      await expect.poll(() => events.length).toBeGreaterThan(0)
      // Another attempt runs to its end meanwhile.
      await finish('many')
      expect(events.length).toBeLessThan(10_000)
      free()
      expect((await run.outcome).failure).toBeUndefined()
      expect(events).toHaveLength(20_001)
    })

    it('runs many attempts concurrently', async () => {
      const ended = await Promise.all(
        Array.from({ length: 12 }, (_, at) => finish('echo', { request: requestOf({ say: at }) })),
      )
      expect(ended.map(({ events }) => events[0])).toMatchObject(
        Array.from({ length: 12 }, (_, at) => ({ patch: { echoed: { say: at } } })),
      )
    })
  })
}

function requestOf(input: ToolRequest['input']): ToolRequest {
  const ids = { requestId: '00000000-0000-4000-8000-000000000000', idempotencyKey: 'key', attempt: 1 }
  return { version: '0', tool: 't', operation: 'invoke', input, dependencies: {}, state: {}, ...ids }
}
