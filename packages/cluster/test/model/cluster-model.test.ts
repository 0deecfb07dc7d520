import { expect, test } from 'vitest'
import { type ClusterSize, type ServiceTimes, simulate } from './cluster-model.ts'

const times: ServiceTimes = {
  hostMs: 1,
  workerMs: 1,
  databaseMs: 2,
  notifications: 2,
  notifyMs: 0.1,
  hops: 4,
  hopMs: 0.5,
}
const size: ClusterSize = { hosts: 1, workers: 1, slots: 4, clientsPerHost: 1, databaseCores: 8, toolMs: 10 }

test('one client gets one attempt after the other, each of the sum of its parts', () => {
  const { perSecond, medianMs } = simulate(times, size, 100)
  expect(medianMs).toBeCloseTo(1 + 1 + 2 + 0.2 + 2 + 10)
  expect(perSecond).toBeCloseTo(1_000 / 16.2, 0)
})

test('many clients are limited by the station that is busy first, as its service time says', () => {
  const many = { ...size, hosts: 20, workers: 20, clientsPerHost: 20, slots: 20, toolMs: 0 }
  expect(simulate({ ...times, databaseMs: 16 }, many)).toMatchObject({
    perSecond: expect.closeTo(500, -1),
    limit: { station: 'database' },
  })
  const locked = simulate({ ...times, notifyMs: 2 }, many)
  expect(locked).toMatchObject({ limit: { station: 'notifications' } })
  expect(locked.perSecond).toBeCloseTo(250, -1)
  expect(simulate(times, { ...many, hosts: 1, clientsPerHost: 400 })).toMatchObject({
    perSecond: expect.closeTo(1_000, -2),
    limit: { station: 'host' },
  })
})

test('slots bound how many tools run at the same time', () => {
  const slow = { ...size, clientsPerHost: 40, toolMs: 100 }
  expect(simulate(times, slow, 400).perSecond).toBeLessThan(40)
  expect(simulate(times, { ...slow, slots: 40 }, 400).perSecond).toBeGreaterThan(300)
})
