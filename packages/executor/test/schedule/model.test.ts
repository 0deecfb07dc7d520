import { randomUUID } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { expect, it } from 'vitest'
import { Executor } from '../../src/index.ts'
import { compareWithModel } from './compare-with-model.ts'

it('FR-011…FR-022: agrees with a reference model on random plans', async () => {
  await compareWithModel({ numRuns: 200, min: 1, max: 24 })
  await compareWithModel({ numRuns: 8, min: 25, max: 200 })
})

it('runs a chain of 100,000 tools without a deep stack in linear time', async () => {
  const runner = { start: () => ({ outcome: Promise.resolve({}), cancel() {} }) }
  const executor = new Executor({ runner, cwd: '/', roots: ['/'], maxTools: 100_000 })
  const timeOf = async (length: number) => {
    const tools = Array.from({ length }, (_, at) => ({
      toolId: `t${at}`,
      toolPath: '/tool',
      async: true,
      dependencies: at === 0 ? [] : [`t${at - 1}`],
    }))
    const startedAt = performance.now()
    const result = await executor.execute({ requestId: randomUUID(), parallel: true, tools })
    expect(result.success).toBe(true)
    return performance.now() - startedAt
  }
  await timeOf(10_000)
  const [half, whole] = [await timeOf(50_000), await timeOf(100_000)]
  expect(whole / half).toBeLessThan(6)
})
