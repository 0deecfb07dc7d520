import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { checkLorebooks } from '../../../src/store/check-lorebooks.ts'
import { openSqliteSessionStore } from '../../../src/index.ts'
import { dropPieces } from '../../fixtures/older-file.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'
import { newSession, playInto } from '../../fixtures/turns.ts'

/** Lorebooks of about half a megabyte of random text, which compression does not make small. */
function largeBooks() {
  const random = () => Array.from({ length: 40 }, () => Math.random().toString(36).slice(2)).join(' ')
  const entries = Array.from({ length: 1_000 }, (_, index) => ({ keys: [`k${index}`], content: random() }))
  return checkLorebooks([{ spec: 'lorebook_v3', data: { name: 'large', extensions: {}, entries } }])
}

async function storeWithBooks() {
  const path = join(await temporaryFolder(), 'sessions.db')
  const store = await openSqliteSessionStore(path)
  const { sessionId } = await store.createSession(newSession('large'))
  const books = largeBooks()
  await store.setLorebooks(sessionId, books)
  await playInto(store, sessionId, { prompt: 'begin' })
  await store.close()
  return { path, sessionId, books }
}

describe('the lorebooks of a session', () => {
  test('§7: are not written again by turns', async () => {
    const { path, sessionId, books } = await storeWithBooks()
    const store = await openSqliteSessionStore(path)
    for (let turn = 0; turn < 10; turn++) await playInto(store, sessionId, { prompt: 'wait' })
    // Ten copies of the lorebooks have more than 2 MB.
    expect(statSync(path).size).toBeGreaterThan(250_000)
    expect(statSync(`${path}-wal`).size).toBeLessThan(1_000_000)
    expect(await store.lorebooksOf(sessionId)).toEqual(books)
    await store.setLorebooks(sessionId, [])
    expect(await store.lorebooksOf(sessionId)).toEqual([])
    await store.close()
  })

  test('stay when a file of schema 9 is opened', async () => {
    const { path, sessionId, books } = await storeWithBooks()
    const file = new DatabaseSync(path)
    dropPieces(file)
    file.exec(`ALTER TABLE sessions ADD COLUMN lorebooks BLOB;
      UPDATE sessions SET lorebooks = (SELECT books FROM lorebooks WHERE session = sessions.id);
      DROP TABLE lorebooks; PRAGMA user_version = 9`)
    file.close()
    const store = await openSqliteSessionStore(path)
    expect(store.notices.map(({ code }) => code)).toEqual(['migrated'])
    expect(await store.lorebooksOf(sessionId)).toEqual(books)
    await store.close()
  })

  test('a changed bit in them is reported, and the turns are recovered', async () => {
    const { path, sessionId } = await storeWithBooks()
    const file = new DatabaseSync(path)
    const { books } = file.prepare('SELECT books FROM lorebooks').get() as { books: Uint8Array }
    file.close()
    const bytes = readFileSync(path)
    // Within a page of the block, beyond its first one.
    const at = bytes.indexOf(Buffer.from(books).subarray(10_000, 10_020))
    expect(at).toBeGreaterThan(0)
    bytes[at]! ^= 1
    writeFileSync(path, bytes)
    const store = await openSqliteSessionStore(path)
    const found = await Promise.allSettled([store.lorebooksOf(sessionId), store.checked])
    expect(found[0]).toMatchObject({ status: 'rejected', reason: { code: 'store_damaged' } })
    await store.close()
    const again = await openSqliteSessionStore(path)
    expect(again.notices.length).toBeGreaterThan(0)
    expect((await again.findSession(sessionId))?.turns).toBe(1)
    expect(await again.lorebooksOf(sessionId)).toEqual([])
    await again.close()
  })
})
