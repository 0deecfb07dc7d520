import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { mergePatch } from '@narratoria/protocol'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase, openPostgresSessionStore } from '../src/index.ts'
import { ClusterProcess } from './fixtures/cluster-processes.ts'
import { noPostgres, useServer } from './fixtures/open-postgres.ts'

/** `npm run torture -- cluster` sets how many. */
const kills = Number(process.env.NARRATORIA_CLUSTER_KILLS ?? 3)
const given = process.env.NARRATORIA_SEED
const isLong = process.env.NARRATORIA_CLUSTER_KILLS !== undefined
const seeds = given === undefined ? [Date.now() % 1_000_000, ...(isLong ? [] : [719_020])] : [Number(given)]
const isFull = kills >= 20
const size = isFull
  ? { hosts: 4, workers: 4, sessions: 50, turns: 500, everyMs: 2_000 }
  : { hosts: 3, workers: 1, sessions: 8, turns: 30, everyMs: isLong ? 1_000 : 300 }

/** A generator of numbers from 0 to 1 (mulberry32). */
function random(from: number): () => number {
  let state = from
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

describe.skipIf(noPostgres)(`killed hosts and workers${noPostgres ? ` (${noPostgres})` : ''}`, () => {
  const servers = useServer()
  const processes: ClusterProcess[] = []
  let home: string
  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'narratoria-torture-'))
  })
  afterEach(async () => {
    await Promise.all(processes.splice(0).map((each) => each.end()))
    await rm(home, { recursive: true, force: true })
  })

  test.for(seeds)(
    'criterion 1: every turn is stored once or reported as lost while hosts and workers are killed (seed %i)',
    { timeout: 900_000 },
    async (seed) => {
      const next = random(seed)
      const database = await servers.createDatabase()
      let started = 0
      const start = async (script: 'host' | 'worker') => {
        const name = `${script}-${++started}`
        const made = new ClusterProcess(script, [database, name, join(home, name)])
        processes.push(made)
        await made.line((line) => 'ready' in line)
        return made
      }
      const startAll = (script: 'host' | 'worker', count: number) =>
        Promise.all(Array.from({ length: count }, () => start(script)))
      const [hosts, workers] = await Promise.all([startAll('host', size.hosts), startAll('worker', size.workers)])
      const pick = <T>(items: T[]): T => items[Math.floor(next() * items.length)]!

      const answers = new Map<string, string>()
      let [asked, killed, unknown] = [0, 0, 0]
      const deadline = Date.now() + 600_000
      const player = async () => {
        while ((asked < size.turns || killed < kills) && Date.now() < deadline) {
          const prompt = `say ${++asked}`
          const host = pick(hosts)
          const session = `s${Math.floor(next() * size.sessions)}`
          // The answer may also fail because the host has ended.
          const answer = host.send({ play: prompt, session }).done(120_000)
          answer.catch(() => {})
          const answered = await Promise.race([host.gone, answer])
          // Nothing is known of a turn whose asking host was killed.
          if (!answered) unknown += 1
          else answers.set(prompt, String(answered.status ?? answered.error))
        }
      }
      const killer = async () => {
        for (; killed < kills;) {
          await delay(size.everyMs)
          const [list, script] = next() < 0.5 ? ([hosts, 'host'] as const) : ([workers, 'worker'] as const)
          const victim = pick(list)
          // No player asks a host that is dead already: it would wait for an answer that cannot come.
          list.splice(list.indexOf(victim), 1)
          await victim.end()
          killed += 1
          list.push(await start(script))
        }
      }
      await Promise.all([killer(), ...Array.from({ length: isFull ? 12 : 4 }, player)])
      expect(killed).toBe(kills)
      expect(asked).toBeGreaterThanOrEqual(size.turns)

      const connection = await openDatabase(database)
      const busy = () => connection.query(`SELECT 1 FROM narratoria.turn_jobs WHERE state <> 'ended'`)
      await expect.poll(busy, { timeout: 60_000, interval: 100 }).toEqual([])
      await connection.close()

      const store = await openPostgresSessionStore(database)
      const stored = new Map<string, number>()
      const epochs = new Map<string, number[]>()
      const reader = await openDatabase(database)
      for (const { sessionId, head } of await store.listSessions()) {
        let state = await store.stateAt(sessionId, null)
        for await (const turn of store.readTurns(sessionId)) {
          stored.set(turn.prompt, (stored.get(turn.prompt) ?? 0) + 1)
          for (const event of turn.events) if (event.type === 'state') state = mergePatch(state, event.patch)
          expect(turn.state).toEqual(state)
          expect(turn.state.last).toBe(turn.prompt)
        }
        expect(await store.stateAt(sessionId, head)).toEqual(state)
        const rows = await reader.query<{ epoch: number }>(
          'SELECT t.epoch FROM narratoria.turns t JOIN narratoria.sessions s ON s.id = t.session WHERE s.session_id = $1 ORDER BY t.seq',
          [sessionId],
        )
        epochs.set(
          sessionId,
          rows.map(({ epoch }) => epoch),
        )
      }
      await reader.close()
      await store.close()
      const counts: Record<string, number> = {}
      for (const [prompt, answer] of answers) {
        counts[answer] = (counts[answer] ?? 0) + 1
        expect([prompt, answer, stored.get(prompt) ?? 0]).toEqual([prompt, answer, answer === 'stored' ? 1 : 0])
      }
      // No turn was stored twice, and no two hosts played a session at the same time.
      expect([...stored.values()].filter((times) => times > 1)).toEqual([])
      for (const list of epochs.values()) expect(list).toEqual([...new Set(list)].toSorted((a, b) => a - b))
      console.info(
        `seed ${seed}: ${asked} turns, ${killed} kills, answers ${JSON.stringify(counts)}, ${unknown} of killed askers`,
      )
      expect(counts.stored).toBeGreaterThan(0)
      expect(
        Object.keys(counts).filter((answer) => !['stored', 'session_lost', 'session_busy'].includes(answer)),
      ).toEqual([])
    },
  )
})
