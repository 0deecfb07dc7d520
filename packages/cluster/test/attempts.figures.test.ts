import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Joined } from '../src/process/join-cluster.ts'
import type { ClusterProcess } from './fixtures/cluster-processes.ts'
import { openAttempts, runTool } from './fixtures/open-attempts.ts'
import { simulate } from './model/cluster-model.ts'
import { noPostgres, useServer } from './fixtures/open-postgres.ts'

/** How often a figure is measured until it reaches its bar: the best one counts, because other work can only make it worse. */
const tries = 3

describe.skipIf(noPostgres)(`what the way to a worker costs${noPostgres ? ` (${noPostgres})` : ''}`, () => {
  const servers = useServer()
  let processes: ClusterProcess[] = []
  let closing: (() => Promise<unknown>)[] = []
  let home: string
  let database: string
  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'narratoria-figures-'))
    database = await servers.createDatabase()
    processes = []
    closing = []
  })
  afterEach(async () => {
    for (const close of closing) await close()
    await rm(home, { recursive: true, force: true })
  })

  async function open(
    workers: number,
    slots: number,
  ): Promise<{ joined: Joined; run: (input: object) => Promise<void> }> {
    const attempts = await openAttempts({ database, home }, { workers, slots })
    closing.push(attempts.close)
    processes = attempts.processes
    return { joined: attempts.joined, run: (input) => runTool(attempts.runner, home, input) }
  }

  const median = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!

  test('criterion 7: an attempt on a worker takes at most 15 times as long as a notification', async () => {
    const { joined, run } = await open(1, 4)
    const { database: connection } = joined
    await connection.query('CREATE TABLE echo (n integer)')
    let heard = () => {}
    const subscription = await connection.listen('echo', () => heard())
    const [echoes, attempts]: [number[], number[]] = [[], []]
    for (let n = 0; n < 60; n += 1) {
      let from = performance.now()
      await new Promise<void>((resolve) => {
        heard = () => void connection.query('SELECT n FROM echo WHERE n = $1', [n]).then(() => resolve())
        void connection.query(
          `WITH row AS (INSERT INTO echo VALUES ($1) RETURNING n) SELECT pg_notify('echo', '') FROM row`,
          [n],
        )
      })
      echoes.push(performance.now() - from)
      from = performance.now()
      await run({})
      attempts.push(performance.now() - from)
    }
    await subscription.close()
    const [echo, attempt] = [median(echoes), median(attempts)]
    console.info(
      `attempt on a worker: ${attempt.toFixed(1)} ms, notification: ${echo.toFixed(2)} ms, ${(attempt / echo).toFixed(1)} times`,
    )
    expect(attempt / echo).toBeLessThan(15)
  })

  test('criterion 8: two workers with four slots run at least 200 attempts a second', async () => {
    const { run } = await open(2, 4)
    const rates: number[] = []
    for (let n = 0; n < tries && Math.max(0, ...rates) < 200; n += 1) {
      const [from, count] = [performance.now(), 400]
      let left = count
      const client = async () => {
        while (left-- > 0) await run({})
      }
      await Promise.all(Array.from({ length: 24 }, client))
      rates.push(count / ((performance.now() - from) / 1_000))
    }
    console.info(`two workers with four slots: ${rates.map((rate) => rate.toFixed(0)).join(', ')} attempts a second`)
    expect(Math.max(...rates)).toBeGreaterThan(200)
  })

  test('criterion 8: one slot runs ten attempts of 50 ms one after the other, without a pause', async () => {
    const { run } = await open(1, 1)
    const from = performance.now()
    await Promise.all(Array.from({ length: 10 }, () => run({ ms: 50 })))
    const took = performance.now() - from
    console.info(`ten attempts of 50 ms through one slot: ${took.toFixed(0)} ms`)
    expect(took).toBeLessThan(1_000)
  })

  /** Seconds of processor time that a process and its children have used. */
  const processorSeconds = (pid: number): number => {
    const ticksPerSecond = 100
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
    const own = (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
    return children.reduce((sum, child) => sum + processorSeconds(Number(child)), own)
  }

  test.skipIf(process.platform !== 'linux')(
    'a model of measured service times predicts the throughput of a small cluster, and what limits large ones',
    async () => {
      const { joined, run } = await open(2, 4)
      const server = servers.server.pid
      const used = () => ({
        hostMs: process.cpuUsage().user / 1_000 + process.cpuUsage().system / 1_000,
        workerMs: processes.reduce((sum, { child }) => sum + processorSeconds(child.pid!) * 1_000, 0),
        databaseMs: processorSeconds(server) * 1_000,
      })
      const together = async (count: number, clients: number, input: object) => {
        let left = count
        const from = performance.now()
        const client = async () => {
          while (left-- > 0) await run(input)
        }
        await Promise.all(Array.from({ length: clients }, client))
        return performance.now() - from
      }
      await together(100, 8, {})
      const [before, count] = [used(), 400]
      await together(count, 8, {})
      const after = used()
      const notified = 1_000
      const from = performance.now()
      for (let n = 0; n < notified / 4; n += 1)
        await Promise.all(Array.from({ length: 4 }, () => joined.database.query(`SELECT pg_notify('silence', '')`)))
      const notifyMs = (performance.now() - from) / notified
      const single = await together(40, 1, {})
      const parts = {
        hostMs: (after.hostMs - before.hostMs) / count,
        workerMs: (after.workerMs - before.workerMs) / count,
        databaseMs: (after.databaseMs - before.databaseMs) / count,
      }
      const sum = parts.hostMs + parts.workerMs + parts.databaseMs + 2 * notifyMs
      const times = { ...parts, notifications: 2, notifyMs, hops: 4, hopMs: Math.max(0, single / 40 - sum) / 4 }
      const small = {
        hosts: 1,
        workers: 2,
        slots: 4,
        clientsPerHost: 16,
        databaseCores: 2,
        toolMs: 100,
        sharedCores: 2,
      }
      const predicted = simulate(times, small, 400).perSecond
      let [measured, error] = [0, Infinity]
      for (let n = 0; n < tries && error > 0.2; n += 1) {
        const rate = 160 / ((await together(160, 16, { ms: 100 })) / 1_000)
        const difference = Math.abs(predicted - rate) / rate
        if (difference < error) [measured, error] = [rate, difference]
      }
      const rounded = Object.entries(times).map(([name, value]) => `${name} ${value.toFixed(2)}`)
      console.info(`service times: ${rounded.join(', ')}`)
      console.info(
        `small cluster: ${predicted.toFixed(0)} attempts a second predicted, ${measured.toFixed(0)} measured, error ${(error * 100).toFixed(0)} %`,
      )
      for (const hosts of [10, 100, 1_000]) {
        const size = { hosts, workers: hosts, slots: 4, clientsPerHost: 4, databaseCores: 16, toolMs: 100 }
        const { perSecond, medianMs, limit } = simulate(times, size, 40 * hosts)
        console.info(
          `${hosts} hosts: ${perSecond.toFixed(0)} attempts a second, ${medianMs.toFixed(0)} ms each; ${limit.station} ${(limit.busy * 100).toFixed(0)} % busy`,
        )
      }
      expect(error).toBeLessThan(0.2)
    },
  )
})
