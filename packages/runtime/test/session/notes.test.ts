import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createNarratoria, openSqliteSessionStore, type SessionStore } from '../../src/index.ts'
import { duplicateSession } from '../../src/manage/index.ts'
import { exportSession, importSession } from '../../src/exchange.ts'
import { MemorySessionStore } from '../../src/store/index.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'

const stores: [string, (folder: string) => Promise<SessionStore>][] = [
  ['MemorySessionStore', async () => new MemorySessionStore()],
  ['SqliteSessionStore', (folder) => openSqliteSessionStore(join(folder, 'sessions.db'))],
]

async function text(pieces: AsyncIterable<string>): Promise<string> {
  let all = ''
  for await (const piece of pieces) all += piece
  return all
}

describe.each(stores)('%s', (_, openStore) => {
  async function open() {
    const home = await temporaryFolder()
    const store = await openStore(home)
    const host = await createNarratoria({ skillRoots: [join(home, 'skills')], home, store })
    onTestFinished(() => host.close({ force: true }))
    return { store, host, session: await host.openSession('castle') }
  }

  test('notes are changed part by part, removed, and kept with the story', async () => {
    const { store, host, session } = await open()
    expect(await session.notes()).toEqual({})
    await session.changeNotes({ persona: 'Ada', pinned: ['The captain is dead.'] })
    const note = { text: 'Let the fog thicken.', depth: 2 }
    expect(await session.changeNotes({ note, style: 'A log.' })).toEqual({
      persona: 'Ada',
      pinned: ['The captain is dead.'],
      note,
      style: 'A log.',
    })
    expect(await session.changeNotes({ style: ' ', persona: null, pinned: [] })).toEqual({ note })
    await session.play('I wait').result
    await session.undo()
    await session.close()
    expect(await (await host.openSession('castle')).notes()).toEqual({ note })
    expect((await store.listSessions())[0]?.notes).toEqual({ note })
  })

  test('notes are copied, exported and imported, and wrong ones are refused', async () => {
    const { store, session } = await open()
    const notes = await session.changeNotes({ style: 'A log.', pinned: ['x', 'y'] })
    expect((await duplicateSession(store, session.id)).session.notes).toEqual(notes)
    const document = await text(session.export())
    const other = new MemorySessionStore()
    const { session: imported } = await importSession(other, document)
    expect(imported.notes).toEqual(notes)
    expect(await text(exportSession(other, imported.sessionId, { format: 'json' }))).toBe(
      await text(exportSession(store, session.id, { format: 'json' })),
    )
    const broken = document.replace('"pinned":["x"', '"pinned":[1')
    await expect(importSession(new MemorySessionStore(), broken)).rejects.toMatchObject({ code: 'invalid_export' })
    await expect(session.changeNotes({ style: 'x'.repeat(4_001) })).rejects.toThrow(TypeError)
    await expect(session.changeNotes({ moods: 'x' } as object)).rejects.toThrow(/moods/)
    await expect(session.changeNotes({ note: { text: 'x', depth: 101 } })).rejects.toThrow(/depth/)
    expect(await session.notes()).toEqual(notes)
  })
})
