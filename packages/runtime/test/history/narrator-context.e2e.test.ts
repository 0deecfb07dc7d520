import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  type ChatMessage,
  type Connection,
  connectModel,
  createLanguageModel,
  type LanguageModel,
} from '@narratoria/models'
import { startFakeServer } from '@narratoria/models/testing'
import type { World } from '@narratoria/world'
import { expect, onTestFinished, test } from 'vitest'
import { createNarratoria, type ModelSource, openSqliteSessionStore, type SessionStore } from '../../src/index.ts'
import { MemorySessionStore } from '../../src/store/index.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'

const shipped = fileURLToPath(new URL('../../../../skills', import.meta.url))
const contextTokens = 8_000

/** One place with forty things, so that each turn can take another one. */
const world = {
  title: 'The Shelf',
  opening: 'You stand before a shelf.',
  player: { at: 'room' },
  places: { room: { name: 'room', description: 'A bare room.' } },
  people: {},
  things: {
    ...Object.fromEntries(
      Array.from({ length: 45 }, (_, index) => [
        `jar_${index + 1}`,
        { name: `jar ${word(index + 1)}`, at: 'room', is: ['portable'] },
      ]),
    ),
    anvil: { name: 'anvil', at: 'room' },
  },
} as unknown as World

/** A word without a number, because numbers choose. */
function word(number: number): string {
  const letters = 'abcdefghij'
  return `${letters[Math.floor(number / 10)]}o${letters[number % 10]}o`
}

type Requests = (readonly ChatMessage[])[]

const narratorTo = (requests: Requests) => (messages: readonly ChatMessage[]) =>
  `Narrated as number ${word(requests.push(messages))}.`

/** A model that records its requests. */
function recorder(requests: Requests): LanguageModel {
  const narrate = narratorTo(requests)
  return createLanguageModel({
    id: 'recorder',
    provider: 'test',
    contextTokens,
    async *generate({ messages }) {
      yield { type: 'text', text: narrate(messages) }
      yield { type: 'finish', finishReason: 'stop', usage: { promptTokens: 5, completionTokens: 4 } }
    },
  })
}

/** The connection to a server that records what narrations are asked of it. */
async function connection(requests: Requests): Promise<Connection> {
  const narrate = narratorTo(requests)
  let isConnected = false
  const server = await startFakeServer({
    family: 'openai',
    answer: ({ messages }) => (isConnected ? narrate(messages as unknown as ChatMessage[]) : 'A lamp burns.'),
  })
  onTestFinished(() => server.close())
  const connected = await connectModel({ target: server.baseUrl })
  isConnected = true
  return { ...connected, contextTokens }
}

const narrators = [
  ['an object', recorder],
  ['a server', connection],
] as const

/** A host whose narrator records its requests. */
async function openRecorded(
  openStore: (folder: string) => SessionStore | Promise<SessionStore>,
  makeNarrator: (requests: Requests) => ModelSource | Promise<ModelSource>,
) {
  const requests: Requests = []
  const narrator = await makeNarrator(requests)
  const folder = await temporaryFolder()
  const store = await openStore(folder)
  const skillRoots = [shipped]
  // Only requests for narrations are recorded.
  const host = await createNarratoria({ skillRoots, home: folder, store, models: { narrator }, followUps: false })
  onTestFinished(() => host.close())
  return { host, store, requests, session: await host.openSession('shelf', { world }) }
}

/** Skills that add nothing to the request here; without them a turn takes half the time. */
const disabledSkills = ['memory', 'reputation', 'player-choices', 'character-portraits', 'npc-perception']

const textOf = (messages: readonly ChatMessage[]) => messages.map(({ content }) => content).join('\n')
const estimate = (messages: readonly ChatMessage[]) => Math.ceil(textOf(messages).length / 3)

