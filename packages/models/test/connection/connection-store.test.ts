import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { Connection } from '../../src/index.ts'
import { ConnectionStore } from '../../src/connection/index.ts'

function home(): string {
  const folder = mkdtempSync(join(tmpdir(), 'narratoria-models-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

const connection = (name: string): Connection => ({
  name,
  provider: 'custom',
  baseUrl: 'http://127.0.0.1:9/v1',
  model: 'm',
  apiKeyEnv: 'SOME_KEY',
  structured: 'schema',
})

it('stores connections and roles in a file of the owner alone', async () => {
  const store = new ConnectionStore(home())
  await store.save(connection('b'), ['planner', 'narrator'])
  await store.save(connection('a'), ['planner'])
  expect(await store.read()).toEqual({
    connections: [connection('a'), connection('b')],
    roles: { planner: 'a', narrator: 'b' },
  })
  expect((await store.forRole('narrator'))?.name).toBe('b')
  expect(await store.forRole('writer')).toBeUndefined()
  if (process.platform !== 'win32') expect(statSync(store.path).mode & 0o777).toBe(0o600)
})

it('keeps the settings of a connection that is connected again', async () => {
  const store = new ConnectionStore(home())
  const settings = { patience: { firstTokenMs: 180_000 }, sampling: { temperature: 0.9 } }
  await store.save({ ...connection('a'), ...settings })
  await store.save({ ...connection('a'), sampling: { topP: 0.5 } })
  expect(await store.get('a')).toEqual({ ...connection('a'), ...settings, sampling: { topP: 0.5 } })
})

it('a role has settings of its own, which replace those of its connection', async () => {
  const store = new ConnectionStore(home())
  await store.save({ ...connection('a'), sampling: { temperature: 0.2, topP: 0.5 } }, ['planner', 'narrator'])
  await store.configure({ temperature: 0.9 }, ['narrator'])
  await store.configure({ systemPrompt: 'Rhyme.' }, ['narrator'])
  expect((await store.forRole('narrator'))?.sampling).toEqual({ temperature: 0.9, topP: 0.5, systemPrompt: 'Rhyme.' })
  expect((await store.forRole('planner'))?.sampling).toEqual({ temperature: 0.2, topP: 0.5 })
  // They stay when the role uses another connection.
  await store.save(connection('b'), ['narrator'])
  expect((await store.forRole('narrator'))?.sampling).toEqual({ temperature: 0.9, systemPrompt: 'Rhyme.' })
  await expect(store.configure({ temperature: 7 })).rejects.toMatchObject({ code: 'invalid_connection' })
  writeFileSync(store.path, JSON.stringify({ connections: [], roles: {}, settings: { writer: { stop: 'END' } } }))
  await expect(store.read()).rejects.toThrow(/settings of the role writer: \/stop/)
})

it('changes roles, and forgets them with their connection', async () => {
  const store = new ConnectionStore(home())
  await store.save(connection('a'), ['planner', 'narrator', 'writer'])
  await store.use(undefined, ['planner'])
  expect((await store.read()).roles).toEqual({ narrator: 'a', writer: 'a' })
  await expect(store.use('z')).rejects.toThrow(/there is no connection "z"; the stored ones are a/)
  await store.remove('a')
  expect(await store.read()).toEqual({ connections: [], roles: {} })
})

it('loses no change of several writers at once', async () => {
  const folder = home()
  const names = Array.from({ length: 20 }, (_, at) => `c${at + 10}`)
  await Promise.all(names.map((name) => new ConnectionStore(folder).save(connection(name))))
  expect((await new ConnectionStore(folder).read()).connections.map(({ name }) => name)).toEqual(names)
})

it('never replaces a file that it cannot read', async () => {
  const store = new ConnectionStore(home())
  writeFileSync(store.path, '{"connections": [')
  await expect(store.save(connection('a'))).rejects.toThrow(/is not valid JSON; fix the file or delete it/)
  expect(readFileSync(store.path, 'utf8')).toBe('{"connections": [')
})

it.each([
  [{ patience: { firstTokenMs: '60 s' } }, /\/patience\/firstTokenMs/],
  [{ patience: { betweenTokensMs: 0 } }, /\/patience\/betweenTokensMs/],
  [{ sampling: { temperature: 9 } }, /\/sampling\/temperature/],
  [{ sampling: { stop: 'END' } }, /\/sampling\/stop/],
  [{ provider: 'gpt' }, /\/provider/],
  [{ model: '' }, /\/model/],
])('names what is wrong in an edited file: %j', async (change, words) => {
  const store = new ConnectionStore(home())
  const connections = [connection('a'), { ...connection('b'), ...change }]
  writeFileSync(store.path, JSON.stringify({ version: 1, connections, roles: {} }))
  await expect(store.read()).rejects.toMatchObject({ code: 'invalid_file', message: expect.stringMatching(words) })
  await expect(store.read()).rejects.toThrow(/at index 1: .*; fix the file or delete it/)
})
