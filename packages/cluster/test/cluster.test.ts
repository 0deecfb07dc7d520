import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import type { TurnEvent } from '@narratoria/protocol'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../runtime/test/fixtures/temporary-folder.ts'
import type { AssetExchange, ClusterWorker, Database } from '../src/index.ts'
import { openPglite } from './fixtures/open-pglite.ts'
import { openHost, openWorker } from './fixtures/open-cluster.ts'

async function openCluster({ workers = 0 } = {}) {
  const [database, home] = [await openPglite(), await temporaryFolder()]
  const started: ClusterWorker[] = []
  for (let n = 0; n < workers; n += 1) started.push(await openWorker(home, { database, sharedFolder: home }))
  const hosts = [
    await openHost(home, { database, name: 'one', sharedFolder: home }),
    await openHost(home, { database, name: 'two', sharedFolder: home }),
  ] as const
  onTestFinished(async () => {
    await Promise.all([...hosts, ...started].map((each) => each.close()))
  })
  return { database, hosts, home, workers: started }
}

test('a turn is played by a host of the cluster, and its events arrive at the host that asked', async () => {
  const { hosts } = await openCluster()
  const session = await hosts[0].narratoria.openSession('castle')
  const turn = session.play('sing')
  const events: TurnEvent[] = []
  for await (const event of turn) events.push(event)
  expect(await turn.result).toMatchObject({ status: 'stored', narrative: expect.stringContaining('sing') })
  expect(events[0]?.type).toBe('turn_started')
  expect(events.at(-1)?.type).toBe('turn_finished')
  const there = await hosts[1].narratoria.openSession('castle')
  expect(await there.turns()).toMatchObject([{ prompt: 'sing' }])
  await there.play('dance').result
  expect(await session.turns()).toMatchObject([{ prompt: 'sing' }, { prompt: 'dance' }])
  await session.undo()
  expect(await there.turns()).toHaveLength(1)
})

test('while a turn is played, another one of the session is refused, on every host', async () => {
  const { hosts } = await openCluster()
  const [here, there] = [
    await hosts[0].narratoria.openSession('castle'),
    await hosts[1].narratoria.openSession('castle'),
  ]
  const turn = here.play('wait 700')
  await turn[Symbol.asyncIterator]().next()
  await expect(there.play('sing').result).rejects.toMatchObject({ code: 'session_busy' })
  expect(await turn.result).toMatchObject({ status: 'stored' })
  expect(await there.play('sing').result).toMatchObject({ status: 'stored' })
})

test('any host follows a turn from any event on', async () => {
  const { hosts } = await openCluster()
  const session = await hosts[0].narratoria.openSession('castle')
  const { result } = session.play('many 3000')
  await result
  const live = await hosts[1].liveTurnOf(session.id)
  const read = async (after: number) => {
    const found = []
    for await (const each of hosts[1].follow(live!.turnId, { after })) found.push(each)
    return found
  }
  const [all, rest] = await Promise.all([read(0), read(1_500)])
  expect(all.map(({ n }) => n)).toEqual(all.map((_, at) => at + 1))
  expect(all.length).toBeGreaterThan(3_000)
  expect(rest).toEqual(all.slice(1_500))
  expect(all.at(-1)?.event.type).toBe('turn_finished')
})

test('criterion 8: a hundred clients of a host follow a turn with at most one query for each batch of events', async () => {
  const [database, home] = [await openPglite(), await temporaryFolder()]
  let queries = 0
  const counted: Database = {
    ...database,
    query(sql, values) {
      if (sql.includes('FROM narratoria.turn_events')) queries += 1
      return database.query(sql, values)
    },
  }
  const playing = await openHost(home, { database })
  const following = await openHost(home, { database: counted, slots: 0 })
  onTestFinished(async () => void (await Promise.all([playing.close({ force: true }), following.close()])))
  let batches = 0
  const batchesHeard = await database.listen('narratoria_turns', () => (batches += 1))
  const session = await playing.narratoria.openSession('castle')
  const turn = session.play('tick 2000')
  await turn[Symbol.asyncIterator]().next()
  const live = await following.liveTurnOf(session.id)
  const counts = await Promise.all(
    Array.from({ length: 100 }, async () => {
      let events = 0
      for await (const { n } of following.follow(live!.turnId)) expect(n).toBe(++events)
      return events
    }),
  )
  await batchesHeard.close()
  expect(new Set(counts).size).toBe(1)
  expect(counts[0]).toBeGreaterThan(40)
  // One more looks when the first client comes, and one a second in case a notification was missed.
  expect(batches).toBeGreaterThan(10)
  expect(queries).toBeLessThanOrEqual(batches + 10)
})

