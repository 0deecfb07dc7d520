import { expect, onTestFinished, test, vi } from 'vitest'
import type { Database } from '../../src/index.ts'
import { startSweeping } from '../../src/process/sweep.ts'

test('old rows are removed once a minute, old files once an hour, and an error ends nothing', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const errors: unknown[] = []
  const query = vi.fn<() => Promise<[]>>(async () => [])
  const clean = vi.fn<() => Promise<void>>(async () => {})
  clean.mockRejectedValueOnce(new Error('no folder'))
  const database = { query } as Partial<Database> as Database
  const stop = startSweeping({ database, exchange: { clean }, onError: (error) => errors.push(error) })
  await vi.advanceTimersByTimeAsync(3 * 60 * 60_000)
  expect(clean).toHaveBeenCalledTimes(3)
  expect(query).toHaveBeenCalledTimes(2 * 180)
  expect(errors).toEqual([new Error('no folder')])
  stop()
  await vi.advanceTimersByTimeAsync(2 * 60 * 60_000)
  expect(clean).toHaveBeenCalledTimes(3)
})
