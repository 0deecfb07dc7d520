import { createWriteStream, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fullCard } from '../../../interchange/test/fixtures/cards.ts'
import { exportSession, importFile, type ImportFileOptions } from '../../src/exchange.ts'
import { MemorySessionStore } from '../../src/store/index.ts'
import { openSqliteSessionStore } from '../../src/index.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'

const saved = { name: 'x', path: '/x', title: 'X', taken: ['a'], leftOut: ['b'] }
const campaigns: NonNullable<ImportFileOptions['campaigns']> = {
  saveCard: async ({ fields: { name } }, { user }) => ({ ...saved, title: `${name}, ${user}` }),
  saveLorebook: async ({ source }) => ({ ...saved, title: source }),
}

test('a file is imported by its content, whatever its name is', async () => {
  const folder = await temporaryFolder()
  const store = new MemorySessionStore()
  const write = (name: string, value: unknown) => {
    writeFileSync(join(folder, name), typeof value === 'string' ? value : JSON.stringify(value))
    return join(folder, name)
  }
  const card = await importFile(write('a.txt', fullCard), { store, campaigns, user: 'Ada' })
  expect(card).toEqual({
    kind: 'card',
    campaign: { name: 'x', path: '/x', title: 'Mirelle Voss, Ada' },
    taken: ['a'],
    leftOut: ['b'],
  })
  const book = write('World.json', { entries: { 0: { key: ['a'], content: 'b' } } })
  expect(await importFile(book, { store, campaigns })).toMatchObject({
    kind: 'lorebook',
    campaign: { title: 'SillyTavern World Info' },
  })
  const chat = write(
    'My chat.jsonl',
    '\uFEFF{"user_name":"A","character_name":"unused"}\n{"is_user":true,"mes":"hi"}\n{"is_user":false,"mes":"ho"}',
  )
  const { session } = await importFile(chat, { store, campaigns })
  expect(session).toMatchObject({ title: 'My chat', turns: 1 })
  const attached = await importFile(book, { store, lorebookOf: session!.sessionId })
  expect(attached).toMatchObject({
    kind: 'lorebook',
    session: { title: 'My chat' },
    taken: ['1 entry of a SillyTavern World Info'],
  })
  expect((await store.lorebooksOf(session!.sessionId)).map(({ data }) => data.name)).toEqual(['World'])
  let json = ''
  for await (const piece of exportSession(store, session!.sessionId, { format: 'json' })) json += piece
  expect(await importFile(write('story.json', json), { store })).toMatchObject({
    kind: 'story',
    taken: ['1 turn of a story of Narratoria'],
    session: { turns: 1 },
  })
  expect(await store.listSessions()).toHaveLength(2)
  await expect(importFile(write('b.txt', 'hello'), { store })).rejects.toMatchObject({ code: 'damaged_file' })
  await expect(importFile(write('c.txt', ''), { store })).rejects.toMatchObject({ code: 'unknown_format' })
  await expect(importFile(write('d.json', fullCard), { store })).rejects.toMatchObject({ code: 'unknown_format' })
  expect(await store.listSessions()).toHaveLength(2)
})

test('a chat of 10,000 messages is imported in little memory', async () => {
  const folder = await temporaryFolder()
  const path = join(folder, 'long.jsonl')
  const file = createWriteStream(path)
  file.write('{"user_name":"A","character_name":"B","chat_metadata":{}}\n')
  for (let index = 0; index < 10_000; index++)
    file.write(
      `${JSON.stringify({ name: 'x', is_user: index % 2 === 0, mes: `Message ${index}. ${'The fog rises. '.repeat(20)}` })}\n`,
    )
  file.end()
  await once(file, 'finish')
  const store = await openSqliteSessionStore(join(folder, 'sessions.db'))
  try {
    const before = process.cpuUsage()
    const { session, taken } = await importFile(path, { store })
    const { user, system } = process.cpuUsage(before)
    // 3 s on a machine that does nothing else; what grows with the square takes minutes.
    expect((user + system) / 1_000).toBeLessThan(30_000)
    expect(taken).toEqual(['5000 turns of a SillyTavern chat'])
    expect((await store.line(session!.sessionId, session!.head)).length).toBe(5_000)
  } finally {
    await store.close()
  }
})
