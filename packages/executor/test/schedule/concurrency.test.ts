import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { Executor, type Attempt, type RunningAttempt } from '../../src/index.ts'
import { planOf } from '../world.ts'

/** A runner whose tools end in the next turn of the event loop, and a record of their order. */
function createCounter() {
  const order: unknown[] = []
  let running = 0
  let most = 0
  const work = async (attempt: Attempt) => {
    most = Math.max(most, (running += 1))
    order.push(attempt.request.input.name)
    await setImmediate()
    running -= 1
    attempt.onEvent({ version: '0', type: 'done', ok: true })
    return {}
  }
  const runner = { start: (attempt: Attempt): RunningAttempt => ({ outcome: work(attempt), cancel() {} }) }
  return { runner, order, most: () => most }
}

function tool(name: string, dependencies: string[] = []) {
  return { toolId: name, toolPath: 'tool', async: true, dependencies, input: { name } }
}

const names = (prefix: string, count: number) => Array.from({ length: count }, (_, at) => `${prefix}${at}`)

it('001 §13.4.3: runs exactly maxConcurrency tools at the same time', async () => {
  const { runner, most } = createCounter()
  const executor = new Executor({ runner, maxConcurrency: 3 })
  const result = await executor.execute(
    planOf(
      names('t', 20).map((name) => tool(name)),
      { parallel: true },
    ),
  )
  expect(result.success).toBe(true)
  expect(most()).toBe(3)
})

it('001 §13.4.3: several plans of one executor share its slots', async () => {
  const { runner, most } = createCounter()
  const executor = new Executor({ runner, maxConcurrency: 2 })
  const plans = ['a', 'b', 'c'].map((prefix) =>
    planOf(
      names(prefix, 10).map((name) => tool(name)),
      { parallel: true },
    ),
  )
  const results = await Promise.all(plans.map((plan) => executor.execute(plan)))
  expect(results.map((result) => result.success)).toEqual([true, true, true])
  expect(most()).toBe(2)
})

it('a waiting plan gets a slot before a long plan has ended', async () => {
  const { runner, order } = createCounter()
  const executor = new Executor({ runner, maxConcurrency: 1 })
  const chain = names('long', 50).map((name, at, all) => tool(name, at === 0 ? [] : [all[at - 1]!]))
  const long = executor.execute(planOf(chain, { parallel: true }))
  await setImmediate()
  const short = executor.execute(planOf([tool('short')], { parallel: true }))
  await Promise.all([long, short])
  expect(order.indexOf('short')).toBeLessThan(5)
  expect(order).toHaveLength(51)
})

it('releases its slot when a tool fails or the runner throws', async () => {
  const failing = {
    start(attempt: Attempt): RunningAttempt {
      if (attempt.request.input.name === 'throws') throw new Error('the runner is broken')
      return { outcome: Promise.resolve({ failure: { errorCode: 'exit_code', error: 'it failed' } }), cancel() {} }
    },
  }
  const executor = new Executor({ runner: failing, maxConcurrency: 1 })
  await expect(executor.execute(planOf([tool('throws')]))).rejects.toThrow('the runner is broken')
  const plan = planOf([{ ...tool('fails'), retryPolicy: { maxRetries: 2, backoffMs: 1 } }])
  expect((await executor.execute(plan)).toolResults[0]).toMatchObject({ state: 'failed', retryCount: 2 })
  expect((await executor.execute(plan)).toolResults[0]).toMatchObject({ state: 'failed', retryCount: 2 })
})
