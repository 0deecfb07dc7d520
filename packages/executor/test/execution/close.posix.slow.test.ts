import { setTimeout } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createWorld, listLeftProcesses, planOf } from '../world.ts'

it.each([
  ['a tool that ignores SIGTERM', {}],
  ['a consumer that never settles', { onEvent: () => new Promise<void>(() => {}) }],
])('002 Edge 9: ends everything within its time limit: %s', { retry: 2 }, async (_, options) => {
  const { executor } = await createWorld({ shutdownTimeoutMs: 5_000 })
  const running = executor.execute(planOf(['ignores-sigterm.sh']), options)
  await setTimeout(200)
  const startedAt = Date.now()
  await executor.close()
  expect(Date.now() - startedAt).toBeLessThanOrEqual(5_000)
  expect(listLeftProcesses()).toEqual([])
  expect(await running).toMatchObject({ failureReason: 'cancelled' })
})
