import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../runtime/test/fixtures/temporary-folder.ts'
import { newSession, playInto } from '../../../runtime/test/fixtures/turns.ts'
import { exportSession, importSession } from '@narratoria/runtime/exchange'
import { openSqliteSessionStore, type SessionStore } from '@narratoria/runtime'
import { openPostgresSessionStore } from '../../src/index.ts'
import { openPglite } from '../fixtures/open-pglite.ts'

async function exported(store: SessionStore, sessionId: string): Promise<string> {
  let text = ''
  for await (const part of exportSession(store, sessionId, { format: 'json' })) text += part
  return text
}

test('an export of one store, imported into the other and back, is the same to the byte', async () => {
  const sqlite = await openSqliteSessionStore(join(await temporaryFolder(), 'sessions.db'))
  const postgres = await openPostgresSessionStore(await openPglite())
  const { sessionId } = await sqlite.createSession({ ...newSession('castle'), initialState: { b: 1, a: [1, null] } })
  const first = await playInto(sqlite, sessionId, { prompt: 'one', patch: { b: null, c: { deep: [1, 'ü'] } } })
  for (let turn = 0; turn < 120; turn += 1)
    await playInto(sqlite, sessionId, { prompt: `step ${turn}`, patch: { [`k${turn % 7}`]: turn } })
  await sqlite.moveHead(sessionId, { head: first.turnId, tip: first.turnId })
  await playInto(sqlite, sessionId, { prompt: 'beside', patch: { c: 2 } })
  await sqlite.labelTurn(sessionId, first.turnId, 'gate')
  const original = await exported(sqlite, sessionId)
  const there = await importSession(postgres, original)
  expect(await exported(postgres, there.session.sessionId)).toBe(original)
  await sqlite.trashSession(sessionId)
  await sqlite.emptyTrash()
  const back = await importSession(sqlite, await exported(postgres, there.session.sessionId))
  expect(await exported(sqlite, back.session.sessionId)).toBe(original)
  await sqlite.close()
  await postgres.close()
})
