import { join } from 'node:path'
import { type ForeignFile, readForeignFile } from '@narratoria/interchange'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createNarratoria, openSqliteSessionStore, type SessionStore } from '../../src/index.ts'
import { exportSession, type ForeignChat, importSession } from '../../src/exchange.ts'
import { importChat } from '../../src/import/import-chat.ts'
import { MemorySessionStore } from '../../src/store/index.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'

const header = {
  user_name: 'Ada',
  character_name: 'Orla',
  create_date: '2024-06-01T15:00:00.000Z',
  chat_metadata: { note_prompt: 'Fog.', note_depth: 3, variables: { coins: 3 } },
}
const messages = [
  header,
  { name: 'Orla', is_user: false, mes: 'Orla waves.' },
  { name: 'Ada', is_user: true, mes: 'I wave.', send_date: '2024-06-01T15:01:00.000Z' },
  {
    name: 'Orla',
    is_user: false,
    mes: 'She turns.',
    swipes: ['She smiles.', 'She turns.'],
    swipe_id: 1,
    send_date: '2024-06-01T15:02:00.000Z',
  },
  { name: 'System', is_system: true, is_user: false, mes: 'Hidden.' },
  { name: 'Ada', is_user: true, mes: 'I follow her.', send_date: '2024-06-01T15:03:00.000Z' },
  { name: 'Orla', is_user: false, mes: 'The mill is near.', send_date: '2024-06-01T15:04:00.000Z' },
]

function chatOf(lines: readonly object[]): ForeignChat {
  const text = lines.map((line) => JSON.stringify(line)).join('\n')
  const file: ForeignFile = readForeignFile(new TextEncoder().encode(text), 'chat')
  if (file.kind !== 'chat') throw new Error('It should be a chat.')
  return file
}

async function text(pieces: AsyncIterable<string>): Promise<string> {
  let all = ''
  for await (const piece of pieces) all += piece
  return all
}

const stores: [string, (folder: string) => Promise<SessionStore>][] = [
  ['MemorySessionStore', async () => new MemorySessionStore()],
  ['SqliteSessionStore', (folder) => openSqliteSessionStore(join(folder, 'sessions.db'))],
]

describe.each(stores)('%s', (_, openStore) => {
  async function open() {
    const home = await temporaryFolder()
    const store = await openStore(home)
    const host = await createNarratoria({ skillRoots: [], home, store })
    onTestFinished(() => host.close({ force: true }))
    return { store, host }
  }

  test('a chat of SillyTavern becomes a story, whose turns can be swiped, searched and played on', async () => {
    const { store, host } = await open()
    const imported = await importChat(store, chatOf(messages), { name: 'orla' })
    expect(imported).toMatchObject({
      taken: [
        '2 turns of a SillyTavern chat',
        '1 other texts of turns, to swipe through',
        'the opening',
        "the author's note",
        'the variables, as /variables of the state',
      ],
      leftOut: ['1 message of the system or hidden: not part of the story.'],
    })
    const session = await host.openSession('orla')
    expect(session).toMatchObject({ title: 'orla', opening: 'Orla waves.' })
    expect(await session.notes()).toEqual({ note: { text: 'Fog.', depth: 2 } })
    expect(await session.state()).toEqual({ variables: { coins: 3 } })
    expect(
      (await session.turns()).map(({ prompt, narrative, createdAt }) => [
        prompt,
        narrative,
        new Date(createdAt).toISOString(),
      ]),
    ).toEqual([
      ['I wave.', 'She turns.', '2024-06-01T15:02:00.000Z'],
      ['I follow her.', 'The mill is near.', '2024-06-01T15:04:00.000Z'],
    ])
    expect((await store.search('mill')).map(({ seq }) => seq)).toEqual([2])
    await session.undo()
    expect((await session.texts()).map(({ narrative }) => narrative)).toEqual(['She smiles.', 'She turns.'])
    expect(await session.swipe(-1)).toMatchObject({ position: 1, count: 2, turn: { narrative: 'She smiles.' } })
    await session.redo()
    expect((await session.play('I knock').result).status).toBe('stored')
    expect(await session.replay('1')).toMatchObject({ turnId: expect.any(String) as string })
  })

  test('round trips: chat → story → chat, and story → JSON → story → JSON, are equal', async () => {
    const { store } = await open()
    const { session } = await importChat(store, chatOf(messages))
    const chat = await text(exportSession(store, session.sessionId, { format: 'sillytavern' }))
    const lines = chat
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(
      lines.slice(1).map(({ is_user: isUser, mes, swipes, swipe_id: swipe }) => [isUser, mes, swipes, swipe]),
    ).toEqual([
      [false, 'Orla waves.', undefined, undefined],
      [true, 'I wave.', undefined, undefined],
      [false, 'She turns.', ['She smiles.', 'She turns.'], 1],
      [true, 'I follow her.', undefined, undefined],
      [false, 'The mill is near.', undefined, undefined],
    ])
    const again = await importChat(store, chatOf(lines))
    expect(await text(exportSession(store, again.session.sessionId, { format: 'sillytavern' }))).toBe(chat)
    const json = await text(exportSession(store, session.sessionId, { format: 'json' }))
    const other = new MemorySessionStore()
    const copy = await importSession(other, json)
    expect(await text(exportSession(other, copy.session.sessionId, { format: 'json' }))).toBe(json)
  })

  test('turns beside each other with the same words are swipes of the chat', async () => {
    const { store, host } = await open()
    await importChat(store, chatOf(messages), { name: 'orla' })
    const session = await host.openSession('orla')
    await session.retry().result
    const chat = await text(session.export('sillytavern'))
    const last = JSON.parse(chat.trim().split('\n').at(-1)!) as { swipes: string[]; swipe_id: number; mes: string }
    expect(last.swipes).toHaveLength(2)
    expect(last.swipes[last.swipe_id]).toBe(last.mes)
  })

  test('a chat that is broken at its end changes nothing', async () => {
    const { store } = await open()
    const broken = chatOf([...messages, { name: 'x' }])
    await expect(importChat(store, broken)).rejects.toMatchObject({ code: 'invalid_chat' })
    expect(await store.listSessions()).toEqual([])
  })
})

test('a story of KoboldAI keeps its memory, note and world info', async () => {
  const store = new MemorySessionStore()
  const save = {
    gamestarted: true,
    prompt: 'A mill.',
    memory: 'It burned.\n\nTwice.',
    authorsnote: 'Slow.',
    actions: ['\n> wait\n', 'Wind.'],
    worldinfo: [{ key: 'mill', content: 'Oak.' }],
  }
  const file = readForeignFile(new TextEncoder().encode(JSON.stringify(save)), 'save')
  const { session, taken } = await importChat(store, file as ForeignChat & ForeignFile)
  expect(session).toMatchObject({
    title: 'Imported story',
    opening: 'A mill.',
    notes: { pinned: ['It burned.', 'Twice.'], note: { text: 'Slow.', depth: 2 } },
  })
  expect(taken).toContain('the lorebook')
  expect((await store.lorebooksOf(session.sessionId))[0]!.data.entries).toMatchObject([
    { keys: ['mill'], content: 'Oak.' },
  ])
})
