import { join } from 'node:path'
import { defineTool } from '@narratoria/tool-sdk'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createNarratoria, openSqliteSessionStore, type Session, type SessionStore } from '../../src/index.ts'
import { exportSession, importSession } from '../../src/exchange.ts'
import { MemorySessionStore } from '../../src/store/index.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'

const stores: [string, (folder: string) => Promise<SessionStore>][] = [
  ['MemorySessionStore', async () => new MemorySessionStore()],
  ['SqliteSessionStore', (folder) => openSqliteSessionStore(join(folder, 'sessions.db'))],
]

let narrations = 0
/** Acts in every turn: says another sentence each time, and counts its turns in the state. */
const teller = defineTool({
  name: 'teller',
  triggers: [{ always: true }],
  run(_, { narrate, patch, request }) {
    patch({ turns: Number(request.state.turns ?? 0) + 1 })
    narrate(`The heron stands still, for the ${(narrations += 1)}th time. Water runs.`)
  },
})

async function text(pieces: AsyncIterable<string>): Promise<string> {
  let all = ''
  for await (const piece of pieces) all += piece
  return all
}

describe.each(stores)('%s', (_, openStore) => {
  async function open() {
    const home = await temporaryFolder()
    const store = await openStore(home)
    const host = await createNarratoria({ skillRoots: [join(home, 'skills')], home, store, tools: [teller] })
    onTestFinished(() => host.close({ force: true }))
    return { store, session: await host.openSession('heron') }
  }

  async function play(session: Session, prompt: string) {
    const { turnId, narrative, state } = await session.play(prompt).result
    return { turnId, narrative, state }
  }

  test('an edited turn has the new text, keeps the old one, its plan and its state', async () => {
    const { store, session } = await open()
    const played = await play(session, 'look')
    const before = await store.readTurn(session.id, played.turnId)
    await session.edit({ narrative: 'The heron flies.\n\nIt is gone.' })
    const turn = await session.edit({ prompt: 'I clap my hands' })
    expect(turn).toMatchObject({ prompt: 'I clap my hands', narrative: 'The heron flies.\n\nIt is gone.' })
    const after = await store.readTurn(session.id, played.turnId)
    expect(after.texts!.map((each) => [each.prompt, each.narrative])).toEqual([
      ['look', played.narrative],
      ['look', 'The heron flies.\n\nIt is gone.'],
      ['I clap my hands', 'The heron flies.\n\nIt is gone.'],
    ])
    expect(await session.texts()).toEqual(after.texts)
    const { texts: _, prompt: __, narrative: ___, recap: ____, ...kept } = after
    expect(before).toMatchObject(kept)
    expect(await session.state()).toEqual(played.state)
    expect((await session.lastTurn())?.narrative).toBe('The heron flies.\n\nIt is gone.')
  })

  test('an earlier text is chosen again, and is not added twice', async () => {
    const { session } = await open()
    const { narrative } = await play(session, 'look')
    await session.edit({ narrative: 'Another.' })
    await session.edit({ narrative })
    expect(await session.texts()).toHaveLength(2)
    expect((await session.lastTurn())?.narrative).toBe(narrative)
  })

  test('what is edited is read by later turns, and in the summary of older ones', async () => {
    const { store, session } = await open()
    const first = await play(session, 'step 1')
    for (let turn = 2; turn <= 10; turn += 1) await play(session, `step ${turn}`)
    const summaryAt = async () => (await store.readTurn(session.id, (await session.lastTurn())!.turnId)).recap?.summary
    expect((await summaryAt())![0]).toContain('The heron stands still')
    await session.edit({ prompt: 'I wade in', narrative: 'The crab pinches you. It hurts.' }, first.turnId)
    expect((await summaryAt())![0]).toBe('Turn 1, "I wade in": The crab pinches you.')
    expect((await store.recaps(session.id, (await session.lastTurn())!.turnId, 10))[0]).toMatchObject({
      prompt: 'I wade in',
      narrative: 'The crab pinches you. It hurts.',
    })
    await session.edit({ prompt: 'step 1', narrative: first.narrative }, '1')
    expect((await summaryAt())![0]).toContain('The heron stands still')
  })

  test('an edited turn is found by its new words only', async () => {
    const { store, session } = await open()
    await play(session, 'look')
    await play(session, 'wait')
    expect(await store.search('heron')).toHaveLength(2)
    await session.edit({ narrative: 'A kingfisher dives.' }, '1')
    expect(await store.search('heron')).toHaveLength(1)
    expect(await store.search('kingfisher')).toHaveLength(1)
    await session.edit({ narrative: 'Nothing.' }, '1')
    expect(await store.search('kingfisher')).toHaveLength(0)
    await play(session, 'sleep')
    expect(await store.search('heron')).toHaveLength(2)
  })

  test('an edited turn replays as it was played', async () => {
    const { session } = await open()
    const { narrative } = await play(session, 'look')
    await session.edit({ prompt: 'stare', narrative: 'Another.' })
    const replayed = await session.replay()
    expect(replayed).toMatchObject({ faithful: true, narrative })
    expect(replayed.events.at(-1)).toMatchObject({ result: { prompt: 'look' } })
  })

  test('texts survive undo, a branch, an export and an import', async () => {
    const { session } = await open()
    const { narrative } = await play(session, 'look')
    await play(session, 'wait')
    await session.edit({ narrative: 'Another.' }, '1')
    await session.undo(2)
    await session.redo()
    await play(session, 'beside')
    expect((await session.turns())[0]?.narrative).toBe('Another.')
    const document = await text(session.export('json'))
    const copy = new MemorySessionStore()
    const { session: imported } = await importSession(copy, document)
    expect(await text(exportSession(copy, imported.sessionId, { format: 'json' }))).toBe(document)
    const [turn] = await copy.line(imported.sessionId, imported.head)
    expect((await copy.readTurn(imported.sessionId, turn!.turnId)).texts?.[0]?.narrative).toBe(narrative)
    const broken = document.replace(/"texts":\[\{/, '"texts":[{"x":1},{')
    await expect(importSession(new MemorySessionStore(), broken)).rejects.toMatchObject({ code: 'invalid_export' })
  })

  test('a swipe shows the next and the previous text of the turn and of the turns beside it', async () => {
    const { session } = await open()
    const first = await play(session, 'look')
    await session.edit({ narrative: 'Edited.' })
    const second = await session.retry().result
    const shown = async () => (await session.lastTurn())!.narrative
    expect(await session.swipe(-1)).toMatchObject({ position: 2, count: 3, turn: { narrative: 'Edited.' } })
    expect(await shown()).toBe('Edited.')
    expect(await session.swipe(-1)).toMatchObject({ position: 1, turn: { turnId: first.turnId } })
    expect(await shown()).toBe(first.narrative)
    await expect(session.swipe(-1)).rejects.toMatchObject({ code: 'no_alternative', message: /the first one/ })
    await session.swipe()
    expect(await session.swipe()).toMatchObject({ position: 3, turn: { turnId: second.turnId } })
    await expect(session.swipe()).rejects.toMatchObject({ code: 'no_alternative', message: /the last one/ })
    // The next turn follows the text that was chosen.
    await session.swipe(-1)
    await play(session, 'go on')
    expect((await session.turns()).map(({ narrative }) => narrative)[0]).toBe('Edited.')
    await expect(session.swipe()).rejects.toMatchObject({ code: 'no_alternative', message: /the only text/ })
  })

  test('a story is continued without an act, and its exports show no empty words of the player', async () => {
    const { session } = await open()
    await play(session, 'look')
    const turn = await session.continue().result
    expect(turn).toMatchObject({ prompt: '', status: 'stored', plan: { metadata: { planner: 'continuation' } } })
    expect(turn.narrative).toBe('The story waits. What do you do?')
    expect(turn.state).toEqual({ turns: 1 })
    const markdown = await text(session.export('markdown'))
    expect(markdown.match(/^>/gm)).toHaveLength(1)
    expect(markdown).toContain('The story waits')
    expect((await text(session.export('html'))).match(/<blockquote>/g)).toHaveLength(1)
  })

  test('what cannot be edited is refused and changes nothing', async () => {
    const { session } = await open()
    await expect(session.edit({ narrative: 'x' })).rejects.toMatchObject({ code: 'unknown_turn' })
    await expect(session.swipe()).rejects.toMatchObject({ code: 'unknown_turn' })
    await play(session, 'look')
    const before = await text(session.export('json'))
    await expect(session.edit({ narrative: ' \n' })).rejects.toThrow(TypeError)
    await expect(session.edit({ prompt: '' })).rejects.toThrow(TypeError)
    await expect(session.edit({ prompt: 'x' }, '7')).rejects.toMatchObject({ code: 'unknown_turn' })
    expect(await text(session.export('json'))).toBe(before)
    const running = session.play('wait')
    await expect(session.edit({ prompt: 'x' })).rejects.toMatchObject({ code: 'session_busy' })
    await expect(session.swipe()).rejects.toMatchObject({ code: 'session_busy' })
    await running.result
    expect((await session.turns()).map(({ prompt }) => prompt)).toEqual(['look', 'wait'])
  })
})
