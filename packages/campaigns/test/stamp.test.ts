import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { writeCampaign } from '../src/index.ts'
import { stampOf } from '../src/library/index.ts'

it('the stamp of a folder changes when a file is written, added or removed, and not when it is read', async () => {
  const root = await mkdtemp(join(tmpdir(), 'narratoria-stamp-'))
  onTestFinished(() => rm(root, { recursive: true }))
  const folder = join(root, 'pier')
  await writeCampaign(folder, { title: 'Pier', place: 'a pier', goal: 'a rope' })
  const stamps = [await stampOf(folder)]
  expect(await stampOf(folder)).toBe(stamps[0])
  await utimes(join(folder, 'world/map.yaml'), 1, 1)
  stamps.push(await stampOf(folder))
  await writeFile(join(folder, 'world/more.yaml'), '{}\n')
  stamps.push(await stampOf(folder))
  await rm(join(folder, 'plot/endings/found.md'))
  stamps.push(await stampOf(folder))
  await rm(folder, { recursive: true })
  stamps.push(await stampOf(folder))
  expect(new Set(stamps).size).toBe(stamps.length)
})