test('a turn is cancelled from any host', async () => {
  const { hosts } = await openCluster()
  const session = await hosts[0].narratoria.openSession('castle')
  const turn = session.play('wait 60000')
  const reading = (async () => {
    for await (const event of turn) if (event.type === 'tool_event') break
    const live = await hosts[1].liveTurnOf(session.id)
    await hosts[1].cancel(live!.turnId)
  })()
  expect(await turn.result).toMatchObject({ status: 'cancelled' })
  await reading
  expect(await session.turns()).toEqual([])
})

test('tools run on a worker that has their skill: no path and no secret in a row, and files come back', async () => {
  const { database, home, hosts } = await openCluster({ workers: 1 })
  const { narratoria } = hosts[0]
  await narratoria.skills.setConfig('probe', { token: 'hunter2-hunter2' })
  const session = await narratoria.openSession('castle')
  const pids = new Set<number>()
  const turn = session.play('secret')
  for await (const event of turn)
    if (event.type === 'tool_event' && event.event.type === 'log')
      for (const [, pid] of event.event.message.matchAll(/began (\d+) in .*narratoria-run-/g)) pids.add(Number(pid))
  expect(await turn.result).toMatchObject({ status: 'stored' })
  expect(pids.size).toBe(1)
  const painted = await session.play('paint').result
  expect(painted).toMatchObject({ status: 'stored' })
  expect(await session.assets()).toMatchObject([{ mediaType: 'image/png', sizeBytes: 9 }])
  // The rows of the turns and of their jobs are still there; those of the attempts are removed when their host has read them.
  const rows = JSON.stringify([
    await database.query('SELECT *, sealed::text AS hex FROM narratoria.turn_jobs'),
    await database.query('SELECT * FROM narratoria_jobs.job'),
    await database.query('SELECT * FROM narratoria.sessions'),
  ])
  for (const form of ['hunter2', Buffer.from('hunter2').toString('hex'), home]) expect(rows).not.toContain(form)
})

test('files of tools can be passed on by a store of objects of the caller instead of a folder', async () => {
  const [database, home] = [await openPglite(), await temporaryFolder()]
  const objects = new Map<string, Buffer>()
  const exchange: AssetExchange = {
    async put(content) {
      const bytes = await buffer(content)
      const hash = createHash('sha256').update(bytes).digest('hex')
      objects.set(hash, bytes)
      return hash
    },
    async *get(hash) {
      yield objects.get(hash)!
    },
    async clean() {},
  }
  const worker = await openWorker(home, { database, exchange })
  const host = await openHost(home, { database, exchange })
  onTestFinished(async () => {
    await host.close()
    await worker.close()
  })
  const session = await host.narratoria.openSession('castle')
  expect(await session.play('paint').result).toMatchObject({ status: 'stored' })
  const [asset] = await session.assets()
  expect(await readFile(asset!.path, 'utf8')).toBe('a picture')
  expect([...objects.values()].map(String)).toEqual(['a picture'])
})

test('a host that is drained takes no more turns, and the others play on', async () => {
  const { hosts } = await openCluster()
  await hosts[0].drain()
  expect(await hosts[0].isReady()).toBe(false)
  expect(await hosts[1].isReady()).toBe(true)
  const session = await hosts[0].narratoria.openSession('castle')
  expect(await session.play('sing').result).toMatchObject({ status: 'stored' })
})
