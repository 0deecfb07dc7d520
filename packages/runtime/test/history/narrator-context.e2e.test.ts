import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type ChatMessage, createLanguageModel } from '@narratoria/models'
import type { World } from '@narratoria/world'
import { expect, onTestFinished, test } from 'vitest'
import { createNarratoria, MemorySessionStore, openSqliteSessionStore, type SessionStore } from '../../src/index.ts'
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

/** A host whose narrator is a model that records its requests. */
async function openRecorded(openStore: (folder: string) => SessionStore | Promise<SessionStore>) {
  const requests: (readonly ChatMessage[])[] = []
  const narrator = createLanguageModel({
    id: 'recorder',
    provider: 'test',
    contextTokens,
    async *generate({ messages }) {
      requests.push(messages)
      yield { type: 'text', text: `Told as number ${word(requests.length)}.` }
      yield { type: 'finish', finishReason: 'stop', usage: { promptTokens: 5, completionTokens: 4 } }
    },
  })
  const folder = await temporaryFolder()
  const store = await openStore(folder)
  const skillRoots = [shipped]
  const host = await createNarratoria({ skillRoots, home: folder, store, models: { narrator } })
  onTestFinished(() => host.close())
  return { host, store, requests, session: await host.openSession('shelf', { world }) }
}

const textOf = (messages: readonly ChatMessage[]) => messages.map(({ content }) => content).join('\n')
const estimate = (messages: readonly ChatMessage[]) => Math.ceil(textOf(messages).length / 3)

test('the request of turn 40 holds the last turns word for word, a summary of the others, and what happened', async () => {
  const { session, requests, store, host } = await openRecorded((folder) =>
    openSqliteSessionStore(join(folder, 'sessions.db')),
  )
  for (let turn = 1; turn <= 39; turn += 1) await session.play(`take jar ${word(turn)}`).result
  await session.play('roll 2d6 and take the anvil').result
  const last = requests[39]!
  const text = textOf(last)
  for (let turn = 31; turn <= 39; turn += 1) {
    expect(last).toContainEqual(
      expect.objectContaining({ role: 'user', content: expect.stringContaining(`"take jar ${word(turn)}"`) as string }),
    )
    expect(last).toContainEqual({ role: 'assistant', content: `Told as number ${word(turn)}.` })
  }
  const [, summary = ''] = /Earlier in the story:\n([\s\S]*?)\n\n/.exec(text) ?? []
  for (let turn = 1; turn <= 30; turn += 1) {
    expect(summary).toContain(`jar ${word(turn)}`)
    expect(text).not.toContain(`Told as number ${word(turn)}.`)
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
  expect(branched).toContain(`Told as number ${word(34)}.`)
  expect(branched).not.toContain(`Told as number ${word(35)}.`)
  expect(branched).not.toContain(`"take jar ${word(36)}"`)
  await host.close()
}, 120_000)

test('nothing of another story is sent, and a copy of the context ends with its turn', async () => {
  const { host, session, requests, store } = await openRecorded(() => new MemorySessionStore())
  await session.play(`take jar ${word(1)}`).result
  const other = await host.openSession('other', { world })
  await other.play('look').result
  expect(textOf(requests[1]!)).not.toContain(`take jar ${word(1)}`)
  expect((await store.contextOf(session.id))!.blocks.length).toBeGreaterThan(3)
  expect((await store.contextOf(other.id))!.blocks.some(({ name }) => name === 'summary' || name === 'turns')).toBe(
    false,
  )
}, 60_000)
