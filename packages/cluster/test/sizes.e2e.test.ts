import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { TurnEvent } from '@narratoria/protocol'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { ClusterProcess } from './fixtures/cluster-processes.ts'
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
      expect(found[0]).toMatchObject({ message: expect.stringContaining('narratoria-attempt-') })
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

  test('criterion 9: a host whose client reads nothing keeps a few megabytes of a long turn', async () => {
    const database = await servers.createDatabase()
    const player = new ClusterProcess('host', [database, 'player', join(home, 'player')])
    onTestFinished(() => player.end())
    const [asking] = await Promise.all([openHost(home, { database, slots: 0 }), player.line((line) => 'ready' in line)])
    onTestFinished(() => asking.close({ force: true }))
    const session = await asking.narratoria.openSession('castle')
    const before = await keptMegabytes()
    const megabytes = 16
    const turn = session.play(`bulk ${megabytes}`)
    const reader = turn[Symbol.asyncIterator]()
    await reader.next()
    // The client stops after one event. The turn is stored all the same, and its events wait in the database.
    await vi.waitUntil(async () => (await session.turns()).length > 0, { timeout: 60_000, interval: 50 })
    const kept = (await keptMegabytes()) - before
    console.info(`a turn of ${megabytes} MB that its client does not read: its host keeps ${kept.toFixed(0)} MB`)
    expect(kept).toBeLessThan(megabytes / 2)
    let bytes = 0
    for (let next = await reader.next(); !next.done; next = await reader.next())
      if (next.value.type === 'tool_event' && next.value.event.type === 'ui_event')
        bytes += String((next.value.event.payload as { text?: string }).text ?? '').length
    expect(bytes).toBeGreaterThanOrEqual(megabytes * 1024 * 1024)
  })

  test('criterion 9: a request of 1 MiB is at a tool on a worker whole, and so is what it makes of it at the host', async () => {
    const database = await servers.createDatabase()
    const worker = new ClusterProcess('worker', [database, 'worker', join(home, 'worker')])
    onTestFinished(() => worker.end())
    await worker.line((line) => 'ready' in line)
    const host = await openHost(home, { database })
    onTestFinished(() => host.close({ force: true }))
    const session = await host.narratoria.openSession('castle')
    const before = await keptMegabytes()
    // Letters of one to four bytes, so that no limit counts characters.
    const text = Array.from({ length: 1024 * 1024 }, (_, n) => 'aü€𐍈'.at(n % 5) ?? 'z').join('')
    for (const turn of [1, 2]) {
      const prompt = `say${turn} ${text}`
      const { status, state, execution } = await session.play(prompt).result
      expect(status).toBe('stored')
      expect(execution?.toolResults.map(({ state }) => state)).toEqual(['completed'])
      expect(state.last === prompt).toBe(true)
    }
    const kept = (await keptMegabytes()) - before
    console.info(`two turns with a request of 1 MiB: the host keeps ${kept.toFixed(0)} MB`)
    const logs = (await session.lastTurn())!.events.flatMap((event) =>
      event.type === 'tool_event' && event.event.type === 'log' ? [event.event.message] : [],
    )
    expect(logs[0]).toContain('narratoria-attempt-')
    // The story of two turns has about ten copies of the text: prompts, requests, states and events.
    expect(kept).toBeLessThan(96)
  })
})

/**
 * The memory that this process keeps. What was read a moment ago is often still reachable at the first collection, so the
 * lowest of several figures counts.
 */
async function keptMegabytes(): Promise<number> {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  let lowest = Infinity
  for (let count = 0; count < 5; count++) {
    await setTimeout(100)
    collect()
    const { heapUsed, external } = process.memoryUsage()
    lowest = Math.min(lowest, (heapUsed + external) / 1024 / 1024)
  }
  return lowest
}
