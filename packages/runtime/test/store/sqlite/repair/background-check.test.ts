import { expect, onTestFinished, test } from 'vitest'
import { openSqliteSessionStore } from '../../../../src/index.ts'
import { damagePage, largeFile } from '../../../fixtures/large-file.ts'
import { playInto } from '../../../fixtures/turns.ts'

test('§9: a large damaged file opens at once, and is written no more when the check has found the damage', async () => {
  const { path, sessionId } = await largeFile()
  damagePage(path)
  const store = await openSqliteSessionStore(path)
  onTestFinished(() => store.close())
  expect(store.notices).toEqual([])
  expect(await store.checked).toMatchObject({ code: 'damage_found' })
  await expect(store.beginTurn(sessionId, { prompt: 'on', startedAt: 1 })).rejects.toMatchObject({
    code: 'store_damaged',
  })
})

test('§9: a large file that is sound is looked through and played on', async () => {
  const { path, sessionId } = await largeFile()
  const store = await openSqliteSessionStore(path)
  onTestFinished(() => store.close())
  await playInto(store, sessionId, { prompt: 'meanwhile' })
  expect(await store.checked).toBeUndefined()
  await playInto(store, sessionId, { prompt: 'on' })
  expect(await store.findSession(sessionId)).toMatchObject({ turns: 62 })
})

test('§9: a store that is closed during its check closes at once and reports nothing', async () => {
  const { path } = await largeFile()
  const store = await openSqliteSessionStore(path)
  await store.close()
  expect(await store.checked).toBeUndefined()
})
