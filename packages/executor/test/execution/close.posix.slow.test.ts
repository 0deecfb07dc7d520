import { expect, it } from 'vitest'
import { createWorld, listLeftProcesses, planOf } from '../world.ts'

it.each([
  ['a tool that ignores SIGTERM', () => {}],
  ['a consumer that never settles', () => new Promise<void>(() => {})],
])('002 Edge 9: ends everything within its time limit: %s', { retry: 2 }, async (_, consume) => {
  const { executor } = await createWorld({ shutdownTimeoutMs: 5_000 })
  const { promise: started, resolve: onStart } = Promise.withResolvers<void>()
  const running = executor.execute(planOf(['ignores-sigterm.sh']), {
    onEvent(event) {
      if (event.type === 'tool_event') onStart()
      return event.type === 'tool_event' ? consume() : undefined
    },
  })
  await started
  const startedAt = Date.now()
  await executor.close()
  expect(Date.now() - startedAt).toBeLessThanOrEqual(4 * 5_000)
  expect(listLeftProcesses()).toEqual([])
  expect(await running).toMatchObject({ failureReason: 'cancelled' })
})
