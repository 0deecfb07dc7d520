import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { ClusterHost } from '../src/index.ts'
import { isRunning } from '../../executor/test/is-running.ts'
import { ends, TestCluster, watch } from './fixtures/cluster-parts.ts'
import type { ClusterProcess } from './fixtures/cluster-processes.ts'
import { noPostgres, useServer } from './fixtures/open-postgres.ts'
import { openProxy, type TcpProxy } from './fixtures/tcp-proxy.ts'

/** Other work may share the cores of the machine: a limit is so many times its bar, and the figures are printed. */
const slack = 5

// Each test waits until a member is given up, so all of them wait at the same time, each with a cluster of its own.
describe.skipIf(noPostgres)(`members that are frozen or cut off${noPostgres ? ` (${noPostgres})` : ''}`, () => {
  const servers = useServer()
  const clusters: TestCluster[] = []
  let proxy: TcpProxy
  beforeAll(async () => {
    proxy = await openProxy(servers.server.port)
    clusters.push(
      ...(await Promise.all(Array.from({ length: 4 }, async () => TestCluster.open(await servers.createDatabase())))),
    )
  })
  afterAll(async () => {
    await Promise.all(clusters.map((cluster) => cluster.close()))
    await proxy?.close()
  })

  /** The prompts of the turns that were stored in a session. */
  async function stored(host: ClusterHost, name: string): Promise<string[]> {
    return (await (await host.narratoria.openSession(name)).turns()).map(({ prompt }) => prompt)
  }

  /** Has a process play a turn that does not end. Another host could play the next one. */
  async function open(cluster: TestCluster, options?: { database: string }) {
    const player = await cluster.start('host', 'player', options)
    const asking = await cluster.host('asking')
    const session = await asking.narratoria.openSession('castle')
    const turn = watch(session.play('tick 600000'))
    const { pid } = await turn.started(1)
    await cluster.host('survivor', { slots: 4 })
    return { player, asking, session, turn, pid }
  }

  async function takenOver({ session, turn }: Awaited<ReturnType<typeof open>>, from: number): Promise<number> {
    await expect(turn.result).rejects.toMatchObject({ code: 'session_lost' })
    expect(await session.play('sing').result).toMatchObject({ status: 'stored' })
    return Date.now() - from
  }

  async function playsAgain(host: ClusterProcess): Promise<void> {
    let answer
    const limit = Date.now() + 20_000 * slack
    do answer = await host.send({ play: 'dance', session: 'elsewhere' }).done()
    while (answer.status !== 'stored' && Date.now() < limit)
    expect(answer).toMatchObject({ status: 'stored' })
  }

  test.concurrent('criterion 4: a frozen host is taken over, and stores nothing when it wakes', async () => {
    const cluster = clusters[0]!
    const opened = await open(cluster)
    const { player, asking, pid } = opened
    const frozenAt = Date.now()
    player.child.kill('SIGSTOP')
    const took = await takenOver(opened, frozenAt)
    console.info(`frozen host: the next turn was played after ${took} ms`)
    expect(took).toBeLessThan(20_000 * slack)
    expect(isRunning(pid)).toBe(true)
    player.child.kill('SIGCONT')
    expect(await ends(pid, 4_000 * slack)).toBe(true)
    await playsAgain(player)
    expect(await stored(asking, 'castle')).toEqual(['sing'])
  })

  test.concurrent('criterion 4: a host whose network is cut is taken over, ends its tools, and stores nothing later', async () => {
    const cluster = clusters[1]!
    const opened = await open(cluster, { database: proxy.through(cluster.database) })
    const { player, asking, pid } = opened
    const cutAt = Date.now()
    proxy.stall()
    const took = await takenOver(opened, cutAt)
    // It gives up by itself, while it is cut off.
    expect(await ends(pid, 20_000 * slack - took)).toBe(true)
    console.info(
      `cut host: the next turn was played after ${took} ms, its tool was gone after ${Date.now() - cutAt} ms`,
    )
    expect(took).toBeLessThan(20_000 * slack)
    proxy.heal()
    await playsAgain(player)
    expect(await stored(asking, 'castle')).toEqual(['sing'])
  })

  test.concurrent('a host whose connections are ended gives up at once, and comes back', async () => {
    const cluster = clusters[2]!
    const own = await openProxy(servers.server.port)
    const opened = await open(cluster, { database: own.through(cluster.database) })
    const { player, asking, pid } = opened
    const droppedAt = Date.now()
    own.drop()
    const took = await takenOver(opened, droppedAt)
    expect(await ends(pid, 4_000 * slack)).toBe(true)
    console.info(`ended connections: the next turn was played after ${took} ms`)
    own.heal()
    await playsAgain(player)
    expect(await stored(asking, 'castle')).toEqual(['sing'])
    await own.close()
  })

  test.concurrent('criterion 5: an attempt of a frozen worker is run elsewhere, and none of its events arrives later', async () => {
    const cluster = clusters[3]!
    const [worker, host] = [await cluster.start('worker', 'worker'), await cluster.host('host', { slots: 4 })]
    const session = await host.narratoria.openSession('castle')
    const turn = watch(session.play('tick 600000'))
    const first = await turn.started(1)
    expect(first.isRemote).toBe(true)
    const frozenAt = Date.now()
    worker.child.kill('SIGSTOP')
    const second = await turn.started(2)
    console.info(`frozen worker: the next attempt began after ${Date.now() - frozenAt} ms`)
    expect(Date.now() - frozenAt).toBeLessThan(15_000 * slack)
    expect(second.isRemote).toBe(false)
    const arrived = turn.logs.length
    worker.child.kill('SIGCONT')
    expect(await ends(first.pid, 4_000 * slack)).toBe(true)
    await vi.waitUntil(() => turn.logs.length > arrived + 5, { timeout: 10_000 * slack })
    expect(new Set(turn.logs.slice(arrived).map((log) => log.split(' at ')[0]))).toEqual(
      new Set([`tick of ${second.pid}`]),
    )
    await session.cancel()
    await turn.reading
    expect(turn.attempts).toEqual(['worker_lost', 'cancelled'])
  })
})
