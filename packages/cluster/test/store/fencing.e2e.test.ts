import { expect, test } from 'vitest'
import { makeTurn, newSession, playInto } from '../../../runtime/test/fixtures/turns.ts'
import { type Database, openPostgresSessionStore } from '../../src/index.ts'
import { openPglite } from '../fixtures/open-pglite.ts'

// PGlite has one connection, so a second store gets the lock that the first one has: it is the host that took a frozen one's session over.
async function takenOver() {
  const database = await openPglite()
  const frozen = await openPostgresSessionStore(database, { hostName: 'frozen' })
  const { sessionId } = await frozen.createSession(newSession('castle'))
  const lock = await frozen.lockSession(sessionId)
  const seq = await frozen.beginTurn(sessionId, { prompt: 'jump', startedAt: 7 })
  const next = await openPostgresSessionStore(database, { hostName: 'next' })
  const nextLock = await next.lockSession(sessionId)
  return { frozen, next, sessionId, seq, lock, nextLock }
}

test('a host whose session was taken over stores nothing, and gets session_lost', async () => {
  const { frozen, next, sessionId, seq, lock, nextLock } = await takenOver()
  expect(nextLock.lostTurn).toEqual({ seq, prompt: 'jump', startedAt: 7 })
  const turn = makeTurn({ sessionId, seq, parentId: null }, 'jump', {}, { a: 1 })
  const lost = { code: 'session_lost', message: expect.stringContaining('next has taken "castle" over') }
  await expect(frozen.commitTurn(turn)).rejects.toMatchObject(lost)
  for (const change of [
    () => frozen.beginTurn(sessionId, { prompt: 'again', startedAt: 8 }),
    () => frozen.abandonTurn(sessionId, seq),
    () => frozen.moveHead(sessionId, { head: null, tip: null }),
    () => frozen.amendTurn(turn),
    () => frozen.labelTurn(sessionId, turn.turnId, 'x'),
    () => frozen.reviseTurn(sessionId, turn.turnId, { prompt: 'x', narrative: 'y', texts: [] }),
    () => frozen.renameSession(sessionId, { title: 'x' }),
  ])
    await expect(change()).rejects.toMatchObject({ code: 'session_lost' })
  expect(lock.lost?.aborted).toBe(true)
  expect(await next.findSession(sessionId)).toMatchObject({ head: null, turns: 0, title: 'castle' })
  const played = await playInto(next, sessionId, { prompt: 'wait' })
  expect(played.seq).toBe(seq + 1)
})

test('a turn that was started before another host had the session is not stored, even after the lock is released', async () => {
  const { frozen, next, sessionId, seq, lock, nextLock } = await takenOver()
  await lock.release()
  await nextLock.release()
  const turn = makeTurn({ sessionId, seq, parentId: null }, 'jump', {}, {})
  await expect(frozen.commitTurn(turn)).rejects.toMatchObject({ code: 'turn_not_stored' })
  const again = await next.beginTurn(sessionId, { prompt: 'on', startedAt: 9 })
  await expect(frozen.commitTurn({ ...turn, seq: again })).rejects.toMatchObject({ code: 'session_lost' })
})

test('a state that another host has replaced is read again', async () => {
  const database = await openPglite()
  const [one, other] = [await openPostgresSessionStore(database), await openPostgresSessionStore(database)]
  const { sessionId } = await one.createSession(newSession())
  const turn = await playInto(one, sessionId, { prompt: 'look', patch: { a: 1 } })
  expect(await other.stateAt(sessionId, turn.turnId)).toEqual({ a: 1 })
  await one.amendTurn({ ...turn, state: { a: 2 } })
  expect(await other.stateAt(sessionId, turn.turnId)).toEqual({ a: 2 })
})

test('texts with NUL, lone surrogates and backslashes come back to the letter', async () => {
  const store = await openPostgresSessionStore(await openPglite())
  const odd = 'a\0b \uD800 c\uDC00 \\u0000 \\ 😀 \u2028'
  const { sessionId } = await store.createSession({ ...newSession(odd), title: odd, opening: odd, tags: [odd] })
  expect(await store.findSession(odd)).toMatchObject({ sessionId, name: odd, title: odd, opening: odd, tags: [odd] })
  const turn = await playInto(store, sessionId, { prompt: odd, narrative: odd, patch: { [odd]: odd } })
  await store.labelTurn(sessionId, turn.turnId, odd)
  expect(await store.readTurn(sessionId, turn.turnId)).toEqual({ ...turn, label: odd })
  expect(await store.findTurn(sessionId, odd)).toMatchObject({ seq: 1, prompt: odd, narrative: odd })
})

async function versionOf(database: Database): Promise<unknown> {
  return (await database.query('SELECT version FROM narratoria.schema_version'))[0]?.version
}

test('the tables are made once, and a host that may not migrate says what to do', async () => {
  const database = await openPglite()
  await expect(openPostgresSessionStore(database, { migrate: false })).rejects.toMatchObject({
    code: 'store_foreign',
    message: expect.stringContaining('Start one host that may migrate it'),
  })
  await Promise.all([openPostgresSessionStore(database), openPostgresSessionStore(database)])
  await openPostgresSessionStore(database, { migrate: false })
  expect(await versionOf(database)).toBe(3)
})

test('an older host refuses a newer schema and leaves it as it is', async () => {
  const database = await openPglite()
  await openPostgresSessionStore(database)
  await database.query('UPDATE narratoria.schema_version SET version = 99')
  await expect(openPostgresSessionStore(database)).rejects.toMatchObject({
    code: 'store_newer',
    message: expect.stringContaining('Update this program'),
  })
  expect(await versionOf(database)).toBe(99)
})
