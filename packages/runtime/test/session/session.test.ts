import { join } from 'node:path'
import type { JsonObject } from '@narratoria/protocol'
import { expect, onTestFinished, test } from 'vitest'
import { createNarratoria, type Session, type SessionStore, openSqliteSessionStore } from '../../src/index.ts'
import { MemorySessionStore } from '../../src/store/index.ts'
import { openDiaryHost } from '../fixtures/diary-host.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'

async function openStory() {
  const host = await openDiaryHost()
  return { host, session: await host.openSession('castle') }
}

async function play(session: Session, ...prompts: string[]) {
  for (const prompt of prompts) await session.play(prompt).result
  return outlineOf(session)
}

/** Everything that a player sees of where the story stands. */
async function outlineOf(session: Session) {
  const line = await session.turns()
  return { line: line.map(({ narrative }) => narrative), state: await session.state() }
}

test('§9: undo brings back narrative, state, assets and what the skills remember', async () => {
  const { session } = await openStory()
  const before = await play(session, 'one')
  await play(session, 'paint')
  expect(await session.assets()).toHaveLength(1)
  expect(await session.undo()).toMatchObject({ prompt: 'one' })
  expect(await outlineOf(session)).toEqual(before)
  expect(await session.assets()).toEqual([])
  expect((await session.play('two').result).narrative).toBe('Before: one. Now: two.')
})

test('FR-059: what a skill stored is there when the host starts again', async () => {
  const { host, session } = await openStory()
  await play(session, 'one')
  await session.close()
  await host.close()
  const again = await (await openDiaryHost(host.home)).openSession('castle')
  expect((await again.play('two').result).narrative).toBe('Before: one. Now: two.')
})

test('§9: redo follows what was undone, step by step', async () => {
  const { session } = await openStory()
  const after = await play(session, 'one', 'two', 'three')
  await session.undo(2)
  expect(await session.redo()).toMatchObject({ prompt: 'two' })
  expect(await session.redo()).toMatchObject({ prompt: 'three' })
  expect(await outlineOf(session)).toEqual(after)
  await expect(session.redo()).rejects.toMatchObject({ code: 'nothing_to_redo' })
})

test('§9: undo goes back before the first turn and no further', async () => {
  const { session } = await openStory()
  await play(session, 'one')
  expect(await session.undo()).toBeUndefined()
  expect(await session.state()).toEqual({})
  await expect(session.undo()).rejects.toMatchObject({ code: 'nothing_to_undo' })
  expect(await session.redo()).toMatchObject({ prompt: 'one' })
  await expect(session.undo(2)).rejects.toMatchObject({
    code: 'nothing_to_undo',
    message: 'Only 1 turn can be undone.',
  })
})

test('§9: a turn played after undo leaves nothing to redo, and what was undone stays a branch', async () => {
  const { session } = await openStory()
  await play(session, 'one', 'two')
  await session.undo()
  await play(session, 'other')
  await expect(session.redo()).rejects.toMatchObject({ code: 'nothing_to_redo' })
  expect((await session.branches()).map(({ prompt }) => prompt)).toEqual(['two', 'other'])
})

test('§9: retry plays the last turn again beside its first version', async () => {
  const { session } = await openStory()
  await play(session, 'one', 'two')
  const again = await session.retry().result
  expect(again.narrative).toBe('Before: one. Now: two.')
  expect(again.state).toEqual({ entries: 2, last: { prompt: 'two' } })
  expect((await session.alternatives()).map(({ seq }) => seq)).toEqual([2, 3])
  expect(await session.turns()).toHaveLength(2)
})

test('§9: retry of an earlier turn leaves the story where it stood until the new version is stored', async () => {
  const { session } = await openStory()
  await play(session, 'one', 'two', 'three')
  const before = await session.turns()
  const stopped = new AbortController()
  const cancelled = session.retry({ turn: before[1]!.turnId, signal: stopped.signal })
  for await (const event of cancelled) {
    if (event.type !== 'turn_started') continue
    expect(await session.turns()).toEqual(before)
    stopped.abort()
  }
  expect(await session.turns()).toEqual(before)
  const again = await session.retry({ turn: '2' }).result
  expect(again.narrative).toBe('Before: one. Now: two.')
  expect((await session.turns()).map(({ prompt }) => prompt)).toEqual(['one', 'two'])
  expect((await session.alternatives()).map(({ seq }) => seq)).toEqual([2, again.seq])
  await expect(session.retry({ turn: 'none' }).result).rejects.toMatchObject({ code: 'unknown_turn' })
})

test('§9: retry before the first turn is refused', async () => {
  const { session } = await openStory()
  await expect(session.retry().result).rejects.toMatchObject({ code: 'nothing_to_retry' })
})

test('§9: a branch begins at any turn, found by its label, its number or its id', async () => {
  const { session } = await openStory()
  await play(session, 'one', 'two', 'three')
  await session.label('the gate', '1')
  await session.moveTo('the gate')
  expect((await session.play('left').result).narrative).toBe('Before: one. Now: left.')
  await session.moveTo('3')
  expect((await session.play('on').result).narrative).toBe('Before: one, two, three. Now: on.')
  await expect(session.moveTo('nowhere')).rejects.toMatchObject({ code: 'unknown_turn' })
})

