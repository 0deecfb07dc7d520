import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openSqliteSessionStore } from '../../../src/index.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'
import { digests, newSession, playInto } from '../../fixtures/turns.ts'

async function playedStore() {
  const path = join(await temporaryFolder(), 'sessions.db')
  const store = await openSqliteSessionStore(path)
  onTestFinished(() => store.close())
  const { sessionId } = await store.createSession(newSession('castle'))
  for (let index = 0; index < 5; index++) await playInto(store, sessionId, { prompt: `go ${index}` })
  return { path, store, sessionId }
}

test('a backup has every turn and every file, and the story goes on in both', async () => {
  const { path, store, sessionId } = await playedStore()
  mkdirSync(`${path}-assets`, { recursive: true })
  writeFileSync(join(`${path}-assets`, 'picture'), 'a picture')
  const copy = join(await temporaryFolder(), 'copy.db')
  await store.backup(copy)
  await playInto(store, sessionId, { prompt: 'on' })
  const copied = await openSqliteSessionStore(copy)
  onTestFinished(() => copied.close())
  expect(copied.notices).toEqual([])
  expect(await digests(copied, sessionId)).toEqual((await digests(store, sessionId)).slice(0, -1))
  expect(readFileSync(join(`${copy}-assets`, 'picture'), 'utf8')).toBe('a picture')
  await playInto(copied, sessionId, { prompt: 'elsewhere' })
})

test('a backup overwrites nothing', async () => {
  const { path, store } = await playedStore()
  const before = readFileSync(path)
  await expect(store.backup(path)).rejects.toMatchObject({ code: 'store_unwritable' })
  expect(readFileSync(path).equals(before)).toBe(true)
})

test('a backup that cannot be written leaves nothing', async () => {
  const { store } = await playedStore()
  const folder = await temporaryFolder()
  await expect(store.backup(join(folder, 'none', 'copy.db'))).rejects.toMatchObject({ code: 'store_unwritable' })
  expect(readdirSync(folder)).toEqual([])
})
