import { join } from 'node:path'
import type { JsonObject } from '@narratoria/protocol'
import { expect, test } from 'vitest'
import { exportSession, importSession } from '../../src/exchange.ts'
import { openSqliteSessionStore } from '../../src/index.ts'
import { replayTurn } from '../../src/history/index.ts'
import { openNarrated } from '../fixtures/model-narrator.ts'
import { smallWorld } from '../fixtures/small-world.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'

const narration = 'Oleg smiles and says that his brother drowned. A rusty anchor leans on the wall.'
const fact = { text: 'The brother of Oleg drowned.', about: 'oleg' }
const claims = {
  facts: [fact],
  moods: [{ person: 'oleg', change: 'warmer' }],
  things: [{ name: 'rusty anchor', description: 'Red with rust.' }],
}

test('what a narration established is part of the turn, and is sent with the next one', async () => {
  const { host, asked } = await openNarrated({ narration, claims })
  const session = await host.openSession('rooms', { world: smallWorld })
  await session.play('greet Oleg').result
  await session.settled()
  const { facts, world } = (await session.state()) as { facts: JsonObject; world: JsonObject }
  expect(facts).toEqual({ '1_1': fact })
  expect(world.feelings).toEqual({ oleg: 5 })
  expect(world.added).toEqual({
    things: {
      new_1_1: { ...claims.things[0], at: 'hall', portable: false, is: ['scenery'] },
    },
  })
  // The trace names the requests and counts their tokens.
  const { events } = (await session.lastTurn())!
  expect(events.filter(({ type }) => type === 'model_used')).toHaveLength(3)
  expect(asked.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['narration', 'claims', 'choices']))
  const question = asked.find(({ kind }) => kind === 'claims')!.messages.at(-1)!.content
  expect(question).toContain(narration)
  expect(question).toContain('greet Oleg')
})

test('the next turn waits for it', async () => {
  const { promise, resolve } = Promise.withResolvers<JsonObject>()
  const { host } = await openNarrated({ narration, claims: () => promise })
  const session = await host.openSession('rooms', { world: smallWorld })
  await session.play('greet Oleg').result
  const next = session.play('wait')
  resolve({ facts: [fact] })
  expect((await next.result).state).toMatchObject({ facts: { '1_1': fact } })
})

test('undo, branches, reloading, replaying and exports take it along', async () => {
  const path = join(await temporaryFolder(), 'sessions.db')
  const answers = { narration, claims: claims as JsonObject }
  const store = openSqliteSessionStore(path)
  const { host } = await openNarrated(answers, { store: await store })
  const session = await host.openSession('rooms', { world: smallWorld })
  await session.play('greet Oleg').result
  await session.settled()
  const before = await session.state()
  answers.narration = 'Oleg falls silent. His brother was called Pyotr.'
  answers.claims = { facts: [{ text: 'The brother was called Pyotr.', about: 'oleg' }] }
  await session.play('wait').result
  await session.settled()
  expect(Object.keys((await session.state()).facts as JsonObject)).toEqual(['1_1', '2_1'])
  await session.undo()
  expect(await session.state()).toEqual(before)
  await session.retry().result
  await session.settled()
  expect(Object.keys((await session.state()).facts as JsonObject)).toEqual(['3_1'])
  await session.moveTo('2')
  expect(Object.keys((await session.state()).facts as JsonObject)).toEqual(['1_1', '2_1'])

  const turn = (await session.lastTurn())!
  expect(replayTurn(turn, before).faithful).toBe(true)
  let text = ''
  for await (const piece of exportSession(host.store, session.id, { format: 'json' })) text += piece
  const state = await session.state()
  await host.close()

  const reopened = await openSqliteSessionStore(path)
  expect(await reopened.stateAt(session.id, turn.turnId)).toEqual(state)
  await reopened.close()
  const other = await openSqliteSessionStore(join(await temporaryFolder(), 'other.db'))
  const imported = await importSession(other, text)
  expect(await other.stateAt(imported.session.sessionId, imported.session.head)).toEqual(state)
  await other.close()
})

test('a model that lies changes nothing', async () => {
  const lies = {
    facts: [
      { text: 'The knife belongs to the king of the northern islands.', about: 'knife' },
      { text: '', about: '' },
    ],
    moods: [{ person: 'oleg', change: 'warmer' }],
    things: [
      { name: 'knife', description: 'Another one.' },
      { name: 'golden crown', description: 'It was never named.' },
    ],
    people: [{ name: 'Mara', pronoun: 'she', description: 'Here after all.' }],
  }
  const { host } = await openNarrated({ narration: 'Oleg nods. The knife gleams. Mara is far away.', claims: lies })
  const session = await host.openSession('rooms', { world: smallWorld })
  await session.play('wait').result
  await session.settled()
  const { facts, world } = (await session.state()) as { facts?: JsonObject; world: JsonObject }
  expect(facts).toBeUndefined()
  expect(Object.keys(world).sort()).toEqual(['feelings', 'model'])
  const refused = (await session.lastTurn())!.events.filter((event) => event.type === 'warning')
  expect(refused.map(({ code }) => code)).toEqual(Array.from({ length: 5 }, () => 'claim_refused'))
})

test.each([
  ['prose', 'Nothing new, I think.'],
  ['an unknown person', { moods: [{ person: 'the_king', change: 'warmer' }] }],
  ['a move', { moves: [{ thing: 'knife', to: 'player' }] }],
])('an answer of another form (%s) is refused as a whole', async (_, answer) => {
  const given = typeof answer === 'string' ? ({ facts: answer } as unknown as JsonObject) : (answer as JsonObject)
  const { host } = await openNarrated({ narration, claims: { ...given, facts: given.facts ?? [fact] } })
  const session = await host.openSession('rooms', { world: smallWorld })
  const { state } = await session.play('wait').result
  await session.settled()
  expect(await session.state()).toEqual(state)
})

test('undo ends the requests, and a host that closes does not wait for a silent model for long', async () => {
  const aborted: string[] = []
  const never = (signal: AbortSignal) =>
    new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => {
        aborted.push('claims')
        reject(signal.reason as Error)
      })
    })
  const { host } = await openNarrated({ narration, claims: never })
  const session = await host.openSession('rooms', { world: smallWorld })
  await session.play('wait').result
  await session.undo()
  expect(aborted).toEqual(['claims'])
  await session.play('wait').result
  await host.close({ force: true })
  expect(aborted).toEqual(['claims', 'claims'])
})

test('a story without a world keeps facts alone', async () => {
  const { host } = await openNarrated({
    narration,
    claims: { ...claims, facts: [{ ...fact, about: '' }], moods: undefined! },
  })
  const session = await host.openSession('plain')
  await session.play('greet Oleg').result
  await session.settled()
  expect(await session.state()).toEqual({ facts: { '1_1': { text: fact.text } } })
})
