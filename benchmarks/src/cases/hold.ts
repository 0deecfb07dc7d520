import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setImmediate as breath } from 'node:timers/promises'
import { Executor } from '@narratoria/executor'
import { type JsonObject, mergePatch, type Plan } from '@narratoria/protocol'
import { createNarratoria, openSqliteSessionStore, type StoredTurn } from '@narratoria/runtime'
import type { BenchCase, Contender } from '../bench-case.ts'
import { longestHold } from '../longest-hold.ts'
import { workFolder } from '../workspace.ts'

const planner = { name: 'wait', plan: async () => ({ requestId: randomUUID(), narrative: 'You wait.', tools: [] }) }

/** For how long large plans and large states hold the event loop. */
export function cases(): BenchCase[] {
  return [
    {
      name: 'longest processor time for which the check of a large plan, or tools that cannot start, hold the event loop',
      rounds: 5,
      reference: { name: 'the limit', run: () => 50 },
      contenders: [
        largePlan('10,000 tools that cannot start', () => missingTools(10_000)),
        largePlan('a text of 32 MB', () => planWith('x'.repeat(32_000_000))),
        largePlan('a list of 65,000 numbers', () => planWith(Array<number>(65_000).fill(0))),
        largePlan('65,000 objects, as text', () =>
          JSON.stringify(planWith(Array.from({ length: 65_000 }, () => ({})))),
        ),
        largePlan('50,000 keys, as text', () => JSON.stringify(planWith(keys(50_000)))),
        largePlan('3,000,000 objects, refused', () =>
          planWith(Array.from({ length: 3_000 }, () => Array.from({ length: 1_000 }, () => ({})))),
        ),
      ],
    },
    {
      name: 'longest processor time for which opening a story and its first turn hold the event loop, state of 50 MB',
      rounds: 3,
      cold: true,
      slow: true,
      reference: { name: 'the limit', run: () => 100 },
      contenders: [opening('repeated text', () => 'x'.repeat(1_000)), opening('random text', () => randomText(1_000))],
    },
    {
      name: 'longest processor time for which a turn that changes 1 MB of 50 MB holds the event loop, the whole state written twice',
      rounds: 3,
      cold: true,
      slow: true,
      reference: { name: 'the limit', run: () => 100 },
      contenders: [changes('words', randomWords), changes('random text', randomText)],
    },
  ]
}

function largePlan(name: string, make: () => Plan | string): Contender {
  const executor = new Executor({ cwd: workFolder(), planTimeoutMs: 1_000 })
  let plan: Plan | string
  const isInput = !name.includes('cannot start')
  return {
    name,
    bar: 1,
    beforeEach() {
      plan = make()
      globalThis.gc?.()
    },
    // An input at the limit is checked only: what its tool costs is that of its request.
    run: () => longestHold(() => executor.execute(plan, isInput ? { signal: AbortSignal.abort() } : {})),
    close: () => executor.close({ force: true }),
  }
}

function missingTools(count: number): Plan {
  const retryPolicy = { maxRetries: 0 }
  const tool = (at: number) => ({ toolId: `t${at}`, toolPath: `missing-${at}`, required: false, retryPolicy })
  return { requestId: randomUUID(), tools: Array.from({ length: count }, (_, at) => tool(at)) }
}

function planWith(value: JsonObject[string]): Plan {
  return { requestId: randomUUID(), tools: [{ ...missingTools(1).tools[0]!, input: { value } }] }
}

function keys(count: number): JsonObject {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, at]))
}

function opening(name: string, text: () => string): Contender {
  let folder = ''
  return {
    name,
    bar: 1,
    async beforeEach() {
      folder = await storeLarge(text)
    },
    async run() {
      const store = await openSqliteSessionStore(join(folder, 'sessions.db'))
      const host = await createNarratoria({ skillRoots: [], home: folder, store, planner })
      const heldMs = await longestHold(async () => {
        const session = await host.openSession('story')
        await session.play('wait').result
        await session.state()
        await store.checked
      })
      await host.close()
      return heldMs
    },
  }
}

function changes(name: string, text: (length: number) => string): Contender {
  let folder = ''
  return {
    name,
    bar: 1,
    async beforeEach() {
      folder = await storeLarge(() => text(1_000))
    },
    async run() {
      const store = await openSqliteSessionStore(join(folder, 'sessions.db'))
      let { head: parentId } = (await store.findSession('story'))!
      let state = await store.stateAt('story', parentId)
      let longestMs = 0
      for (let turn = 0; turn < 55; turn++) {
        const room = (at: number) => [`r${(turn * 1_000 + at) % 50_000}`, { notes: text(1_100) }]
        state = mergePatch(state, {
          rooms: Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => room(at))),
        })
        const seq = await store.beginTurn('story', { prompt: 'paint', startedAt: 1 })
        const stored = { ...storedTurn(seq, parentId), state }
        await breath()
        longestMs = Math.max(longestMs, await longestHold(() => store.commitTurn(stored)))
        parentId = stored.turnId
      }
      await store.close()
      return longestMs
    },
  }
}

/** Stores a story with 50 MB of state, after one turn. Returns its folder. */
async function storeLarge(text: () => string): Promise<string> {
  const folder = join(workFolder(), randomUUID())
  const store = await openSqliteSessionStore(join(folder, 'sessions.db'))
  const room = (at: number) => [`r${at}`, { name: `room ${at}`, notes: text() }]
  const state: JsonObject = { rooms: Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => room(at))) }
  const session = { sessionId: 'story', name: 'story', title: 'Story', createdAt: 0, head: 'turn-1', tip: 'turn-1' }
  await store.importSession(session, [{ ...storedTurn(1, null), state }])
  await store.close()
  return folder
}

function storedTurn(seq: number, parentId: string | null): StoredTurn {
  return {
    sessionId: 'story',
    turnId: `turn-${seq}`,
    seq,
    parentId,
    prompt: 'paint',
    status: 'stored',
    narrative: 'You paint.',
    choices: [],
    plan: null,
    execution: null,
    state: {},
    attempts: [],
    fallback: false,
    createdAt: seq,
    events: [],
    assets: [],
  }
}

/** Text that cannot be compressed by much. */
function randomText(length: number): string {
  return Array.from({ length }, () => String.fromCharCode(93 + Math.floor(Math.random() * 33))).join('')
}

const vocabulary = Array.from({ length: 3_000 }, (_, at) => (at * 7_919).toString(36).slice(0, 2 + (at % 6)))

/** Text of random words, which compression shortens about as much as prose. */
function randomWords(length: number): string {
  const words = Array.from({ length: length / 5 }, () => vocabulary[Math.floor(Math.random() * vocabulary.length)])
  return words.join(' ').slice(0, length)
}
