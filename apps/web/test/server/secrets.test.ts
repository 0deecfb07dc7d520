import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { RuntimeError } from '@narratoria/runtime'
import { apiClient, openStream } from '../support/api-client.ts'
import { type World, openWorld } from '../support/world.ts'

const planted = 'sk-planted-0123456789-abcdef'
let world: World
const bugs: unknown[] = []
beforeAll(async () => void (world = await openWorld({ onError: (error) => bugs.push(error) })))
afterAll(() => world.close())

/** The addresses of every GET operation in the description. */
async function readable(fill: Record<string, string>): Promise<string[]> {
  const document = JSON.parse(await readFile(new URL('../../openapi.json', import.meta.url), 'utf8')) as {
    paths: Record<string, Record<string, unknown>>
  }
  const addresses = Object.entries(document.paths)
    .filter(([path, operations]) => 'get' in operations && !path.endsWith('/events'))
    .map(([path]) => path.replaceAll(/\{(\w+)\}/g, (_, name: string) => fill[name]!))
  return addresses.map((path) => (path.endsWith('/origin') ? `${path}?path=/said` : path))
}

test('FR-040: a planted secret appears in no response, header or event', async () => {
  const api = apiClient(world.url)
  const answers: string[] = []
  const saved = await api.call('PATCH', '/skills/actor/config', { values: { apiKey: planted } })
  answers.push(JSON.stringify(saved.body))
  const id = await api.createSession()
  const played = await api.play(id, 'say the secret')
  answers.push(JSON.stringify(played))
  // The player may use the secret in a prompt and in a request.
  answers.push(JSON.stringify(await api.play(id, `My key is ${planted}`)))
  const turns = await api.turns(id)
  const snapshot = await openStream(world.url, id)
  answers.push(JSON.stringify(await snapshot.next()))
  snapshot.close()
  for (const { turnId } of turns)
    for (const path of await readable({ session: id, turn: turnId, skill: 'actor', index: '0' })) {
      const answer = await fetch(world.url + path)
      answers.push(`${path} ${JSON.stringify([...answer.headers])} ${await answer.text()}`)
    }
  for (const text of answers) expect(text).not.toContain(planted)
  // The tool wrote it everywhere, and it is redacted everywhere.
  const said = JSON.stringify(played)
  for (const type of ['"log"', '"error"', '"state"', '"narration"', '"choices"', '"asset"', '"open_map"', '"stderr"'])
    expect(said).toContain(type)
  expect(said.match(/The key is/g)!.length).toBeGreaterThan(8)
})

test('FR-040: text that became a secret later is masked in stored turns', async () => {
  const late = 'sk-set-later-0123456789'
  const api = apiClient(world.url)
  const id = await api.createSession()
  await api.play(id, `My key is ${late}`)
  const [turn] = await api.turns(id)
  const addresses = await readable({ session: id, turn: turn!.turnId, skill: 'actor', index: '0' })
  const read = () => Promise.all(addresses.map(async (path) => (await fetch(world.url + path)).text()))
  expect((await read()).filter((text) => text.includes(late)).length).toBeGreaterThanOrEqual(3)
  await api.call('PATCH', '/skills/actor/config', { values: { apiKey: late } })
  const shown = await read()
  for (const text of shown) expect(text).not.toContain(late)
  expect(shown.filter((text) => text.includes('My key is')).length).toBeGreaterThanOrEqual(3)
})

test('a refusal does not repeat an invalid secret', async () => {
  const answer = await apiClient(world.url).call('PATCH', '/skills/actor/config', { values: { apiKey: 'sk-1' } })
  expect(answer.status).toBe(422)
  expect(JSON.stringify(answer.body)).not.toContain('sk-1')
})

test.each([
  ['a refusal of the runtime', new RuntimeError('unknown_turn', `No room for ${planted}.`), /No room for (?!sk-)/],
  ['a refusal of the store', new RuntimeError('store_full', `No room for ${planted}.`), /disk of the server is full/],
  ['a bug', new TypeError(`Cannot read ${planted}, nor anything else.`), /^(?!.*Cannot read)/],
])('a failed turn reveals no secret: %s', async (_, failure, words) => {
  const api = apiClient(world.url)
  await api.call('PATCH', '/skills/actor/config', { values: { apiKey: planted } })
  const id = await api.createSession()
  bugs.length = 0
  const commit = vi.spyOn(world.narratoria.store, 'commitTurn').mockRejectedValueOnce(failure)
  const messages = await api.play(id, 'look around')
  commit.mockRestore()
  expect(JSON.stringify(messages)).not.toContain(planted)
  const failed = messages.flatMap((message) =>
    message.type === 'turn' && message.event.type === 'turn_failed' ? [message.event.message] : [],
  )
  expect(failed).toEqual([expect.stringMatching(/^The turn could not be played/)])
  expect(failed[0]).toMatch(words)
  // The message of an unexpected error is reported to the host only.
  expect(bugs).toEqual(failure instanceof RuntimeError ? [] : [failure])
})

test('a turn that was lost with its server is shown without a secret that was set later', async () => {
  const api = apiClient(world.url)
  const { store } = world.narratoria
  const session = await world.narratoria.openSession()
  await store.beginTurn(session.id, { prompt: `My key is ${planted}`, startedAt: Date.now() + 1_000 })
  await session.close()
  await api.call('PATCH', '/skills/actor/config', { values: { apiKey: planted } })
  const stream = await openStream(world.url, session.id)
  const snapshot = await stream.next()
  stream.close()
  const answers = [snapshot, (await api.session(session.id)).body]
  expect(JSON.stringify(answers)).not.toContain(planted)
  expect(JSON.stringify(answers).match(/My key is/g)).toHaveLength(2)
})
