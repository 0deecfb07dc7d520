import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { openSqliteSessionStore } from '../../../src/index.ts'
import { AssetFolder } from '../../../src/assets/asset-folder.ts'
import { mountSmallDisk, type SmallDisk } from '../../fixtures/small-disk.ts'
import { makeOlder } from '../../fixtures/older-file.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'
import { digests, newSession, playInto } from '../../fixtures/turns.ts'

const hostProgram = fileURLToPath(new URL('../../fixtures/store-process.ts', import.meta.url))

async function withDisk(megabytes: number, skip: (reason: string) => never): Promise<SmallDisk> {
  return (await mountSmallDisk(megabytes)) ?? skip('a small disk can be mounted by the superuser of a Linux alone')
}

test('§9: a disk that is full while turns are played costs the turn in flight alone, and with room the story goes on', async ({
  skip,
}) => {
  const disk = await withDisk(8, skip)
  const path = join(disk.path, 'sessions.db')
  const store = await openSqliteSessionStore(path)
  const { sessionId } = await store.createSession(newSession())
  await store.close()
  const run = spawnSync(process.execPath, [hostProgram, 'fill', path, sessionId], { encoding: 'utf8' })
  const lines = run.stdout.trim().split('\n')
  expect(lines.at(-1)).toMatch(/^refused store_full .*Free some space/)
  const committed = lines.flatMap((line) => /^committed (.*)/.exec(line)?.[1] ?? [])
  expect(committed.length).toBeGreaterThan(0)

  disk.resize(64)
  const again = await openSqliteSessionStore(path)
  onTestFinished(() => again.close())
  expect(again.notices).toEqual([])
  expect(await digests(again, sessionId)).toEqual(committed)
  const next = await playInto(again, sessionId, { prompt: 'on' })
  expect((await again.findSession(sessionId))!.head).toBe(next.turnId)
})

test('§9: a disk without room for a lock refuses the story with the reason, and with room it is played', async ({
  skip,
}) => {
  const disk = await withDisk(4, skip)
  const path = join(disk.path, 'sessions.db')
  const store = await openSqliteSessionStore(path)
  onTestFinished(() => store.close())
  const { sessionId } = await store.createSession(newSession())
  expect(() => writeFileSync(join(disk.path, 'ballast'), Buffer.alloc(8 << 20))).toThrow('ENOSPC')
  await expect(store.lockSession(sessionId)).rejects.toMatchObject({ code: 'store_full' })
  disk.resize(16)
  await (await store.lockSession(sessionId)).release()
})

test('a disk without room for the copy of an old file leaves that file as it is; with room it is migrated', async ({
  skip,
}) => {
  const disk = await withDisk(16, skip)
  const path = join(disk.path, 'sessions.db')
  const store = await openSqliteSessionStore(path)
  const { sessionId } = await store.createSession(newSession('castle'))
  for (let turn = 0; turn < 40; turn++)
    await playInto(store, sessionId, { prompt: `turn ${turn}`, patch: { noise: randomBytes(60_000).toString('hex') } })
  await store.close()
  makeOlder(path)
  writeFileSync(join(disk.path, 'ballast'), Buffer.alloc((16 << 20) - statSync(path).size - (1 << 20)))
  const before = readFileSync(path)
  await expect(openSqliteSessionStore(path)).rejects.toMatchObject({ code: 'store_full' })
  expect(readFileSync(path).equals(before)).toBe(true)

  disk.resize(128)
  const again = await openSqliteSessionStore(path)
  onTestFinished(() => again.close())
  expect(again.notices.map(({ code }) => code)).toEqual(['migrated'])
  expect(await again.findSession('castle')).toMatchObject({ turns: 40 })
  expect(readdirSync(disk.path).filter((name) => name.includes('unfinished'))).toEqual([])
})

test('a picture for which the disk has no room stays where it is, and the player gets a warning', async ({ skip }) => {
  const disk = await withDisk(1, skip)
  const path = join(await temporaryFolder(), 'picture.png')
  writeFileSync(path, randomBytes(3 << 20))
  const asset = { assetId: 'a', toolId: 't', kind: 'image', mediaType: 'image/png', path, sizeBytes: 3 << 20 }
  expect(await new AssetFolder(join(disk.path, 'assets')).keep(asset)).toEqual({
    warning: expect.stringContaining('the disk is full'),
  })
  expect(readdirSync(join(disk.path, 'assets'))).toEqual([])
})
