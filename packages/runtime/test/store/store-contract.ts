import { expect, test } from 'vitest'
import { findStory } from '../../src/manage/index.ts'
import type { SessionStore } from '../../src/index.ts'
import { makeTurn, newSession, playInto } from '../fixtures/turns.ts'

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const item of items) found.push(item)
  return found
}

/** Registers the tests that every session store passes. */
export function storeContract(openStore: () => Promise<SessionStore>): void {
  async function openStory(name: string | null = null) {
    const store = await openStore()
    const { sessionId } = await store.createSession(newSession(name))
    return { store, sessionId }
  }

  test('§9: a session is found by its id and by its name, and by nothing else', async () => {
    const { store, sessionId } = await openStory('castle')
    expect((await store.findSession(sessionId))?.name).toBe('castle')
    expect((await store.findSession('castle'))?.sessionId).toBe(sessionId)
    expect(await store.findSession('cellar')).toBeUndefined()
    await store.close()
  })

  test('§9: a name that is taken is refused and the session behind it stays', async () => {
    const { store, sessionId } = await openStory('castle')
    await expect(store.createSession(newSession('castle'))).rejects.toMatchObject({ code: 'name_taken' })
    expect((await store.listSessions()).map((session) => session.sessionId)).toEqual([sessionId])
    await store.close()
  })

  test('a session is renamed: its title, its name or both, and it is found by the new name', async () => {
    const { store, sessionId } = await openStory('castle')
    const other = await store.createSession(newSession('cellar'))
    await expect(store.renameSession(sessionId, { name: 'cellar' })).rejects.toMatchObject({ code: 'name_taken' })
    await expect(store.renameSession('none', { name: 'x' })).rejects.toMatchObject({ code: 'unknown_session' })
    expect(await store.renameSession(sessionId, { title: 'By Night' })).toMatchObject({
      name: 'castle',
      title: 'By Night',
    })
    expect(await store.renameSession(sessionId, { name: 'night' })).toMatchObject({ name: 'night', title: 'By Night' })
    expect(await store.findSession('castle')).toBeUndefined()
    expect((await store.findSession('night'))?.sessionId).toBe(sessionId)
    expect(await store.renameSession(other.sessionId, { name: null })).toMatchObject({ name: null })
    await store.close()
  })

  test('a story is found by its title in any case, or by its beginning; several are listed', async () => {
    const store = await openStore()
    const titled = async (title: string) => (await store.createSession({ ...newSession(null), title })).sessionId
    const [castle, first, second] = [await titled('The  Castle'), await titled('The Night'), await titled('the night')]
    expect((await findStory(store, 'the castle')).sessionId).toBe(castle)
    expect((await findStory(store, 'the c')).sessionId).toBe(castle)
    await expect(findStory(store, 'the c', { exact: true })).rejects.toMatchObject({ code: 'unknown_session' })
    await expect(findStory(store, ' ')).rejects.toMatchObject({ code: 'unknown_session' })
    const error = await findStory(store, 'The Night').catch((reason: Error) => reason)
    expect(error).toMatchObject({ code: 'ambiguous_session', message: expect.stringContaining(first) })
    expect((error as Error).message).toContain(second)
    await store.close()
  })

  test('data model §7: a turn is read back as it was committed, to the byte', async () => {
    const { store, sessionId } = await openStory()
    await playInto(store, sessionId, { prompt: 'look', patch: { b: 1, a: { deep: [1, null, 'ü'] } } })
    const turn = await playInto(store, sessionId, { prompt: 'go', patch: { a: { deep: null }, __proto__x: 2, c: {} } })
    expect(JSON.stringify(await store.readTurn(sessionId, turn.turnId))).toBe(JSON.stringify(turn))
    expect(JSON.stringify(await store.stateAt(sessionId, turn.turnId))).toBe(JSON.stringify(turn.state))
    await store.close()
  })

  test('the last turn of a line can be amended, and no other', async () => {
    const { store, sessionId } = await openStory()
    const first = await playInto(store, sessionId, { prompt: 'look', patch: { a: 1 } })
    const choices = [{ text: 'Go up' }]
    const events = [...first.events, { type: 'choices' as const, choices }]
    const amended = { ...first, state: { a: 1, b: { c: 2 } }, choices, events }
    await store.amendTurn(amended)
    expect(JSON.stringify(await store.readTurn(sessionId, first.turnId))).toBe(JSON.stringify(amended))
    expect(await store.stateAt(sessionId, first.turnId)).toEqual(amended.state)
    const next = await playInto(store, sessionId, { prompt: 'go', patch: { a: 2 } })
    expect(next.state).toEqual({ a: 2, b: { c: 2 } })
    await expect(store.amendTurn(first)).rejects.toMatchObject({ code: 'turn_not_stored' })
    await expect(store.amendTurn({ ...next, turnId: 'none' })).rejects.toMatchObject({ code: 'unknown_turn' })
    expect(await store.stateAt(sessionId, next.turnId)).toEqual(next.state)
    await store.close()
  })

  test('data model §7: a state whose keys come in another order than a patch would leave them is kept to the byte', async () => {
    const { store, sessionId } = await openStory()
    await playInto(store, sessionId, { prompt: 'first', patch: { a: 1, b: 2 } })
    const seq = await store.beginTurn(sessionId, { prompt: 'turn about', startedAt: 1 })
    const parentId = (await store.findSession(sessionId))!.head
    const turn = { ...makeTurn({ sessionId, seq, parentId }, 'turn about', {}, {}), state: { b: 2, a: 1 } }
    await store.commitTurn(turn)
    expect(JSON.stringify(await store.stateAt(sessionId, turn.turnId))).toBe('{"b":2,"a":1}')
    const next = await playInto(store, sessionId, { prompt: 'on', patch: { c: 3 } })
    expect(JSON.stringify(await store.stateAt(sessionId, next.turnId))).toBe('{"b":2,"a":1,"c":3}')
    await store.close()
  })

  test('§9: a committed turn is the head, and what comes after undo makes a branch beside it', async () => {
    const { store, sessionId } = await openStory()
    const one = await playInto(store, sessionId, { prompt: 'one', patch: { n: 1 } })
    const two = await playInto(store, sessionId, { prompt: 'two', patch: { n: 2 } })
    await store.moveHead(sessionId, { head: one.turnId, tip: two.turnId })
    expect(await store.findSession(sessionId)).toMatchObject({ head: one.turnId, tip: two.turnId, turns: 2 })
    const other = await playInto(store, sessionId, { prompt: 'other', patch: { m: 1 } })
    expect(await store.stateAt(sessionId, other.turnId)).toEqual({ n: 1, m: 1 })
    expect((await store.children(sessionId, one.turnId)).map((turn) => turn.prompt)).toEqual(['two', 'other'])
    expect((await store.children(sessionId, null)).map((turn) => turn.prompt)).toEqual(['one'])
    expect((await store.leaves(sessionId)).map((turn) => turn.prompt)).toEqual(['two', 'other'])
    expect((await store.line(sessionId, other.turnId)).map((turn) => turn.prompt)).toEqual(['one', 'other'])
    expect((await store.line(sessionId, other.turnId, 1)).map((turn) => turn.prompt)).toEqual(['other'])
    expect((await collect(store.readLine(sessionId, two.turnId))).map((turn) => turn.prompt)).toEqual(['one', 'two'])
    expect((await collect(store.readTurns(sessionId))).map((turn) => turn.prompt)).toEqual(['one', 'two', 'other'])
    await store.close()
  })

  test('§9: the files of a story are those of its line', async () => {
    const { store, sessionId } = await openStory()
    const withAsset = async (prompt: string, parentId: string | null) => {
      const seq = await store.beginTurn(sessionId, { prompt, startedAt: 1 })
      const asset = {
        assetId: prompt,
        toolId: 'act',
        kind: 'image',
        mediaType: 'image/png',
        path: `/${prompt}`,
        sizeBytes: 1,
      }
      const turn = { ...makeTurn({ sessionId, seq, parentId }, prompt, {}, {}), assets: [asset] }
      await store.commitTurn(turn)
      return turn
    }
    const one = await withAsset('one', null)
    const two = await withAsset('two', one.turnId)
    const beside = await withAsset('beside', one.turnId)
    const ids = async (turnId: string | null) => (await store.assets(sessionId, turnId)).map((asset) => asset.assetId)
    expect(await ids(two.turnId)).toEqual(['one', 'two'])
    expect(await ids(beside.turnId)).toEqual(['one', 'beside'])
    expect(await ids(null)).toEqual([])
    expect((await store.assets(sessionId, one.turnId))[0]).toEqual({ ...one.assets[0], turnId: one.turnId })
    await store.close()
  })

  test('the changes of a state are listed from the last turn back', async () => {
    const { store, sessionId } = await openStory()
    await playInto(store, sessionId, { prompt: 'one', patch: { a: 1 } })
    const two = await playInto(store, sessionId, { prompt: 'two', patch: { a: null, b: 2 } })
    const changes = await collect(store.readChanges(sessionId, two.turnId))
    expect(changes.map(({ patch }) => patch)).toEqual([{ a: null, b: 2 }, { a: 1 }])
    await store.close()
  })

  test('§4: a turn number is never given out twice, and an abandoned one lies on no line', async () => {
    const { store, sessionId } = await openStory()
    await playInto(store, sessionId, { prompt: 'one' })
    await store.abandonTurn(sessionId, await store.beginTurn(sessionId, { prompt: 'lost', startedAt: 1 }))
    const three = await playInto(store, sessionId, { prompt: 'three' })
    expect(three.seq).toBe(3)
    expect(await store.lineSeqs(sessionId, three.turnId)).toEqual([
      [1, 1],
      [3, 3],
    ])
    expect(await store.lineSeqs(sessionId, null)).toEqual([])
    await store.close()
  })

  test('§4: the line of a turn on a branch leaves out the turns beside it', async () => {
    const { store, sessionId } = await openStory()
    const turns = []
    for (const prompt of ['1', '2', '3']) turns.push(await playInto(store, sessionId, { prompt }))
    await store.moveHead(sessionId, { head: turns[0]!.turnId, tip: null })
    for (const prompt of ['4', '5']) turns.push(await playInto(store, sessionId, { prompt }))
    expect(await store.lineSeqs(sessionId, turns[4]!.turnId)).toEqual([
      [1, 1],
      [4, 5],
    ])
    expect(await store.lineSeqs(sessionId, turns[2]!.turnId)).toEqual([[1, 3]])
    await store.close()
  })

  test('§9: a turn that was not started is not stored', async () => {
    const { store, sessionId } = await openStory()
    const stray = makeTurn({ sessionId, seq: 1, parentId: null }, 'stray', {}, {})
    await expect(store.commitTurn(stray)).rejects.toMatchObject({ code: 'turn_not_stored' })
    expect(await store.findSession(sessionId)).toMatchObject({ head: null, turns: 0 })
    await store.close()
  })

  test('§9: a turn with an unknown parent is not stored, nor any part of it', async () => {
    const { store, sessionId } = await openStory()
    const seq = await store.beginTurn(sessionId, { prompt: 'x', startedAt: 1 })
    const orphan = makeTurn({ sessionId, seq, parentId: 'unknown' }, 'x', {}, {})
    await expect(store.commitTurn(orphan)).rejects.toMatchObject({ code: 'unknown_turn' })
    expect(await collect(store.readTurns(sessionId))).toEqual([])
    await store.close()
  })

  test('a session is held by one host at a time and free again after it is released', async () => {
    const { store, sessionId } = await openStory('castle')
    const lock = await store.lockSession(sessionId)
    await expect(store.lockSession(sessionId)).rejects.toMatchObject({ code: 'session_in_use' })
    await lock.release()
    await (await store.lockSession(sessionId)).release()
    await store.close()
  })

  test('§9: the next host gets the lost turn, once', async () => {
    const { store, sessionId } = await openStory()
    const first = await store.lockSession(sessionId)
    expect(first.lostTurn).toBeUndefined()
    await store.beginTurn(sessionId, { prompt: 'jump', startedAt: 77 })
    await first.release()
    const second = await store.lockSession(sessionId)
    expect(second.lostTurn).toEqual({ seq: 1, prompt: 'jump', startedAt: 77 })
    await second.release()
    const third = await store.lockSession(sessionId)
    expect(third.lostTurn).toBeUndefined()
    await store.close()
  })

  test('a turn is found by its id, its label and its number; a label names one turn', async () => {
    const { store, sessionId } = await openStory()
    const one = await playInto(store, sessionId, { prompt: 'one' })
    const two = await playInto(store, sessionId, { prompt: 'two' })
    await store.labelTurn(sessionId, one.turnId, 'gate')
    await expect(store.labelTurn(sessionId, two.turnId, 'gate')).rejects.toMatchObject({ code: 'name_taken' })
    for (const reference of [one.turnId, 'gate', '1'])
      expect(await store.findTurn(sessionId, reference)).toMatchObject({ turnId: one.turnId, label: 'gate' })
    expect(await store.readTurn(sessionId, one.turnId)).toMatchObject({ label: 'gate' })
    await store.labelTurn(sessionId, one.turnId, null)
    expect(await store.findTurn(sessionId, 'gate')).toBeUndefined()
    await store.close()
  })

  test('sessions are separate: neither turns nor labels nor numbers of one show in another', async () => {
    const { store, sessionId } = await openStory()
    const { sessionId: other } = await store.createSession(newSession())
    const turn = await playInto(store, sessionId, { prompt: 'one' })
    await expect(store.readTurn(other, turn.turnId)).rejects.toMatchObject({ code: 'unknown_turn' })
    expect((await playInto(store, other, { prompt: 'first' })).seq).toBe(1)
    await store.close()
  })

  test('what is not there is refused by name', async () => {
    const { store, sessionId } = await openStory()
    await expect(store.stateAt('unknown', null)).rejects.toMatchObject({ code: 'unknown_session' })
    await expect(store.moveHead(sessionId, { head: 'x', tip: null })).rejects.toMatchObject({ code: 'unknown_turn' })
    await expect(store.readTurn(sessionId, 'x')).rejects.toMatchObject({ code: 'unknown_turn' })
    await store.close()
  })

  test('an imported session has every turn, and the numbers go on after the highest', async () => {
    const { store, sessionId } = await openStory()
    const one = await playInto(store, sessionId, { prompt: 'one' })
    await playInto(store, sessionId, { prompt: 'two' })
    const beside = await playInto(store, sessionId, { prompt: 'beside', parentId: one.turnId })
    const copy = { ...newSession('copy'), head: one.turnId, tip: beside.turnId }
    const turns = (await collect(store.readTurns(sessionId))).map((turn) => ({ ...turn, sessionId: copy.sessionId }))
    expect(await store.importSession(copy, turns)).toMatchObject({ head: one.turnId, tip: beside.turnId, turns: 3 })
    expect(await collect(store.readTurns(copy.sessionId))).toEqual(turns)
    expect(await store.beginTurn(copy.sessionId, { prompt: 'x', startedAt: 1 })).toBe(4)
    await store.close()
  })

  test('an import that fails half-way leaves nothing', async () => {
    const { store, sessionId } = await openStory()
    await playInto(store, sessionId, { prompt: 'one' })
    const copy = { ...newSession('copy'), head: null, tip: null }
    const turns = [
      makeTurn({ sessionId: copy.sessionId, seq: 1, parentId: null }, 'a', {}, {}),
      makeTurn({ sessionId: copy.sessionId, seq: 2, parentId: 'unknown' }, 'b', {}, {}),
    ]
    await expect(store.importSession(copy, turns)).rejects.toMatchObject({ code: 'unknown_turn' })
    expect(await store.listSessions()).toHaveLength(1)
    await store.close()
  })

  test('a session starts with its opening and its initial state', async () => {
    const store = await openStore()
    const session = { ...newSession(), opening: 'It rains.', initialState: { weather: 'rain' } }
    expect(await store.createSession(session)).toMatchObject({ opening: 'It rains.' })
    expect(await store.stateAt(session.sessionId, null)).toEqual({ weather: 'rain' })
    const turn = await playInto(store, session.sessionId, { prompt: 'wait', patch: { wet: true } })
    expect(await store.stateAt(session.sessionId, turn.turnId)).toEqual({ weather: 'rain', wet: true })
    await store.close()
  })

  test('a negative zero is a zero at once, as it is after a restart', async () => {
    const store = await openStore()
    const session = { ...newSession(), initialState: { at: [-0] } }
    await store.createSession(session)
    expect(await store.stateAt(session.sessionId, null)).toStrictEqual({ at: [0] })
    const turn = await playInto(store, session.sessionId, { prompt: 'wait', patch: { n: -0, deep: { list: [-0] } } })
    expect(await store.stateAt(session.sessionId, turn.turnId)).toStrictEqual({ at: [0], n: 0, deep: { list: [0] } })
    await store.amendTurn({ ...turn, state: { ...turn.state, m: -0 } })
    expect(await store.stateAt(session.sessionId, turn.turnId)).toHaveProperty('m', 0)
    await store.close()
  })

  test('a store that was closed says so, and may be closed again', async () => {
    const { store, sessionId } = await openStory('castle')
    const { turnId } = await playInto(store, sessionId, { prompt: 'one' })
    await store.close()
    await store.close()
    for (const asked of [
      () => store.listSessions(),
      () => store.findSession('castle'),
      () => store.createSession(newSession()),
      () => store.stateAt(sessionId, turnId),
      () => collect(store.readTurns(sessionId)),
    ])
      await expect(asked()).rejects.toMatchObject({
        code: 'store_closed',
        message: expect.stringMatching(/was closed; open/),
      })
  })
}
