import assert from 'node:assert/strict'
import { setImmediate } from 'node:timers/promises'
import type { ProtocolEvent, ToolRequest } from '@narratoria/protocol'
import type { Attempt, AttemptOutcome, RunningAttempt, ToolRunner } from '../runner/tool-runner.ts'

/**
 * What a tool of the contract does:
 *
 * | behaviour  | events                                                                         |
 * | ---------- | ------------------------------------------------------------------------------ |
 * | `echo`     | `state_patch` with the input as `echoed`, then `done`                          |
 * | `fail`     | `done` with `ok: false`                                                        |
 * | `hang`     | one `log`; it ends only when it is cancelled                                   |
 * | `stubborn` | one `log`; it ignores termination                                              |
 * | `many`     | 20,000 `log` events, then `done`; it waits while the host reads none           |
 * | `missing`  | none: there is no such tool                                                    |
 */
export type ToolBehaviour = 'echo' | 'fail' | 'hang' | 'stubborn' | 'many' | 'missing'

/** A runner under test and its tools. */
export interface RunnerUnderTest {
  runner: ToolRunner
  /** The working directory of the tools. Defaults to that of the process. */
  cwd?: string
  /** Returns the path of the tool that behaves so. */
  toolPath: (behaviour: ToolBehaviour) => string
  /** Called with the path of a tool before it is started, for example to prewarm it. Defaults to nothing. */
  prepare?: (toolPath: string) => Promise<void>
}

/** Creates the runner under test. Called for each start of a tool. */
export type CreateRunner = () => RunnerUnderTest | Promise<RunnerUnderTest>

/** One case of the contract. `run` rejects with an assertion error if the runner violates it. */
export interface RunnerContractCase {
  name: string
  run: () => Promise<void>
}

/**
 * Returns the cases that every `ToolRunner` passes. Run each as a test of your test framework.
 *
 * @example
 * ```ts
 * import { test } from 'node:test'
 * import { ProcessRunner } from '@narratoria/executor'
 * import { runnerContract } from '@narratoria/executor/testing'
 *
 * const cases = runnerContract(() => ({ runner: new ProcessRunner(), toolPath: (behaviour) => `/tools/${behaviour}` }))
 * const register = () => cases.forEach(({ name, run }) => test(name, run))
 * if (cases.length === 0 || register.length > 0) throw new Error('The contract has no cases.')
 * ```
 */
export function runnerContract(create: CreateRunner): RunnerContractCase[] {
  const starts = new Starts(create)
  return Object.entries(cases).map(([name, check]) => ({ name, run: () => check(starts) }))
}

interface Started {
  run: RunningAttempt
  events: ProtocolEvent[]
  firstEvent: Promise<void>
}

class Starts {
  readonly #create: CreateRunner

  constructor(create: CreateRunner) {
    this.#create = create
  }

  async start(behaviour: ToolBehaviour, parts: Partial<Attempt> = {}): Promise<Started> {
    const { runner, cwd = process.cwd(), toolPath, prepare } = await this.#create()
    const path = toolPath(behaviour)
    await prepare?.(path)
    const events: ProtocolEvent[] = []
    const first = Promise.withResolvers<void>()
    const run = runner.start({
      toolPath: path,
      cwd,
      prewarm: true,
      request: requestOf({}),
      backpressure: () => undefined,
      ...parts,
      onEvent(event) {
        events.push(event)
        first.resolve()
      },
    })
    return { run, events, firstEvent: first.promise }
  }

  async finish(behaviour: ToolBehaviour, parts?: Partial<Attempt>) {
    const { run, events } = await this.start(behaviour, parts)
    return { outcome: await run.outcome, events }
  }
}

const cases: Record<string, (starts: Starts) => Promise<void>> = {
  async 'emits events in order up to done and succeeds'(starts) {
    const { outcome, events } = await starts.finish('echo', { request: requestOf({ say: 'hé\u2028' }) })
    assert.equal(outcome.failure, undefined)
    assert.equal(outcome.done?.ok, true)
    assert.deepEqual(echoed(events), { say: 'hé\u2028' })
    assert.deepEqual(
      events.map(({ type }) => type),
      ['state_patch', 'done'],
    )
  },
  async 'returns a reported failure as an outcome'(starts) {
    const { outcome } = await starts.finish('fail')
    assert.deepEqual([outcome.done?.ok, outcome.failure?.errorCode], [false, 'tool_failed'])
  },
  async 'returns a missing tool as an outcome'(starts) {
    const { outcome, events } = await starts.finish('missing')
    assert.deepEqual([outcome.failure?.errorCode, outcome.failure?.retryable], ['tool_not_found', false])
    assert.deepEqual(events, [])
  },
  async 'accepts a megabyte of input'(starts) {
    const say = 'x'.repeat(1_000_000)
    const { events } = await starts.finish('echo', { request: requestOf({ say }) })
    assert.deepEqual(echoed(events), { say })
  },
  async 'terminates a tool'(starts) {
    const { run, firstEvent } = await starts.start('hang')
    await firstEvent
    run.cancel('terminate')
    run.cancel('terminate')
    assertFailed(await run.outcome)
    run.cancel('kill')
  },
  async 'kills a tool that ignores termination'(starts) {
    const asked = await starts.start('stubborn')
    await asked.firstEvent
    asked.run.cancel('terminate')
    assertFailed(await asked.run.outcome)
    const killed = await starts.start('stubborn')
    killed.run.cancel('kill')
    assertFailed(await killed.run.outcome)
  },
  async 'can be cancelled before the first event'(starts) {
    const { run } = await starts.start('hang')
    run.cancel('terminate')
    assertFailed(await run.outcome)
  },
  async 'reads no further during backpressure'(starts) {
    const free = Promise.withResolvers<void>()
    let hold: Promise<void> | undefined = free.promise
    const { run, events, firstEvent } = await starts.start('many', { backpressure: () => hold })
    await firstEvent
    // Another attempt runs to its end meanwhile.
    await starts.finish('many')
    assert.ok(events.length < 10_000, `${events.length} events were read during backpressure`)
    hold = undefined
    free.resolve()
    assert.equal((await run.outcome).failure, undefined)
    assert.equal(events.length, 20_001)
  },
  async 'runs many attempts concurrently'(starts) {
    const inputs = Array.from({ length: 12 }, (_, say) => ({ say }))
    const ended = await Promise.all(inputs.map((input) => starts.finish('echo', { request: requestOf(input) })))
    await setImmediate()
    assert.deepEqual(
      ended.map(({ events }) => echoed(events)),
      inputs,
    )
  },
}

function assertFailed({ failure }: AttemptOutcome): void {
  assert.ok(failure, 'the outcome of a cancelled attempt must have a failure')
}

function echoed([first]: ProtocolEvent[]): unknown {
  return first?.type === 'state_patch' ? first.patch.echoed : undefined
}

function requestOf(input: ToolRequest['input']): ToolRequest {
  const ids = { requestId: '00000000-0000-4000-8000-000000000000', idempotencyKey: 'key', attempt: 1 }
  return { version: '0', tool: 't', operation: 'invoke', input, dependencies: {}, state: {}, ...ids }
}