test('§4: what a turn stored that was cancelled is never seen', async () => {
  const { session } = await openStory()
  await play(session, 'one')
  const stop = new AbortController()
  const turn = session.play('wait', { signal: stop.signal })
  for await (const event of turn) if (event.type === 'tool_event') stop.abort()
  expect((await session.turns()).map(({ prompt }) => prompt)).toEqual(['one'])
  expect((await session.play('two').result).narrative).toBe('Before: one. Now: two.')
  expect((await session.turns()).map(({ seq }) => seq)).toEqual([1, 3])
})

test('a second turn at the same time is refused', async () => {
  const { session } = await openStory()
  const turn = session.play('one')
  expect(() => session.play('two')).toThrow(expect.objectContaining({ code: 'session_busy' }))
  await expect(session.undo()).rejects.toMatchObject({ code: 'session_busy' })
  await turn.result
})

test('two hosts: the second is refused until the first releases the session', async () => {
  const { host, session } = await openStory()
  const second = await openDiaryHost(host.home)
  await expect(second.openSession('castle')).rejects.toMatchObject({ code: 'session_in_use' })
  await session.close()
  expect((await second.openSession('castle')).id).toBe(session.id)
  expect(() => session.play('x')).toThrow(expect.objectContaining({ code: 'session_closed' }))
})

test('two users in one host share a session, and it is released when both closed it', async () => {
  const { host, session } = await openStory()
  expect(await host.openSession(session.id)).toBe(session)
  await session.close()
  await session.play('one').result
  await session.close()
  expect(() => session.play('two')).toThrow(expect.objectContaining({ code: 'session_closed' }))
})

test('§9: why names the turn, the plan and the tool that wrote a key', async () => {
  const { session } = await openStory()
  await play(session, 'one', 'two')
  const last = (await session.turns()).at(-1)!
  const why = await session.why('last.prompt')
  expect(why).toMatchObject({ turnId: last.turnId, prompt: 'two', planner: 'stub', value: 'two' })
  expect(why!.toolPath).toMatch(/write\.mjs$/)
  expect(why!.planId).toMatch(/^[0-9a-f-]{36}$/)
  expect(await session.why('/last/prompt')).toEqual(why)
  expect(await session.why('nothing.there')).toBeUndefined()
  await session.undo()
  expect(await session.why('last')).toMatchObject({ prompt: 'one', value: { prompt: 'one' } })
})

test('a story starts with its opening and its initial state', async () => {
  const { host } = await openStory()
  const session = await host.openSession('new', {
    title: 'The Tower',
    opening: 'It rains.',
    initialState: { rain: true },
  })
  expect(session).toMatchObject({ title: 'The Tower', opening: 'It rains.' })
  expect(await session.state()).toEqual({ rain: true })
  expect((await session.play('go').result).state).toMatchObject({ rain: true, entries: 1 })
})

test.each([0, -1, 1.5, Number.NaN])('goes neither back nor forth by %d turns', async (steps) => {
  const { session } = await openStory()
  const before = await play(session, 'one', 'two')
  await session.undo()
  await session.redo()
  await expect(session.undo(steps)).rejects.toThrow(RangeError)
  await expect(session.redo(steps)).rejects.toThrow(`must be a positive integer, not ${steps}`)
  expect(await outlineOf(session)).toEqual(before)
})

test('a blank label takes a turn’s name away', async () => {
  const { session } = await openStory()
  await play(session, 'one')
  expect(await session.label(' the gate ')).toMatchObject({ label: 'the gate' })
  expect(await session.label(' ')).not.toHaveProperty('label')
})

test('a story cannot begin with an object of more than 50,000 keys', async () => {
  const folder = await temporaryFolder()
  const host = await createNarratoria({ skillRoots: [], home: folder, store: new MemorySessionStore() })
  onTestFinished(() => host.close())
  const rooms = Object.fromEntries(Array.from({ length: 50_001 }, (_, at) => [`room ${at}`, at]))
  await expect(host.openSession('wide', { initialState: { map: { rooms } } })).rejects.toMatchObject({
    code: 'state_too_wide',
    message: '/map/rooms in initialState has more than 50000 keys; divide it into several objects',
  })
})

const stores: [string, (folder: string) => Promise<SessionStore>][] = [
  ['in memory', async () => new MemorySessionStore()],
  ['in a file', async (folder) => openSqliteSessionStore(join(folder, 'story.db'))],
]

test.each(stores)('a host cannot change the story through a state that it was given: %s', async (_, openStore) => {
  const folder = await temporaryFolder()
  const host = await createNarratoria({ skillRoots: [], home: folder, store: await openStore(folder) })
  onTestFinished(() => host.close())
  const initialState: JsonObject = { gold: 1 }
  const session = await host.openSession('purse', { initialState })
  const expected = { state: { gold: 1 } }

  initialState.gold = 2
  ;(await session.state()).gold = 3
  const first = await session.play('I wait').result
  expect(first).toMatchObject(expected)
  expect(() => (first.state.gold = 4)).toThrow(TypeError)
  ;(await session.state()).gold = 5
  const last = (await session.lastTurn())!
  expect(last).toMatchObject(expected)
  // A store may return a copy.
  if (!Object.isFrozen(last.state)) last.state.gold = 6
  expect(await session.lastTurn()).toMatchObject(expected)
  expect(await session.play('I wait').result).toMatchObject(expected)
  await session.undo(2)
  expect(await session.state()).toEqual({ gold: 1 })
})

test.each([undefined, null, 7, { text: 'go' }])(
  'a prompt that is not text is refused before anything is played: %j',
  async (prompt) => {
    const { session } = await openStory()
    expect(() => session.play(prompt as unknown as string)).toThrow(/^The prompt must be a string/)
    expect((await session.play('one').result).seq).toBe(1)
  },
)
