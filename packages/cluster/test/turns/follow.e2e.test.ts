import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../../runtime/test/fixtures/temporary-folder.ts'
import type { Database } from '../../src/index.ts'
import { openHost } from '../fixtures/open-cluster.ts'
import { openCluster } from '../fixtures/open-hosts.ts'
import { openPglite } from '../fixtures/open-pglite.ts'

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
