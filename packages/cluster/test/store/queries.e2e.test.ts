import { expect, test } from 'vitest'
import { newSession, playInto } from '../../../runtime/test/fixtures/turns.ts'
import { openPostgresSessionStore, type Statements } from '../../src/index.ts'
import { openPglite } from '../fixtures/open-pglite.ts'

test('a long story is read in pages, and a turn is stored with as many statements as the one before', async () => {
  const database = await openPglite()
  let statements = 0
  const counting = (on: Statements): Statements => ({
    query(sql, values) {
      statements += 1
      return on.query(sql, values)
    },
  })
  const store = await openPostgresSessionStore({
    ...database,
    ...counting(database),
    transaction: (work) => database.transaction((on) => work(counting(on))),
  })
  const { sessionId } = await store.createSession(newSession())
  const perTurn: number[] = []
  for (let n = 0; n < 60; n += 1) {
    const before = statements
    await playInto(store, sessionId, { prompt: `look ${n}`, patch: { n } })
    perTurn.push(statements - before)
  }
  expect(new Set(perTurn.slice(2)).size).toBe(1)
  const before = statements
  const read: unknown[] = []
  for await (const turn of store.readTurns(sessionId)) read.push(turn.state.n)
  expect(read).toEqual(Array.from({ length: 60 }, (_, n) => n))
  expect(statements - before).toBeLessThanOrEqual(6)
})
