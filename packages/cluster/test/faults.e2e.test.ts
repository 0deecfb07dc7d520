import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ClusterHost } from '../src/index.ts'
import { isRunning } from '../../executor/test/is-running.ts'
import { ends, TestCluster, watch } from './fixtures/cluster-parts.ts'
import type { ClusterProcess } from './fixtures/cluster-processes.ts'
import { noPostgres, useServer } from './fixtures/open-postgres.ts'

/** Other work may share the cores of the machine: a limit is so many times its bar, and the figures are printed. */
const slack = 10
/** `npm run torture -- cluster` asks more often. */
const rounds = process.env.NARRATORIA_CLUSTER_KILLS === undefined ? 20 : 200

// One cluster, whose processes are killed one after the other: each test leaves what the next ones need.
describe.skipIf(noPostgres)(`faults of a cluster${noPostgres ? ` (${noPostgres})` : ''}`, () => {
  const servers = useServer()
  let cluster: TestCluster
  let asking: ClusterHost
  let hosts: ClusterProcess[]

  beforeAll(async () => {
    cluster = await TestCluster.open(await servers.createDatabase())
    const names = ['a', 'b', 'c', 'd', 'e']
    const started = Promise.all(names.map((name) => cluster.start('host', name)))
    const workers = Promise.all([cluster.start('worker', 'v'), cluster.start('worker', 'w')])
    asking = await cluster.host('asking')
    hosts = await started
    await workers
  })
  afterAll(() => cluster?.close())

  const session = (name: string) => asking.narratoria.openSession(name)

  /** Plays turns until the host that plays one has a worker run its tool. */
  async function workersAreKnown(host: ClusterProcess): Promise<void> {
    for (let isRemote = false; !isRemote;) {
      const turn = host.send({ play: 'sing', session: 'before' })
      isRemote = String((await turn.line((line) => 'log' in line)).log).includes('narratoria-attempt-')
      await turn.done()
    }
  }

  test(
    'criterion 2: of four hosts that ask for the same session, one plays and three get session_busy',
    { timeout: 900_000 },
    async () => {
      const four = hosts.slice(0, 4)
      await four[0]!.send({ play: 'sing', session: 'castle' }).done()
      for (let round = 0; round < rounds; round += 1) {
        const gate = join(cluster.home, `gate-${round}`)
        const answers: string[] = []
        const asked = four.map(async (host) => {
          const { status, error } = await host.send({ play: `until ${gate}`, session: 'castle' }).done(30_000)
          answers.push(String(status ?? error))
          // The turn that is played ends when the others have been refused.
          if (answers.length === 3) await writeFile(gate, '')
        })
        await Promise.all(asked)
        expect(answers).toEqual(['session_busy', 'session_busy', 'session_busy', 'stored'])
      }
    },
  )

  test('criterion 10: a turn whose tool runs on a worker is cancelled from another host within 500 ms', async () => {
    await workersAreKnown(hosts[0]!)
    const turn = hosts[0]!.send({ play: 'wait 60000', session: 'cancelled' })
    const pid = Number(/began (\d+)/.exec(String((await turn.line((line) => 'log' in line)).log))?.[1])
    expect(isRunning(pid)).toBe(true)
    const cancelledAt = Date.now()
    await hosts[1]!.send({ cancel: 'cancelled' }).done()
    expect(await ends(pid, 500 * slack)).toBe(true)
    const took = Date.now() - cancelledAt
    console.info(`cancelled from another host: the tool was gone after ${took} ms`)
    expect(took).toBeLessThan(500 * slack)
    expect(await turn.done()).toMatchObject({ status: 'cancelled' })
  })

  test('criterion 5: a killed worker fails its attempt as worker_lost, its tool dies with it, and another worker runs it again', async () => {
    const turn = watch((await session('worker')).play('wait 60000'))
    const first = await turn.started(1)
    expect(first.isRemote).toBe(true)
    const worker = await cluster.runner()
    const killedAt = Date.now()
    await worker.end()
    expect(await ends(first.pid, 2_000 * slack)).toBe(true)
    const second = await turn.started(2)
    console.info(`killed worker: the next attempt began after ${Date.now() - killedAt} ms`)
    expect(Date.now() - killedAt).toBeLessThan(2_000 * slack)
    expect(second.isRemote).toBe(true)
    await (await session('worker')).cancel()
    await turn.reading
    expect(turn.attempts).toEqual(['worker_lost', 'cancelled'])
  })

  test('criterion 3: a killed host is noticed, its turn is reported as lost on every host, and another plays on', async () => {
    const times: number[] = []
    const third = await cluster.host('third')
    for (const name of ['one', 'two', 'three']) {
      const turn = watch((await session(name)).play('wait 60000'))
      await turn.started(1)
      const player = await cluster.playerOf(name)
      const followed = await third.narratoria.follow((await session(name)).id)
      const killedAt = Date.now()
      await player.end()
      await expect(turn.result).rejects.toMatchObject({ code: 'session_lost' })
      await expect(followed!.result).rejects.toMatchObject({ code: 'session_lost' })
      expect(await (await session(name)).play('sing').result).toMatchObject({ status: 'stored' })
      times.push(Date.now() - killedAt)
      hosts = hosts.filter((host) => host !== player)
    }
    console.info(`killed host: the next turn of its session was played after ${times.join(', ')} ms`)
    expect(Math.max(...times)).toBeLessThan(3_000 * slack)
  })

  test('a lost turn is played again where the host that asked for it says so', async () => {
    const replaying = await cluster.host('replaying', { lostTurns: 'replay' })
    const gate = join(cluster.home, 'gate')
    const turn = watch((await replaying.narratoria.openSession('replayed')).play(`until ${gate}`))
    await turn.started(1)
    const player = await cluster.playerOf('replayed')
    await player.end()
    hosts = hosts.filter((host) => host !== player)
    await turn.started(2)
    await writeFile(gate, '')
    expect(await turn.result).toMatchObject({ status: 'stored' })
    expect(await (await session('replayed')).turns()).toHaveLength(1)
  })

  test.for(['graceful', 'forced'] as const)(
    'criterion 6: after a restart (%s) of the database under load, every turn ends, hosts play on, and events arrive at once',
    async (how) => {
      const [host] = hosts
      const gate = join(cluster.home, how)
      // A host runs two tools at a time.
      const turns = ['x', 'y'].map(async (name) => watch((await session(`${how} ${name}`)).play(`until ${gate}`)))
      for (const turn of turns) await (await turn).started(1)
      await servers.restart({ force: how === 'forced' })
      const restartedAt = Date.now()
      await writeFile(gate, '')
      // Each is stored or reported as lost; both end it.
      const ended = await Promise.all(
        turns.map(async (turn) =>
          (await turn).result.then(
            ({ status }) => status,
            ({ code }: { code?: string }) => code,
          ),
        ),
      )
      expect(ended.filter((end) => end !== 'stored' && end !== 'session_lost')).toEqual([])
      // A host refuses a turn only until it is connected again.
      let answer
      do answer = await host!.send({ play: 'dance', session: `after ${how}` }).done(5_000 * slack)
      while (answer.status !== 'stored' && Date.now() - restartedAt < 5_000 * slack)
      expect(answer).toMatchObject({ status: 'stored' })
      console.info(
        `database restarted (${how}): turns ended as ${ended.join(', ')}; a host played after ${Date.now() - restartedAt} ms`,
      )
      expect(Date.now() - restartedAt).toBeLessThan(5_000 * slack)
      // Events come by notifications: without them, they would be read once a second.
      const turn = (await session(`after ${how}`)).play('tick 1000')
      const ticks: number[] = []
      for await (const event of turn)
        if (event.type === 'tool_event' && event.event.type === 'log' && event.event.message.startsWith('tick'))
          ticks.push(Date.now())
      const gaps = ticks.slice(1).map((at, n) => at - ticks[n]!)
      expect(gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 2)]).toBeLessThan(900)
      expect(ticks).toHaveLength(20)
    },
  )
})
