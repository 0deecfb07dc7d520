import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ConnectionStore } from '@narratoria/models/connections'
import { type FakeBehaviour, type FakeServer, startFakeServer } from '@narratoria/models/testing'
import { mountSmallDisk } from '../../../../packages/runtime/test/fixtures/small-disk.ts'

/** A disk that can be filled up; `undefined` where this user cannot mount one. */
export async function fillableDisk(megabytes: number) {
  const disk = await mountSmallDisk(megabytes)
  if (!disk) return undefined
  const ballast = join(disk.path, 'ballast')
  return {
    path: disk.path,
    fill() {
      // One block at a time, so that none is left.
      for (const size of [1 << 20, 1 << 12])
        try {
          while (true) writeFileSync(ballast, Buffer.alloc(size), { flag: 'a' })
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
        }
    },
    free: () => rmSync(ballast, { force: true }),
  }
}

/** What a model server can do. `gone` closes its port. */
export const modelFaults = ['gone', 'stall', 'reset_midway', 'server_error', 'cut', 'prose', 'gone', 'drip'] as const

/** A model server that stops and restarts, and returns random values for each schema. */
export class ModelServer {
  #server: FakeServer | undefined
  #port: number | undefined

  /** Starts it, and connects the roles of a home folder to it. */
  async connect(home: string): Promise<void> {
    await this.use('obey')
    await new ConnectionStore(home).save(
      {
        name: 'soak',
        provider: 'llamacpp',
        baseUrl: this.#server!.baseUrl,
        model: 'fake-model',
        structured: 'schema',
        patience: { firstTokenMs: 1_000, betweenTokensMs: 500 },
      },
      ['planner', 'narrator'],
    )
  }

  async use(behaviour: FakeBehaviour | 'gone'): Promise<void> {
    if (behaviour === 'gone') return this.close()
    this.#server ??= await startFakeServer({ family: 'openai', port: this.#port })
    this.#port = Number(new URL(this.#server.baseUrl).port)
    this.#server.use(behaviour)
  }

  async close(): Promise<void> {
    await this.#server?.close()
    this.#server = undefined
  }
}
