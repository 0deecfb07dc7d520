import { expect, onTestFinished, test } from 'vitest'
import { deleteTrashed, duplicateSession } from '../../src/manage/index.ts'
import type { SessionStore } from '../../src/index.ts'
import { newSession, playInto } from '../fixtures/turns.ts'

/** Registers the tests of trash, tags, copies and search that every session store passes. */
export function manageContract(openStore: () => Promise<SessionStore>): void {
  async function open() {
    const store = await openStore()
    onTestFinished(() => store.close())
    const create = async (name: string | null, title = name ?? 'untitled') =>
      (await store.createSession({ ...newSession(name), title })).sessionId
    return { store, create }
  }

  test('a session in the trash is not found, listed or searched, its name is free, and it comes back whole', async () => {
    const { store, create } = await open()
    const castle = await create('castle')
    await playInto(store, castle, { prompt: 'light the lantern', patch: { lit: true } })
    const [before] = await store.listSessions()
    expect(await store.trashSession(castle)).toMatchObject({ sessionId: castle, name: 'castle', turns: 1 })
    expect(await store.findSession(castle)).toBeUndefined()
    expect(await store.findSession('castle')).toBeUndefined()
    expect(await store.listSessions()).toEqual([])
    expect(await store.search('lantern')).toEqual([])
    expect(await store.listTrash()).toMatchObject([{ sessionId: castle, name: 'castle' }])
    expect(await store.restoreSession(castle)).toEqual(before)
    expect(await store.listTrash()).toEqual([])
    expect(await store.stateAt(castle, before!.head)).toEqual({ lit: true })
    await store.trashSession(castle)
    const other = await create('castle')
    expect(await store.restoreSession(castle)).toMatchObject({ name: null, title: 'castle' })
    expect((await store.findSession('castle'))?.sessionId).toBe(other)
    await expect(store.restoreSession(other)).rejects.toMatchObject({ code: 'unknown_session' })
    await expect(store.trashSession('none')).rejects.toMatchObject({ code: 'unknown_session' })
  })

  test('a session that is open is not put into the trash', async () => {
    const { store, create } = await open()
    const castle = await create('castle')
    const lock = await store.lockSession(castle)
    await expect(store.trashSession(castle)).rejects.toMatchObject({ code: 'session_in_use' })
    await lock.release()
    await store.trashSession(castle)
  })

  test('only what has been in the trash for 30 days is deleted, unless all is asked for', async () => {
    const { store, create } = await open()
    const [old, young, kept] = [await create('old'), await create('young'), await create('kept')]
    for (const id of [old, young, kept]) await playInto(store, id, { prompt: 'a step', patch: { steps: 1 } })
    await store.trashSession(old)
    await store.trashSession(young)
    expect(await deleteTrashed(store)).toEqual([])
    const { trashedAt } = (await store.listTrash()).find(({ sessionId }) => sessionId === old)!
    expect(await store.emptyTrash({ before: trashedAt })).toEqual([])
    expect((await deleteTrashed(store, { all: true })).toSorted()).toEqual([old, young].toSorted())
    expect(await store.listTrash()).toEqual([])
    await expect(store.restoreSession(old)).rejects.toMatchObject({ code: 'unknown_session' })
    const { head } = (await store.findSession('kept'))!
    expect(await store.stateAt(kept, head)).toEqual({ steps: 1 })
    // A new session may get the rows of a deleted one.
    const next = await create('next')
    await playInto(store, next, { prompt: 'another lantern', patch: {} })
    expect(await store.search('lantern')).toMatchObject([{ session: { sessionId: next } }])
  })

  test('tags are kept in order, once each, and are copied with the session', async () => {
    const { store, create } = await open()
    const castle = await create('castle')
    expect(await store.tagSession(castle, ['with Ana', 'horror', 'horror'])).toMatchObject({
      tags: ['horror', 'with Ana'],
    })
    expect(await store.findSession('castle')).toMatchObject({ tags: ['horror', 'with Ana'] })
    const { session } = await duplicateSession(store, castle)
    expect(session).toMatchObject({ tags: ['horror', 'with Ana'], title: 'castle (copy)', name: 'castle-2' })
    expect(await store.tagSession(castle, [])).toMatchObject({ tags: [] })
  })

  test('a copy has every branch, and changes of it do not change the session', async () => {
    const { store, create } = await open()
    const castle = await create('castle')
    const first = await playInto(store, castle, { prompt: 'one', patch: { at: 1 } })
    await playInto(store, castle, { prompt: 'two', patch: { at: 2 } })
    await store.moveHead(castle, { head: first.turnId, tip: first.turnId })
    await playInto(store, castle, { prompt: 'three', patch: { at: 3 } })
    const { session } = await duplicateSession(store, castle, { name: 'the other castle' })
    expect(session).toMatchObject({ name: 'the other castle', title: 'the other castle', turns: 3 })
    expect((await store.leaves(session.sessionId)).map(({ prompt }) => prompt)).toEqual(['two', 'three'])
    await playInto(store, session.sessionId, { prompt: 'four', patch: { at: 4 } })
    expect(await store.findSession('castle')).toMatchObject({ turns: 3 })
    await expect(duplicateSession(store, castle, { name: 'castle' })).rejects.toMatchObject({ code: 'name_taken' })
  })

  test('a search finds turns by all their words, without case and accents, by a beginning, and by words in order', async () => {
    const { store, create } = await open()
    const [castle, cellar] = [await create('castle'), await create('cellar')]
    const say = (id: string, prompt: string, narrative: string) => playInto(store, id, { prompt, narrative, patch: {} })
    const key = await say(castle, 'take the brass key', 'The key is cold. Zoë smiles.')
    await say(castle, 'key the brass lock', 'It does not turn.')
    const café = await say(cellar, 'go to the CAFÉ', "The owner's dog barks; 100% silence follows.")
    const turns = async (text: string, options?: { sessionId?: string; limit?: number }) =>
      (await store.search(text, options)).map(({ turnId }) => turnId)
    expect(await turns('brass key')).toHaveLength(2)
    expect(await turns('"brass key"')).toEqual([key.turnId])
    expect(await turns('zoe')).toEqual([key.turnId])
    expect(await turns('Cafe')).toEqual([café.turnId])
    expect(await turns('smi')).toEqual([key.turnId])
    expect(await turns('smi key')).toEqual([])
    expect(await turns('brass', { sessionId: cellar })).toEqual([])
    expect(await turns('brass', { limit: 1 })).toHaveLength(1)
    for (const odd of [
      '',
      '  ',
      '"',
      '""',
      '%',
      '*',
      'AND',
      'NEAR(',
      'a:b',
      "owner's",
      '100%',
      '^',
      'key OR',
      '\0',
      '😀',
    ])
      expect(Array.isArray(await store.search(odd)), odd).toBe(true)
    expect(await turns("owner's dog")).toEqual([café.turnId])
  })

  test('words are found in scripts whose letters have marks', async () => {
    const { store, create } = await open()
    const castle = await create('castle')
    await playInto(store, castle, { prompt: '“أنا هنا”', narrative: 'Это мой ёжик. “여기 있어요.”', patch: {} })
    for (const word of ['أنا', 'мой', 'ёжик', '여기'])
      expect(
        (await store.search(word)).map(({ seq }) => seq),
        word,
      ).toEqual([1])
  })

  test('a search shows the words in their place', async () => {
    const { store, create } = await open()
    const castle = await create('castle')
    const narrative = `${'It rains on the road. '.repeat(20)}A lantern hangs there. ${'The wind blows. '.repeat(20)}`
    await playInto(store, castle, { prompt: 'look', narrative, patch: {} })
    const [found] = await store.search('LANTERN hangs')
    expect(found).toMatchObject({ session: { title: 'castle' }, seq: 1 })
    expect(found!.excerpt.length).toBeLessThan(300)
    expect(found!.marks.map(([from, to]) => found!.excerpt.slice(from, to))).toEqual(['lantern', 'hangs'])
    expect(found!.excerpt).toMatch(/^… .* …$/)
  })
}
