import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate } from 'node:timers/promises'
import { type JsonObject, mergePatch } from '@narratoria/protocol'
import { expect, test, vi } from 'vitest'
import { createNarratoria, openSqliteSessionStore } from '../../../src/index.ts'
import { temporaryFolder } from '../../fixtures/temporary-folder.ts'
import { makeTurn, newSession } from '../../fixtures/turns.ts'

// How long a piece of work takes depends on the machine, so these tests look at its size. `pnpm bench hold` measures times with 50 MB.
const roomCount = 4_000
const mostAtOnce = 256 * 1024

function largeState(): JsonObject {
  const room = (at: number) => [`r${at}`, { name: `room ${at}`, notes: 'x'.repeat(1_000) }]
  return { rooms: Object.fromEntries(Array.from({ length: roomCount }, (_, at) => room(at))) }
}

/**
 * Counts the turns of the event loop during some work, in which the clock of this test ends every slice after one step, and the characters
 * of the longest JSON that is written or parsed at once.
 */
async function watch<T>(work: () => Promise<T>): Promise<{ turns: number; longest: number; value: T }> {
  const seen = { turns: 0, longest: 0 }
  const notice = (text: string | undefined) => void (seen.longest = Math.max(seen.longest, text?.length ?? 0))
  const { parse, stringify } = JSON
  vi.stubGlobal('JSON', {
    parse(text: string, ...others: []): unknown {
      notice(String(text))
      return parse(text, ...others)
    },
    stringify(value: unknown, ...others: []): string | undefined {
      const text = stringify(value, ...others) as string | undefined
      notice(text)
      return text
    },
  })
  let now = performance.now()
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 20))
  let isOver = false
  const turning = (async () => {
    for (; !isOver; await setImmediate()) seen.turns += 1
  })()
  try {
    const value = await work()
    return { ...seen, value }
  } finally {
    isOver = true
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
    await turning
  }
}

async function storeLarge(place: 'initial' | 'turn') {
  const path = join(await temporaryFolder(), 'sessions.db')
  const state = largeState()
  const store = await openSqliteSessionStore(path)
  const session = { ...newSession('large'), ...(place === 'initial' && { initialState: state }) }
  const { sessionId } = await store.createSession(session)
  if (place === 'turn') {
    const seq = await store.beginTurn(sessionId, { prompt: 'begin', startedAt: 1 })
    const turn = makeTurn({ sessionId, seq, parentId: null }, 'begin', {}, {})
    // A state grows to this size over many turns: none of them has an event of this size.
    await store.commitTurn({ ...turn, state, execution: null, attempts: [] })
  }
  await store.close()
  return { path, state, sessionId, length: JSON.stringify(state).length }
}

test.each(['initial', 'turn'] as const)(
  'opening a story with a large state (%s) and playing its first turn takes steps',
  async (place) => {
    const { path, state, length } = await storeLarge(place)
    const store = await openSqliteSessionStore(path)
    const planner = { name: 'wait', plan: async () => ({ requestId: 'r', narrative: 'You wait.', tools: [] }) }
    const host = await createNarratoria({ skillRoots: [], home: join(path, '..'), store, planner })
    const { turns, longest, value } = await watch(async () => {
      const session = await host.openSession('large')
      const { state: after } = await session.play('wait').result
      return { after, copy: await session.state() }
    })
    expect([turns > length / mostAtOnce, longest < mostAtOnce]).toEqual([true, true])
    expect(JSON.stringify(value.after)).toBe(JSON.stringify(state))
    expect(JSON.stringify(value.copy)).toBe(JSON.stringify(state))
    await host.close()
  },
)

test('turns that change a part of a large state are stored in steps, also when the whole state is written again', async () => {
  const { path, sessionId, length } = await storeLarge('turn')
  const store = await openSqliteSessionStore(path)
  let parentId = (await store.findSession('large'))!.head
  let after = await store.stateAt(sessionId, parentId)
  const { turns, longest } = await watch(async () => {
    for (let turn = 0; turn < 25; turn++) {
      const room = (at: number) => [
        `r${(turn * 200 + at) % roomCount}`,
        { notes: String.fromCodePoint(97 + turn).repeat(1_000) },
      ]
      after = mergePatch(after, { rooms: Object.fromEntries(Array.from({ length: 200 }, (_, at) => room(at))) })
      const seq = await store.beginTurn(sessionId, { prompt: 'paint', startedAt: 1 })
      const made = makeTurn({ sessionId, seq, parentId }, 'paint', {}, {})
      await store.commitTurn({ ...made, state: after, execution: null, attempts: [] })
      parentId = made.turnId
    }
  })
  expect([turns > length / mostAtOnce, longest < mostAtOnce]).toEqual([true, true])
  await store.close()
  const file = new DatabaseSync(path, { readOnly: true })
  expect(file.prepare('SELECT count(*) AS n FROM states WHERE snapshot IS NOT NULL').get()).toEqual({ n: 2 })
  file.close()
  const again = await openSqliteSessionStore(path)
  expect(JSON.stringify(await again.stateAt(sessionId, parentId))).toBe(JSON.stringify(after))
  await again.close()
})

test('a turn that changes a long text is stored, read and checked in steps', async () => {
  const { path, sessionId } = await storeLarge('turn')
  const store = await openSqliteSessionStore(path)
  const { head: parentId } = (await store.findSession('large'))!
  const before = await store.stateAt(sessionId, parentId)
  const patch = { diary: { page: Array.from({ length: 300_000 }, (_, at) => `${at} “𐍈”`).join(' ') } }
  const state = mergePatch(before, patch)
  const seq = await store.beginTurn(sessionId, { prompt: 'write', startedAt: 1 })
  const made = makeTurn({ sessionId, seq, parentId }, 'write', before, patch)
  const turn = { ...made, state, execution: made.execution && { ...made.execution, state } }
  const { turns, longest } = await watch(() => store.commitTurn(turn))
  expect([turns > patch.diary.page.length / mostAtOnce, longest < mostAtOnce]).toEqual([true, true])
  expect(await store.readTurn(sessionId, made.turnId)).toEqual(turn)
  await store.close()
  const again = await openSqliteSessionStore(path)
  expect(await again.checked).toBeUndefined()
  expect(JSON.stringify(await again.stateAt(sessionId, made.turnId))).toBe(JSON.stringify(state))
  await again.close()
})
