import { execFile } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
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

// On a busy machine, the time is 30 to 100 ms, and 290 to 470 ms if the state is parsed at once. On a busy machine
// everything takes longer, so the bound is a share of what writing and parsing such a state takes there.
const run = (task: string, place: string, folder: string) => {
  const program = fileURLToPath(new URL('../../fixtures/large-state-process.ts', import.meta.url))
  return promisify(execFile)(process.execPath, [program, task, place, folder])
}

test.each(['initial', 'turn'])(
  'opening a story with 50 MB of state (%s), its first turn and the check let the event loop turn',
  async (place) => {
    const folder = await temporaryFolder()
    await run('store', place, folder)
    const { stdout } = await run('open', place, folder)
    const { longestMs, atOnceMs, ...others } = JSON.parse(stdout) as Record<string, number>
    expect(others).toEqual({ length: expect.toSatisfy((length: number) => length > 50_000_000), isSame: true })
    expect(longestMs! / atOnceMs!).toBeLessThan(1)
  },
)

// Without steps, the time is about five times that of writing and parsing the state.
test('turns that change 1 MB of 50 MB of state let the event loop turn, also when the whole state is written', async () => {
  const folder = await temporaryFolder()
  await run('store', 'turn', folder)
  const { stdout } = await run('change', 'turn', folder)
  const { longestMs, atOnceMs, ...others } = JSON.parse(stdout) as Record<string, number>
  expect(others).toEqual({
    length: expect.toSatisfy((length: number) => length > 50_000_000),
    isSame: true,
    wholes: expect.toSatisfy((count: number) => count > 1),
  })
  expect(longestMs! / atOnceMs!).toBeLessThan(1)
})
