import { join } from 'node:path'
import { convertLorebook } from '@narratoria/interchange'
import type { JsonObject } from '@narratoria/protocol'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createNarratoria, openSqliteSessionStore, type SessionStore } from '../../src/index.ts'
import { duplicateSession } from '../../src/manage/index.ts'
import { importSession } from '../../src/exchange.ts'
import { MemorySessionStore } from '../../src/store/index.ts'
import type { PlayableCampaign } from '../../src/world/index.ts'
import { plantStorySkill } from '../fixtures/story-skill.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'

const river: JsonObject = {
  name: 'River',
  entries: [
    {
      keys: ['fog'],
      content: 'The fog comes from the mill.',
      enabled: true,
      name: 'fog',
      extensions: {},
      insertion_order: 1,
    },
    {
      keys: ['fog'],
      content: 'The mill burns.',
      enabled: true,
      name: 'fire',
      when: '/fire',
      extensions: {},
      insertion_order: 2,
    },
  ],
}
const campaign: PlayableCampaign = {
  name: 'hall',
  version: '1.0.0',
  digest: 'a1',
  path: '/campaigns/hall',
  player: 'Ada',
  openings: ['The hall.', '{{char}} greets {{user}} with {{roll:1d1}} bow.'],
  lorebooks: [
    convertLorebook({ entries: { 0: { key: ['hall'], content: '{{user}} knows {{char}}.', comment: 'hall' } } }, 'Hall')
      .document,
  ],
  world: {
    title: 'The Hall',
    opening: 'The hall.',
    player: { at: 'hall' },
    places: { hall: { name: 'hall', description: 'A long hall.' } },
    things: {},
    people: { companion: { name: 'Orla', at: 'hall' } },
  },
}

const stores: [string, (folder: string) => Promise<SessionStore>][] = [
  ['MemorySessionStore', async () => new MemorySessionStore()],
  ['SqliteSessionStore', (folder) => openSqliteSessionStore(join(folder, 'sessions.db'))],
]

describe.each(stores)('%s', (_, openStore) => {
  async function open(initialState: JsonObject = {}) {
    const home = await temporaryFolder()
    const store = await openStore(home)
    const campaigns = { find: async (name: string) => (name === 'hall' ? campaign : undefined) }
    const host = await createNarratoria({ skillRoots: [plantStorySkill(home)], home, store, campaigns })
    onTestFinished(() => host.close({ force: true }))
    return { store, host, session: await host.openSession('castle', { initialState }) }
  }

  test('the entries that fit reach the narrating script, by words and by state', async () => {
    const { session, host } = await open({ fire: true })
    await session.setLorebooks([river])
    const sent = async (prompt: string) => JSON.parse((await session.play(prompt).result).narrative) as unknown
    expect(await sent('I look at the fog')).toEqual([
      { name: 'fog', text: 'The fog comes from the mill.' },
      { name: 'fire', text: 'The mill burns.' },
    ])
    // The last narration is searched, too: it names the fog. Then it no longer does.
    await session.edit({ narrative: 'Nothing.' })
    expect(await sent('I wait')).toEqual([])
    const verdicts = await session.testLore('the FOG')
    expect(verdicts.map(({ entry, used, reason, detail }) => [entry.name, used, reason, detail])).toEqual([
      ['fog', true, 'key', 'fog'],
      ['fire', true, 'key', 'fog'],
    ])
    const other = await host.openSession('other')
    await other.setLorebooks([river])
    expect((await other.testLore('fog')).map(({ entry, reason }) => [entry.name, reason])).toEqual([
      ['fog', 'key'],
      ['fire', 'condition'],
    ])
  })

  test('lorebooks are copied, exported and imported, survive undo, and wrong ones are refused', async () => {
    const { store, session, host } = await open()
    const books = await session.setLorebooks([river, { entries: { 0: { key: ['a'], content: 'b' } } }])
    expect(books.map(({ spec }) => spec)).toEqual(['lorebook_v3', 'lorebook_v3'])
    await session.play('I wait').result
    await session.undo()
    await session.close()
    const again = await host.openSession('castle')
    expect(await again.lorebooks()).toEqual(books)
    const copy = await duplicateSession(store, again.id)
    expect(await store.lorebooksOf(copy.session.sessionId)).toEqual(books)
    let document = ''
    for await (const piece of again.export()) document += piece
    const other = new MemorySessionStore()
    const { session: imported } = await importSession(other, document)
    expect(await other.lorebooksOf(imported.sessionId)).toEqual(books)
    const broken = document.replace('"spec":"lorebook_v3"', '"spec":"x"')
    await expect(importSession(new MemorySessionStore(), broken)).rejects.toMatchObject({ code: 'invalid_export' })
    await expect(again.setLorebooks([{ hello: 1 }])).rejects.toThrow(TypeError)
    expect(await again.lorebooks()).toEqual(books)
    expect(await again.setLorebooks([])).toEqual([])
    expect(await again.lorebooks()).toEqual([])
  })

  test('a campaign brings lorebooks and openings, in which player and character are named', async () => {
    const { host } = await open()
    const session = await host.openSession('second', { campaign: 'hall', openingNumber: 2 })
    expect(session.opening).toContain('Orla greets Ada with 1 bow.')
    expect((await host.openSession('first', { campaign: 'hall' })).opening).toContain('The hall.')
    await expect(host.openSession('third', { campaign: 'hall', openingNumber: 3 })).rejects.toThrow(RangeError)
    expect((await session.testLore('the hall')).map(({ text }) => text)).toEqual(['Ada knows Hall.'])
    expect(JSON.parse((await session.play('I look around the hall').result).narrative)).toEqual([
      { name: 'hall', text: 'Ada knows Hall.' },
    ])
  })
})