test.each(narrators)(
  'the request of turn 40 to %s holds the last turns word for word, a summary, and what happened',
  async (_, narrator) => {
    const openStore = (folder: string) => openSqliteSessionStore(join(folder, 'sessions.db'))
    const { session, requests, store, host } = await openRecorded(openStore, narrator)
    for (let turn = 1; turn <= 39; turn += 1) await session.play(`take jar ${word(turn)}`, { disabledSkills }).result
    await session.play('roll 2d6 and take the anvil', { disabledSkills }).result
    const last = requests[39]!
    const text = textOf(last)
    for (let turn = 31; turn <= 39; turn += 1) {
      expect(last).toContainEqual(
        expect.objectContaining({
          role: 'user',
          content: expect.stringContaining(`"take jar ${word(turn)}"`) as string,
        }),
      )
      expect(last).toContainEqual({ role: 'assistant', content: `Narrated as number ${word(turn)}.` })
    }
    const [, summary = ''] = /Earlier in the story:\n([\s\S]*?)\n\n/.exec(text) ?? []
    for (let turn = 1; turn <= 30; turn += 1) {
      expect(summary).toContain(`jar ${word(turn)}`)
      expect(text).not.toContain(`Narrated as number ${word(turn)}.`)
    }
    const happened = last.at(-1)!.content
    expect(happened).toMatch(/What happened in this turn:\n[\s\S]*2d6[\s\S]*anvil/)
    for (const request of requests) expect(estimate(request)).toBeLessThanOrEqual(contextTokens)

    // What was sent is kept, block by block.
    const sent = (await store.contextOf(session.id))!
    expect(sent.turnId).toBe((await session.lastTurn())!.turnId)
    expect(sent.blocks.map(({ name }) => name)).toEqual([
      'style',
      'campaign',
      'summary',
      'turns',
      'people',
      'place',
      'outcomes',
      'words',
    ])
    for (const { text: block } of sent.blocks) for (const part of block.split('\n\n')) expect(text).toContain(part)
    // The large event is stored once, not with each turn.
    expect(JSON.stringify(await store.readTurn(session.id, sent.turnId))).not.toContain('Keep to what you told')

    // The beginning is equal from turn to turn.
    const [before, after] = [requests[37]!, requests[38]!]
    expect(JSON.stringify(after.slice(0, before.length - 1))).toBe(JSON.stringify(before.slice(0, -1)))

    // Undo and branches change it.
    await session.undo(6)
    await session.play(`take jar ${word(41)}`).result
    const branched = textOf(requests[40]!)
    expect(branched).toContain(`Narrated as number ${word(34)}.`)
    expect(branched).not.toContain(`Narrated as number ${word(35)}.`)
    expect(branched).not.toContain(`"take jar ${word(36)}"`)
    await host.close()
  },
  120_000,
)

test('nothing of another story is sent, and a copy of the context ends with its turn', async () => {
  const { host, session, requests, store } = await openRecorded(() => new MemorySessionStore(), recorder)
  await session.play(`take jar ${word(1)}`).result
  const other = await host.openSession('other', { world })
  await other.play('look').result
  expect(textOf(requests[1]!)).not.toContain(`take jar ${word(1)}`)
  expect((await store.contextOf(session.id))!.blocks.length).toBeGreaterThan(3)
  expect((await store.contextOf(other.id))!.blocks.some(({ name }) => name === 'summary' || name === 'turns')).toBe(
    false,
  )
})

test('the author’s notes, an edited narration and a continuation reach the model', async () => {
  const { session, requests } = await openRecorded(() => new MemorySessionStore(), recorder)
  await session.play(`take jar ${word(1)}`).result
  await session.play(`take jar ${word(2)}`).result
  await session.edit({ prompt: 'I take one', narrative: 'The jar is warm.' })
  await session.changeNotes({
    style: 'A ship’s log.',
    persona: 'Ada, a pilot.',
    pinned: ['It is winter.'],
    note: { text: 'Let it snow.', depth: 1 },
  })
  await session.continue().result
  const [system, ...rest] = requests[2]!
  expect(system!.content).toMatch(/A ship’s log\.[\s\S]*Ada, a pilot\.[\s\S]*- It is winter\.$/)
  expect(rest.slice(-3)).toEqual([
    { role: 'user', content: '[The author’s note: Let it snow.]\n\nThe player’s words: "I take one"' },
    { role: 'assistant', content: 'The jar is warm.' },
    {
      role: 'user',
      content: expect.stringMatching(
        /The player does nothing new\. Continue the narration where it ended\.$/,
      ) as string,
    },
  ])
  expect((await session.turns()).at(-1)).toMatchObject({ prompt: '', narrative: `Narrated as number ${word(3)}.` })
  // No time has passed in the world.
  expect((await session.state()).world).toEqual((await session.replay('2')).state.world)
  const { blocks = [] } = (await session.narratorContext()) ?? {}
  expect(blocks.map(({ name }) => name)).toEqual(expect.arrayContaining(['story style', 'persona', 'pinned', 'note']))
})
