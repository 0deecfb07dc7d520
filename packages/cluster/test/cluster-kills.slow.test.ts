import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { mergePatch } from '@narratoria/protocol'
import { afterAll, describe, expect, test } from 'vitest'
import { openDatabase, openPostgresSessionStore } from '../src/index.ts'
import { ClusterProcess } from './fixtures/cluster-processes.ts'
import { noPostgres, useServer } from './fixtures/open-postgres.ts'

/** `npm run torture -- cluster` sets how many. */
const kills = Number(process.env.NARRATORIA_CLUSTER_KILLS ?? 0)
const skipped = kills === 0 ? 'run by "npm run torture -- cluster"' : noPostgres
const seed = Number(process.env.NARRATORIA_SEED ?? Date.now() % 1_000_000)
const isFull = kills >= 20
const size = isFull
  ? { hosts: 4, workers: 4, sessions: 50, turns: 500, everyMs: 2_000 }
  : { hosts: 3, workers: 1, sessions: 8, turns: 30, everyMs: 1_000 }

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

describe.skipIf(skipped)(`killed hosts and workers${skipped ? ` (${skipped})` : ''}`, () => {
  const servers = useServer()
  const processes: ClusterProcess[] = []
  let home: string | undefined
  afterAll(async () => {
    await Promise.all(processes.map((each) => each.end()))
    if (home) await rm(home, { recursive: true, force: true })
  })

  test(
    `criterion 1: every turn is stored once or reported as lost while hosts and workers are killed (seed ${seed})`,
    { timeout: 900_000 },
    async () => {
      const next = random(seed)
      const database = await servers.createDatabase()
      home = await mkdtemp(join(tmpdir(), 'narratoria-torture-'))
      let started = 0
      const start = async (script: 'host' | 'worker') => {
        const name = `${script}-${++started}`
        const made = new ClusterProcess(script, [database, name, join(home!, name)])
        processes.push(made)
        await made.line((line) => 'ready' in line)
        return made
      }
      const hosts = [await start('host')]
      hosts.push(...(await Promise.all(Array.from({ length: size.hosts - 1 }, () => start('host')))))
      const workers = await Promise.all(Array.from({ length: size.workers }, () => start('worker')))
      const pick = <T>(items: T[]): T => items[Math.floor(next() * items.length)]!

      const answers = new Map<string, string>()
      let [asked, killed, unknown] = [0, 0, 0]
      const deadline = Date.now() + 600_000
      const player = async () => {
        while ((asked < size.turns || killed < kills) && Date.now() < deadline) {
          const prompt = `say ${++asked}`
          const host = pick(hosts)
          const session = `s${Math.floor(next() * size.sessions)}`
          const isGone = new Promise<undefined>((resolve) => host.child.once('exit', () => resolve(undefined)))
          const answer = await Promise.race([host.send({ play: prompt, session }).done(120_000), isGone])
          // Nothing is known of a turn whose asking host was killed.
          if (!answer) unknown += 1
          else answers.set(prompt, String(answer.status ?? answer.error))
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

      const connection = await openDatabase(database)
      const busy = () => connection.query(`SELECT 1 FROM narratoria.turn_jobs WHERE state <> 'ended'`)
      while ((await busy()).length > 0 && Date.now() < deadline + 60_000) await delay(100)
      expect(await busy()).toEqual([])
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
