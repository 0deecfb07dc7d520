import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { AssetEvent } from '@narratoria/protocol'
import { expect, it } from 'vitest'
import type { ToolRunner } from '../../src/index.ts'
import { createWorld, planOf, toolOf } from '../world.ts'

const asset: AssetEvent = {
  version: '0',
  type: 'asset',
  assetId: 'a',
  kind: 'image',
  mediaType: 'image/png',
  path: '/container/only/door.png',
}

/** A runner whose tools name a file that only the runner can read. */
const runnerOf = (content: () => AsyncIterable<Uint8Array>): ToolRunner => ({
  start(attempt) {
    attempt.onEvent(asset)
    const done = { version: '0', type: 'done', ok: true } as const
    attempt.onEvent(done)
    return { outcome: Promise.resolve({ done }), cancel() {}, readAsset: content }
  },
})

it('registers a copy of a file that the runner hands over', async () => {
  const { executor, folder } = await createWorld({
    runner: runnerOf(async function* () {
      yield Buffer.from('PNG of ')
      yield Buffer.from('a door')
    }),
  })
  const assetsDir = join(folder, 'assets')
  const { assets } = await executor.execute(planOf([toolOf('ok.sh')]), { request: { assetsDir } })
  expect(assets).toMatchObject([{ assetId: 'a', sizeBytes: 13 }])
  expect(assets[0]!.path.startsWith(assetsDir)).toBe(true)
  expect(await readFile(assets[0]!.path, 'utf8')).toBe('PNG of a door')
})

it('reports content that ends in an error, and leaves no file', async () => {
  const { executor, folder } = await createWorld({
    // eslint-disable-next-line require-yield
    runner: runnerOf(async function* () {
      throw new Error('the container is gone')
    }),
  })
  const assetsDir = join(folder, 'assets')
  const result = await executor.execute(planOf([toolOf('ok.sh')]), { request: { assetsDir } })
  expect(result).toMatchObject({ success: true, assets: [] })
  expect(result.warnings).toEqual([expect.stringContaining('was not received: the container is gone')])
  const left = await readdir(assetsDir, { recursive: true, withFileTypes: true })
  expect(left.filter((entry) => entry.isFile())).toEqual([])
})
