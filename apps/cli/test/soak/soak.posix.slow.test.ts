import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { seededRandom } from '@narratoria/models/testing'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../command-line.ts'
import { apiClient } from '../../../web/test/support/api-client.ts'
import { fillableDisk, modelFaults, ModelServer } from './faults.ts'
import { Player, type Table } from './player.ts'
import { untilNoneLeft } from './processes.ts'
import { clockRate, type Sample, ServedHost } from './served-host.ts'
import { writeSkills } from './skills.ts'
import { verifyStore } from './verify.ts'

/** Simulated hours; 24 are 20 minutes. */
const hours = Number(process.env.NARRATORIA_SOAK_HOURS ?? 0.7)
const seed = Number(process.env.NARRATORIA_SEED ?? Math.floor(Math.random() * 2 ** 32))
const playerCount = 4

it.skipIf(process.platform !== 'linux')(
  `${hours} simulated hours of mixed faults lose nothing, and what a host uses stays the same (seed ${seed})`,
  { timeout: (hours * 3_600_000) / clockRate + 400_000 },
  async () => {
    const random = seededRandom(seed)
    const disk = await fillableDisk(512)
    const home = disk?.path ?? temporaryFolder()
    const skills = join(temporaryFolder(), 'skills')
    writeSkills(skills)
    const model = new ModelServer()
    await model.connect(join(home, 'home'))
    const host = new ServedHost({ home, skills })
    await host.start()
    const table: Table = { host, random, reported: new Map(), disk: { changes: 0 }, counts: {} }
    const api = apiClient(host.url)
    const ids = await Promise.all(
      Array.from({ length: playerCount }, (_, index) => api.createSession(`story ${index}`)),
    )

    const endsAt = hours * 3_600_000
    let [isOver, isPaused] = [false, false]
    const failures: unknown[] = []
    const acting = new Set<Promise<void>>()
    /** Plays until the end. Between two actions up to 40 simulated seconds pass. */
    const play = async (player: Player) => {
      while (!isOver && failures.length < 5) {
        if (isPaused || !host.isUp) {
          await sleep(20)
          continue
        }
        const action = player.act().catch((error: unknown) => void failures.push(error))
        acting.add(action)
        await action
        acting.delete(action)
        await sleep((random() * 40_000) / clockRate)
      }
    }
    const players = Promise.all(ids.map((id) => play(new Player(table, id))))

    /** One cause of faults, which acts every `meanMs` simulated milliseconds on average. */
    const every = async (meanMs: number, { from, act }: { from: number; act: () => Promise<void> }) => {
      while (!isOver) {
        await sleep(((0.5 + random()) * meanMs) / clockRate)
        if (!isOver && !isPaused && host.simulatedMs >= from) await act()
      }
    }
    const samples: Sample[] = []
    /** Whether there are enough samples of one host process, so that it may be killed. A slow machine takes longer for them. */
    const isSampled = () => samples.length >= 2
    let slowestEndMs = 0
    const verifyFaults: string[] = []
    const minute = 60_000
    const causes = Promise.all([
      every(6 * minute, {
        from: 0,
        act: async () => {
          await model.use(random() < 0.5 ? 'obey' : modelFaults[Math.floor(random() * modelFaults.length)]!)
        },
      }),
      every(50 * minute, {
        from: 0,
        act: async () => {
          disk?.fill()
          table.disk.changes += 1
          await sleep((5 * minute) / clockRate)
          disk?.free()
          table.disk.changes += 1
        },
      }),
      every(Math.min(25 * minute, endsAt / 6), {
        from: endsAt / 2,
        act: async () => {
          if (!isSampled()) return
          slowestEndMs = Math.max(slowestEndMs, await host.kill())
          await Promise.all(acting)
          verifyFaults.push(
            ...(await withRoom(() => verifyStore(join(home, 'home', 'sessions.db'), table.reported))).faults,
          )
          // A host that cannot start, such as on a full disk, is started again.
          while (!(await host.start())) await sleep(500)
        },
      }),
      every(Math.min(10 * minute, endsAt / 24), {
        from: endsAt / 8,
        act: async () => {
          if (host.simulatedMs > endsAt / 2 && isSampled()) return
          isPaused = true
          await Promise.all(acting)
          samples.push(await host.measure())
          isPaused = false
        },
      }),
    ])
    while ((host.simulatedMs < endsAt || host.kills === 0) && failures.length < 5) await sleep(100)
    isOver = true
    await Promise.all([players, causes])
    const code = await host.stop()
    const leftMs = await untilNoneLeft(home, 5_000)
    const { turns, faults } = await verifyStore(join(home, 'home', 'sessions.db'), table.reported)
    await model.close()
    const complaints = new Set(host.complaints.filter((line) => line.startsWith('narratoria:')))
    console.info(
      `seed ${seed}: ${JSON.stringify(table.counts)}, ${turns} turns stored, ${host.kills} kills, ` +
        `tools ended within ${Math.round(slowestEndMs)} ms, ${table.disk.changes / 2} full disks\n` +
        samples.map((sample) => JSON.stringify(sample)).join('\n') +
        `\n${[...complaints].join('\n')}`,
    )

    expect(failures).toEqual([])
    expect([...verifyFaults, ...faults]).toEqual([])
    expect(code).toBe(0)
    expect(leftMs).toBeLessThan(5_000)
    expectFlat(samples)
  },
)

/** Repeats what the full disk prevented. Opening a store needs room, too. */
async function withRoom<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if ((error as { code?: unknown }).code !== 'store_full') throw error
      await sleep(500)
    }
  }
}

/** What is used in the second half of the samples is at most 10 % more than in the first half, by their medians. */
function expectFlat(samples: readonly Sample[]): void {
  expect(samples.length, 'samples').toBeGreaterThan(1)
  const half = Math.floor(samples.length / 2)
  for (const key of ['heapBytes', 'residentBytes', 'descriptors', 'processes'] as const) {
    const [first, second] = [samples.slice(0, half), samples.slice(-half)].map((part) =>
      median(part.map((s) => s[key])),
    )
    expect(second! / first!, `growth of ${key}`).toBeLessThan(1.1)
  }
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}
