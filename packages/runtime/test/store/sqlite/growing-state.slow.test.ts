import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openSqliteSessionStore } from '../../../src/index.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'
import { newSession, playInto } from '../../fixtures/turns.ts'

test('data model §7: states that grow cost space by what changes, and each is read fast', async () => {
  const path = join(await temporaryFolder(), 'sessions.db')
  const store = await openSqliteSessionStore(path)
  const session = {
    ...newSession(),
    initialState: {
      world: Object.fromEntries(
        Array.from({ length: 500 }, (_, index) => [
          `room${index}`,
          { name: `The room of number ${index}`, visited: false },
        ]),
      ),
    },
  }
  await store.createSession(session)
  const turns = []
  for (let index = 0; index < 600; index++)
    turns.push(
      await playInto(store, session.sessionId, {
        prompt: `go ${index}`,
        patch: { world: { [`room${index % 500}`]: { visited: index } } },
      }),
    )
  // A copy of the state in each turn would be 17 MB.
  expect(statSync(path).size + statSync(`${path}-wal`).size).toBeLessThan(12e6)
  for (const turn of [turns[0]!, turns[99]!, turns[100]!, turns[101]!, turns[599]!])
    expect(JSON.stringify(await store.stateAt(session.sessionId, turn.turnId))).toBe(JSON.stringify(turn.state))
  await store.close()
})
