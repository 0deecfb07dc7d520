import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TurnEvent } from '@narratoria/protocol'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { openHost, openWorker } from './fixtures/open-cluster.ts'
import { noPostgres, useServer } from './fixtures/open-postgres.ts'

describe.skipIf(noPostgres)(`large and many events${noPostgres ? ` (${noPostgres})` : ''}`, () => {
  const servers = useServer()
  let home: string
  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'narratoria-sizes-'))
  })
  afterEach(() => rm(home, { recursive: true, force: true }))

  test('criterion 9: events of 8,001 bytes and 5 MB, and 10,000 events, arrive whole and in order at another host', async () => {
    const database = await servers.createDatabase()
    const worker = await openWorker(home, { database })
    // The first host plays nothing, so every event comes from the other one.
    const [asking, playing] = [await openHost(home, { database, slots: 0 }), await openHost(home, { database })]
    onTestFinished(async () => {
      await Promise.all([asking.close({ force: true }), playing.close({ force: true })])
      await worker.close()
    })
    const session = await asking.narratoria.openSession('castle')
    const eventsOf = async (prompt: string) => {
      const found: Extract<TurnEvent, { type: 'tool_event' }>['event'][] = []
      const turn = session.play(prompt)
      for await (const event of turn) if (event.type === 'tool_event') found.push(event.event)
      expect(await turn.result).toMatchObject({ status: 'stored' })
      expect(found[0]).toMatchObject({ message: expect.stringContaining('narratoria-run-') })
      return found.flatMap((event) => (event.type === 'ui_event' ? [event] : []))
    }
    for (const bytes of [8_001, 5_000_000]) {
      const huge = (await eventsOf(`huge ${bytes}`)).find(({ event }) => event === 'huge')
      expect((huge!.payload as { text: string }).text).toBe('x'.repeat(bytes))
    }
    const ticks = (await eventsOf('many 10000')).filter(({ event }) => event === 'tick')
    expect(ticks.map(({ payload }) => (payload as { n: number }).n)).toEqual(
      Array.from({ length: 10_000 }, (_, n) => n),
    )
  })

  test('criterion 9: the memory of the host that plays is bounded while its turn is not read', async () => {
    const database = await servers.createDatabase()
    const [asking, playing] = [await openHost(home, { database, slots: 0 }), await openHost(home, { database })]
    onTestFinished(
      async () => void (await Promise.all([asking.close({ force: true }), playing.close({ force: true })])),
    )
    const session = await asking.narratoria.openSession('castle')
    const turn = session.play('many 20000')
    const reader = turn[Symbol.asyncIterator]()
    await reader.next()
    // The reader stops after one event. The turn is stored all the same, and its events wait in the database.
    const other = await playing.narratoria.openSession('castle')
    while ((await other.turns()).length === 0) await new Promise((resolve) => setTimeout(resolve, 50))
    let count = 1
    for (let next = await reader.next(); !next.done; next = await reader.next()) count += 1
    expect(count).toBeGreaterThan(20_000)
  })
})
