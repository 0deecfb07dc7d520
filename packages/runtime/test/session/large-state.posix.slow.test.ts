import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { JsonObject } from '@narratoria/protocol'
import { expect, test } from 'vitest'
import { createNarratoria, openSqliteSessionStore } from '../../src/index.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { newSession, playInto } from '../fixtures/turns.ts'

/** A state of many objects, of which a turn changes one. */
function largeState(count: number): { rooms: Record<string, JsonObject> } & JsonObject {
  const room = (index: number) => ({ name: `room ${index}`, notes: { text: 'x'.repeat(400) } })
  return { rooms: Object.fromEntries(Array.from({ length: count }, (_, index) => [`r${index}`, room(index)])) }
}

/** A host whose one tool adds `{ "rooms": { "r1": { "visits": N } } }` to the state and reports the length of its request. */
async function openLargeStory(count: number) {
  const folder = await temporaryFolder()
  const skill = join(folder, 'skills', 'walk')
  mkdirSync(skill, { recursive: true })
  writeFileSync(
    join(skill, 'walk.sh'),
    `#!/bin/sh
read -r line
printf '{"version":"0","type":"state_patch","patch":{"rooms":{"r1":{"visits":%s}}}}\\n' "$$"
printf '{"version":"0","type":"done","ok":true,"summary":"%s"}\\n' "\${#line}"
`,
  )
  chmodSync(join(skill, 'walk.sh'), 0o755)
  const scripts = [{ name: 'walk', path: 'walk.sh', description: 'Walks.', triggers: ['walk'] }]
  writeFileSync(
    join(skill, 'skill.json'),
    JSON.stringify({ name: 'walk', version: '1.0.0', description: 'Walks.', scripts }),
  )
  const path = join(folder, 'sessions.db')
  const store = await openSqliteSessionStore(path)
  const { sessionId } = await store.createSession(newSession('large'))
  const state = largeState(count)
  await playInto(store, sessionId, { prompt: 'begin', patch: state })
  const host = await createNarratoria({ skillRoots: [join(folder, 'skills')], home: folder, store })
  return { host, state, session: await host.openSession('large') }
}

test('a turn shares everything that it does not change with the state before it', async () => {
  const { host, session } = await openLargeStory(2_000)
  const first = (await session.play('walk').result).state.rooms as JsonObject
  const second = (await session.play('walk').result).state.rooms as JsonObject
  const copied = Object.keys(second).filter((key) => second[key] !== first[key])
  expect(copied).toEqual(['r1'])
  expect((second.r1 as JsonObject).notes).toBe((first.r1 as JsonObject).notes)
  await host.close()
})

test('a large state is not stored again while its changes are small, and is read as it was', async () => {
  const path = join(await temporaryFolder(), 'sessions.db')
  const store = await openSqliteSessionStore(path)
  const { sessionId } = await store.createSession(newSession('large'))
  const turns = [await playInto(store, sessionId, { prompt: 'begin', patch: largeState(2_000) })]
  for (let turn = 0; turn < 300; turn++)
    turns.push(await playInto(store, sessionId, { prompt: 'walk', patch: { rooms: { r1: { visits: turn } } } }))
  await store.close()
  const file = new DatabaseSync(path, { readOnly: true })
  expect(file.prepare('SELECT count(*) AS n FROM states WHERE snapshot IS NOT NULL').get()).toEqual({ n: 1 })
  file.close()
  const other = await openSqliteSessionStore(path)
  for (const { turnId, state } of turns.filter((_, index) => index % 50 === 0))
    expect(JSON.stringify(await other.stateAt(sessionId, turnId))).toBe(JSON.stringify(state))
  await other.close()
})

test('a whole state is written in pieces, between which other work of the host runs', async () => {
  const path = join(await temporaryFolder(), 'sessions.db')
  const store = await openSqliteSessionStore(path)
  const { sessionId } = await store.createSession(newSession('large'))
  const large = largeState(8_000)
  await playInto(store, sessionId, { prompt: 'begin', patch: large })
  let loops = 0
  const count = () => {
    loops += 1
    timer = setImmediate(count)
  }
  let timer = setImmediate(count)
  // As much as the whole state: it is written again.
  const repainted = {
    rooms: Object.fromEntries(Object.keys(large.rooms).map((key) => [key, { colour: 'y'.repeat(450) }])),
  }
  const { turnId, state } = await playInto(store, sessionId, { prompt: 'paint', patch: repainted })
  clearImmediate(timer)
  // 7 MB in pieces of 64 KB.
  expect(loops).toBeGreaterThan(60)
  await store.close()
  const file = new DatabaseSync(path, { readOnly: true })
  expect(file.prepare('SELECT count(*) AS n FROM states WHERE snapshot IS NOT NULL').get()).toEqual({ n: 2 })
  file.close()
  const again = await openSqliteSessionStore(path)
  expect(JSON.stringify(await again.stateAt(sessionId, turnId))).toBe(JSON.stringify(state))
  await again.close()
})

test('a large initial state is written once, and is as it was after turns, an undo and a new start', async () => {
  const path = join(await temporaryFolder(), 'sessions.db')
  const store = await openSqliteSessionStore(path)
  const initialState = largeState(4_000)
  const { sessionId } = await store.createSession({ ...newSession('large'), initialState })
  await store.close()
  const again = await openSqliteSessionStore(path)
  for (let turn = 0; turn < 5; turn++)
    await playInto(again, sessionId, { prompt: 'walk', patch: { rooms: { r1: { visits: turn } } } })
  await again.moveHead(sessionId, { head: null, tip: null })
  // The state alone has 2 MB.
  expect(statSync(`${path}-wal`).size).toBeLessThan(1_000_000)
  await again.close()
  const last = await openSqliteSessionStore(path)
  expect(await last.stateAt(sessionId, null)).toEqual(initialState)
  await last.close()
})

test('a tool gets a large state complete', async () => {
  const { host, session, state } = await openLargeStory(5_000)
  const { execution } = await session.play('walk').result
  expect(Number(execution!.toolResults[0]!.summary)).toBeGreaterThan(JSON.stringify(state).length)
  await host.close()
})
