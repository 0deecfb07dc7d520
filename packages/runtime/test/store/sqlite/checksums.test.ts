import { openSync, readFileSync, truncateSync, writeFileSync, writeSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { openSqliteSessionStore } from '../../../src/index.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'
import { newSession, playInto } from '../../fixtures/turns.ts'

async function storyFile(turns = 12) {
  const path = join(await temporaryFolder(), 'sessions.db')
  const store = await openSqliteSessionStore(path)
  const { sessionId } = await store.createSession(newSession('castle'))
  for (let count = 1; count <= turns; count++)
    await playInto(store, sessionId, { prompt: `go ${count}`, patch: { count } })
  return { path, sessionId, store }
}

async function reopened(path: string) {
  const store = await openSqliteSessionStore(path)
  onTestFinished(() => store.close())
  return store
}

/** Replaces the first occurrence of some bytes. */
function replaceIn(path: string, from: string, to: string): void {
  const at = readFileSync(path).indexOf(from)
  expect(at).toBeGreaterThan(0)
  writeSync(openSync(path, 'r+'), Buffer.from(to), 0, to.length, at)
}

test('one changed digit of a stored state is refused when it is read, and the next start recovers the file', async () => {
  const { path, sessionId, store } = await storyFile()
  await store.close()
  replaceIn(path, '{"count":7}', '{"count":9}')
  const damaged = await openSqliteSessionStore(path)
  const { head } = (await damaged.findSession('castle'))!
  await expect(damaged.stateAt(sessionId, head)).rejects.toMatchObject({ code: 'store_damaged' })
  await damaged.close()
  const again = await reopened(path)
  expect(again.notices).toMatchObject([
    { code: 'damaged_file_set_aside', message: expect.stringMatching(/12 turns .* Of 1 turn only the words are left/) },
  ])
  expect(await again.stateAt(sessionId, head)).toEqual({ count: 12 })
})

test('a complete state after a lost change is kept, and the recovery reports the number of uncertain states', async () => {
  const { path, sessionId, store } = await storyFile(0)
  const ids: string[] = []
  for (let count = 1; count <= 130; count++)
    ids.push((await playInto(store, sessionId, { prompt: `go ${count}`, patch: { [`k${count}`]: 1, count } })).turnId)
  const right = await store.stateAt(sessionId, ids.at(-1)!)
  await store.close()
  const file = new DatabaseSync(path)
  file.exec(`UPDATE states SET patch = replace(patch, '"k50":1', '"k50":7') WHERE turn = 50`)
  file.close()
  const damaged = await openSqliteSessionStore(path)
  expect(await damaged.checked).toMatchObject({ code: 'damage_found' })
  await damaged.close()
  const again = await reopened(path)
  // The whole state is that of turn 101.
  expect(again.notices[0]!.message).toMatch(
    /The states of 51 turns may be wrong, because a change before them is lost\./,
  )
  expect(await again.stateAt(sessionId, ids.at(-1)!)).toEqual(right)
  expect(await again.stateAt(sessionId, ids[59]!)).not.toHaveProperty('k50')
})

test.each([
  ['prompt', 'go 7', 'ho 7'],
  ['title', 'castle', 'cattle'],
])('one changed letter of a %s is found without being read, and the recovery says so', async (_, from, to) => {
  const { path, store } = await storyFile()
  await store.close()
  replaceIn(path, from, to)
  const damaged = await openSqliteSessionStore(path)
  expect(await damaged.checked).toMatchObject({ code: 'damage_found' })
  await damaged.close()
  expect((await reopened(path)).notices).toMatchObject([
    {
      code: 'damaged_file_set_aside',
      message: expect.stringContaining('1 of the recovered rows may contain wrong values'),
    },
  ])
})

test('a changed letter in the definition of a table is found, and every turn is recovered', async () => {
  const { path, store } = await storyFile()
  await store.close()
  replaceIn(path, 'holder', 'hmlder')
  const again = await reopened(path)
  expect(again.notices).toMatchObject([
    {
      code: 'damaged_file_set_aside',
      message: expect.stringMatching(/the definition of "sessions" was changed.*12 turns of 1 story were recovered\.$/),
    },
  ])
})

test('turns that a cut log has lost are reported once, and the story goes on from what is left', async () => {
  const { path, sessionId, store } = await storyFile()
  const copy = join(await temporaryFolder(), 'sessions.db')
  for (const suffix of ['', '-wal', '-commits']) await copyFile(`${path}${suffix}`, `${copy}${suffix}`)
  await store.close()
  truncateSync(`${copy}-wal`, Math.floor(readFileSync(`${copy}-wal`).length / 2))
  const again = await openSqliteSessionStore(copy)
  expect(again.notices).toMatchObject([
    { code: 'changes_lost', message: expect.stringMatching(/^The last \d+ changes of/) },
  ])
  await playInto(again, sessionId, { prompt: 'on' })
  await again.close()
  expect((await reopened(copy)).notices).toEqual([])
})

test('an unreadable or missing commit mark does not count as damage', async () => {
  const { path, store } = await storyFile(2)
  await store.close()
  writeFileSync(`${path}-commits`, 'not a number')
  expect((await reopened(path)).notices).toEqual([])
})
