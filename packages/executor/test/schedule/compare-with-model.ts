import { randomUUID } from 'node:crypto'
import type { JsonObject, Plan } from '@narratoria/protocol'
import fc from 'fast-check'
import { expect } from 'vitest'
import { Executor, type Attempt } from '../../src/index.ts'
import { type ModelPlan, type ModelTool, predict, predictSeen } from './reference-model.ts'
import { createVirtualRunner, VirtualClock } from './virtual-time.ts'

function createRandom(seed: number): (below: number) => number {
  let state = seed >>> 0
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

function createPatch(random: (below: number) => number): JsonObject {
  const leaf = () => [null, random(100), [random(3)], { deep: random(10) }][random(4)]!
  const keys = ['a', 'b', 'c', 'd']
  return { [keys[random(4)]!]: leaf(), [keys[random(4)]!]: { [keys[random(4)]!]: leaf(), [keys[random(4)]!]: leaf() } }
}

/** Returns the random plan of a seed. Times are drawn so widely that no two events coincide. */
function createModelPlan(seed: number, size: number): ModelPlan {
  const random = createRandom(seed)
  const chance = (percent: number) => random(100) < percent
  const [density, failures, asyncs] = [1 + random(4), random(60), random(101)]
  const ids = Array.from({ length: size }, (_, at) => `t${at}`)
  // Dependencies follow a random order, so that it differs from the positions.
  const order = ids.map((id) => ({ id, key: random(1e9) })).sort((a, b) => a.key - b.key)
  const rank = new Map(order.map(({ id }, at) => [id, at]))
  const tools = ids.map((toolId): ModelTool => {
    const earlier = order.slice(0, rank.get(toolId))
    const picks = earlier.length === 0 ? 0 : random(density + 1)
    const maxRetries = random(4)
    return {
      toolId,
      dependencies: [...new Set(Array.from({ length: picks }, () => earlier[random(earlier.length)]!.id))],
      required: chance(50),
      async: chance(asyncs),
      maxRetries,
      backoffMs: random(20_000),
      timeoutMs: 500_000 + random(1_000_000),
      attempts: Array.from({ length: maxRetries + 1 }, () => ({
        durationMs: 1 + random(700_000) + random(1_000) / 1_024,
        ok: !chance(failures),
        ...(chance(20) && { retryable: chance(50) }),
        patches: Array.from({ length: random(3) }, () => createPatch(random)),
      })),
    }
  })
  const planTimeoutMs = chance(25) ? 1 + random(3_000_000) : 1e12
  return { parallel: chance(75), maxConcurrency: 1 + random(8), planTimeoutMs, tools }
}

async function execute(model: ModelPlan) {
  const clock = new VirtualClock()
  const starts: string[] = []
  const seen: Record<string, JsonObject> = {}
  const byId = new Map(model.tools.map((tool) => [tool.toolId, tool]))
  const runner = createVirtualRunner(clock, (run: Attempt) => {
    const { idempotencyKey: toolId, attempt, state } = run.request
    starts.push(`${toolId}#${attempt}@${clock.now()}`)
    seen[toolId] = state
    const { durationMs, ok, retryable, patches } = byId.get(toolId)!.attempts[attempt - 1]!
    for (const patch of patches) run.onEvent({ version: '0', type: 'state_patch', patch })
    // A timed-out attempt does not emit its last event.
    if (retryable !== undefined && durationMs <= byId.get(toolId)!.timeoutMs) {
      run.onEvent({ version: '0', type: 'error', errorCode: 'X', errorMessage: 'x', details: { retryable } })
    }
    return { afterMs: durationMs, outcome: ok ? {} : { failure: { errorCode: 'tool_failed', error: 'no' } } }
  })
  const { maxConcurrency, planTimeoutMs } = model
  const executor = new Executor({
    runner,
    clock,
    random: () => 0,
    maxConcurrency,
    planTimeoutMs,
    cwd: '/',
    roots: ['/'],
  })
  const plan: Plan = {
    requestId: randomUUID(),
    parallel: model.parallel,
    tools: model.tools.map(({ toolId, dependencies, required, async, maxRetries, backoffMs }) => ({
      toolId,
      toolPath: `/tool/${toolId}`,
      dependencies,
      required,
      async,
      retryPolicy: { maxRetries, backoffMs },
    })),
  }
  const describeTool = (path: string) => ({ timeoutMs: byId.get(path.slice('/tool/'.length))!.timeoutMs })
  const idempotencyKey = ({ toolId }: { toolId: string }) => toolId
  const result = await clock.run(executor.execute(plan, { describeTool, idempotencyKey }))
  return { result, starts: starts.sort(), seen, timersLeft: clock.pending }
}

/** The result of a random plan and the prediction of the model. */
async function runBoth(seed: number, size: number): Promise<{ actual: object; predicted: object }> {
  const model = createModelPlan(seed, size)
  const { states, attempts, ...predicted } = predict(model)
  const { result, starts, seen, timersLeft } = await execute(model)
  const { state, success, failureReason, failedTools, toolResults } = result
  const ids = model.tools.map(({ toolId }) => toolId)
  return {
    actual: {
      state,
      success,
      failureReason,
      failedTools,
      starts,
      seen,
      timersLeft,
      tools: toolResults.map((tool) => [tool.toolId, tool.state, tool.attempts.length, tool.retryCount]),
    },
    predicted: {
      ...predicted,
      failedTools: ids.filter((id) => states[id] === 'failed' || states[id] === 'timeout'),
      seen: Object.fromEntries(Object.keys(seen).map((id) => [id, predictSeen(model, { states, attempts }, id)])),
      timersLeft: 0,
      tools: ids.map((id) => [id, states[id], attempts[id], Math.max(0, attempts[id]! - 1)]),
    },
  }
}

/** Compares the executor with the reference model on `numRuns` random plans with `min` to `max` tools. */
export async function compareWithModel({ numRuns, min, max }: { numRuns: number; min: number; max: number }) {
  const plans = fc.record({ seed: fc.integer({ min: 0 }), size: fc.integer({ min, max }) })
  const agrees = fc.asyncProperty(plans, async ({ seed, size }) => {
    const { actual, predicted } = await runBoth(seed, size)
    expect(actual).toEqual(predicted)
  })
  await fc.assert(agrees, { numRuns, seed: min })
}
