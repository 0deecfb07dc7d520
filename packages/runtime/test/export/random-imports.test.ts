import type { JsonValue } from '@narratoria/protocol'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fuzz, fuzzAndKeep } from '../../../protocol/test/fuzz.ts'
import { mutatedJson, mutatedText } from '../../../protocol/test/mutated.ts'
import { exportSession, importSession } from '../../src/exchange.ts'
import { MemorySessionStore } from '../../src/store/index.ts'
import { openSqliteSessionStore, RuntimeError, type SessionStore } from '../../src/index.ts'
import { join } from 'node:path'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { newSession, playInto } from '../fixtures/turns.ts'

async function exported(): Promise<string> {
  const store = new MemorySessionStore()
  const session = { ...newSession('castle'), opening: 'It rains.', initialState: { rain: true } }
  await store.createSession(session)
  const { sessionId } = session
  const one = await playInto(store, sessionId, { prompt: 'one', patch: { a: 1 } })
  const two = await playInto(store, sessionId, { prompt: 'two', patch: { a: null, b: { c: [1, 2] } } })
  await playInto(store, sessionId, { prompt: 'beside', parentId: one.turnId })
  await store.labelTurn(sessionId, two.turnId, 'gate')
  return textOf(exportSession(store, sessionId, { format: 'json' }))
}

async function textOf(pieces: AsyncIterable<string>): Promise<string> {
  let all = ''
  for await (const piece of pieces) all += piece
  return all
}

it.each([
  ['memory', 1],
  ['sqlite', 20],
] as const)(
  '§9: a random export is imported whole and can be exported again, or refused with nothing stored: %s',
  async (kind, share) => {
    const document = await exported()
    const shared =
      kind === 'sqlite' ? await openSqliteSessionStore(join(await temporaryFolder(), 'sessions.db')) : undefined
    const seen = { imported: 0, refused: 0 }
    const numRuns = Math.ceil(fuzz.numRuns / share)
    const documents = fc.oneof(
      { weight: 3, arbitrary: mutatedJson([JSON.parse(document) as JsonValue]).map((value) => JSON.stringify(value)) },
      { weight: 1, arbitrary: mutatedText([document]) },
    )
    await fc.assert(
      fc.asyncProperty(documents, async (text) => {
        const store = shared ?? new MemorySessionStore()
        const before = (await store.listSessions()).length
        try {
          const { session } = await importSession(store, text)
          seen.imported += 1
          expect(await store.listSessions()).toHaveLength(before + 1)
          await expectReadable(store, session.sessionId)
        } catch (error) {
          if (!RuntimeError.isInstance(error) || error.code !== 'invalid_export') throw error
          seen.refused += 1
          expect(await store.listSessions()).toHaveLength(before)
        }
      }),
      { ...fuzzAndKeep<string>(join(import.meta.dirname, 'found-imports.json')), numRuns },
    )
    await shared?.close()
    expect(Math.min(seen.imported, seen.refused)).toBeGreaterThanOrEqual(Math.floor(numRuns / 20))
  },
)

async function expectReadable(store: SessionStore, sessionId: string): Promise<void> {
  const again = await textOf(exportSession(store, sessionId, { format: 'json' }))
  const other = new MemorySessionStore()
  await importSession(other, again)
  expect(await textOf(exportSession(other, sessionId, { format: 'json' }))).toBe(again)
  for (const format of ['markdown', 'html'] as const)
    expect(await textOf(exportSession(store, sessionId, { format }))).not.toBe('')
}
