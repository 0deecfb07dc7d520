import { existsSync } from 'node:fs'
import { rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openSqliteSessionStore } from '../../../src/index.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'
import { newSession, playInto } from '../../fixtures/turns.ts'

test('the index of the search is made again if it is damaged, old or missing', async () => {
  const path = join(await temporaryFolder(), 'sessions.db')
  const open = async () => {
    const store = await openSqliteSessionStore(path)
    return { store, found: async () => (await store.search('lantern')).length }
  }
  let { store, found } = await open()
  const { sessionId } = await store.createSession(newSession('castle'))
  await playInto(store, sessionId, { prompt: 'light the lantern', patch: {} })
  expect(await found()).toBe(1)
  await playInto(store, sessionId, { prompt: 'drop the lantern', patch: {} })
  expect(await found()).toBe(2)
  await store.close()
  for (const harm of [
    () => rm(`${path}-search`),
    () => truncate(`${path}-search`, 5_000),
    () => writeFile(`${path}-search`, 'no database at all, but long enough to be taken for one'.repeat(100)),
  ]) {
    await harm()
    ;({ store, found } = await open())
    expect(await found()).toBe(2)
    await store.close()
  }
  expect(existsSync(`${path}-search`)).toBe(true)
})
