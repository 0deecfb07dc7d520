import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openSqliteSessionStore } from '../../src/index.ts'
import { openNarrated } from '../fixtures/model-narrator.ts'
import { smallWorld } from '../fixtures/small-world.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'

const narration = 'The knife lies on the floor.'

test('choices of a model follow those of the world if the world can play them', async () => {
  const choices = [
    'Put the knife on the table',
    'Take the crown of the king',
    'Ask Mara about the storm',
    'Dance with the stars until dawn',
    'Take the knife and go up',
    'Attack Oleg with the knife',
  ]
  const { host } = await openNarrated({ narration, choices })
  const session = await host.openSession('rooms', { world: smallWorld })
  const { choices: own } = await session.play('look').result
  expect(own.length).toBeGreaterThan(0)
  await session.settled()
  const all = await session.choices()
  expect(all.slice(0, own.length)).toEqual(own)
  expect(all.slice(own.length).map(({ text }) => text)).toEqual([
    'Put the knife on the table',
    'Attack Oleg with the knife',
  ])
  // Its number means what was shown.
  expect((await session.play(String(all.length)).result).prompt).toBe('Attack Oleg with the knife')
})

test('they survive reloading and undo', async () => {
  const path = join(await temporaryFolder(), 'sessions.db')
  const answers = { narration, choices: ['Put the knife on the table'] }
  const { host } = await openNarrated(answers, { store: await openSqliteSessionStore(path) })
  const session = await host.openSession('rooms', { world: smallWorld })
  await session.play('look').result
  await session.settled()
  const choices = await session.choices()
  expect(choices.at(-1)?.text).toBe('Put the knife on the table')
  await session.play('wait').result
  await session.undo()
  expect(await session.choices()).toEqual(choices)
  await host.close()
  const { host: other } = await openNarrated(answers, { store: await openSqliteSessionStore(path) })
  expect(await (await other.openSession('rooms')).choices()).toEqual(choices)
})

test('they never delay a turn, and a model that fails or says nothing usable leaves the others', async () => {
  const { promise: never } = Promise.withResolvers<string[]>()
  const { host, asked } = await openNarrated({ narration, choices: () => never })
  const session = await host.openSession('rooms', { world: smallWorld })
  const { choices } = await session.play('look').result
  expect((await session.play('wait').result).status).toBe('stored')
  expect(asked.filter(({ kind }) => kind === 'narration')).toHaveLength(2)
  expect((await session.lastTurn())!.choices.length).toBeGreaterThanOrEqual(choices.length)

  const { host: failing } = await openNarrated({ narration, choices: () => Promise.reject(new Error('no')) })
  const other = await failing.openSession('rooms', { world: smallWorld })
  const { choices: own } = await other.play('look').result
  await other.settled()
  expect(await other.choices()).toEqual(own)
})

test('a story without a world offers what the model suggests', async () => {
  const { host } = await openNarrated({ narration, choices: ['Light the lamp', 'Light the lamp', 'x'.repeat(200)] })
  const session = await host.openSession('plain')
  await session.play('look').result
  await session.settled()
  expect(await session.choices()).toEqual([{ text: 'Light the lamp' }])
  expect((await session.play('1').result).prompt).toBe('Light the lamp')
})
