import { expect, it } from 'vitest'
import { createWorld, planOf, toolOf } from '../world.ts'

it('SC-005: at least 99 of 100 valid invocations succeed within their time limit', async () => {
  const { executor } = await createWorld({ maxConcurrency: 8, planTimeoutMs: 55_000 })
  const tools = Array.from({ length: 100 }, (_, index) =>
    toolOf('patch.mjs', { toolId: `tool-${index}`, async: true, retryPolicy: { maxRetries: 0 } }),
  )
  const { toolResults } = await executor.execute(planOf(tools, { parallel: true }))
  expect(toolResults.filter(({ state }) => state === 'completed').length).toBeGreaterThanOrEqual(99)
})
