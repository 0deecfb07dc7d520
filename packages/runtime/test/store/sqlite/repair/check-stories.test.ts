import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openSqliteSessionStore } from '../../../../src/index.ts'
import type { SqliteSessionStore } from '../../../../src/store/index.ts'
import { Connection } from '../../../../src/store/sqlite/connection.ts'
import { checkStories } from '../../../../src/store/sqlite/repair/find-damage.ts'
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts'
import { makeTurn, newSession } from '../../../fixtures/turns.ts'

/** A state of several pieces, which the check reads in several steps. */
const noisyState = (rooms: number) => ({
  rooms: Array.from({ length: rooms }, () => randomBytes(7_500).toString('base64')),
})

/** Begins the check of a file with one story, lets the host change it between two steps, and ends the check. */
async function checkWhile(
  isInitial: boolean,
  change: (store: SqliteSessionStore, sessionId: string, turn: ReturnType<typeof makeTurn>) => Promise<unknown>,
): Promise<void> {
  const path = join(await temporaryFolder(), 'sessions.db')
  const store = await openSqliteSessionStore(path)
  onTestFinished(() => store.close())
  const state = noisyState(500)
  const { sessionId } = await store.createSession({ ...newSession('story'), ...(isInitial && { initialState: state }) })
  const turn = { ...makeTurn({ sessionId, seq: 1, parentId: null }, 'paint', {}, {}), state, execution: null }
  if (!isInitial) {
    await store.beginTurn(sessionId, { prompt: 'paint', startedAt: 1 })
    await store.commitTurn(turn)
  }
  const connection = new Connection(path, { readOnly: true })
  onTestFinished(() => connection.close())
  const steps = checkStories(connection)
  for (let step = 0; step < (isInitial ? 3 : 4); step++) expect(steps.next().done).toBe(false)
  await change(store, sessionId, turn)
  while (!steps.next().done);
}

const trash = async (store: SqliteSessionStore, sessionId: string) => {
  await store.trashSession(sessionId)
  await store.emptyTrash()
}

test('§9: a turn that is amended while it is checked is not damaged', async () => {
  await checkWhile(false, (store, _, turn) => store.amendTurn({ ...turn, state: noisyState(500) }))
})

test('§9: a story that is deleted while its turn is checked is not damaged', async () => {
  await checkWhile(false, trash)
})

test('§9: a story that gets the numbers of one that is deleted while it is checked is not damaged', async () => {
  await checkWhile(true, async (store, sessionId) => {
    await trash(store, sessionId)
    await store.createSession({ ...newSession('other'), initialState: noisyState(250) })
  })
})
