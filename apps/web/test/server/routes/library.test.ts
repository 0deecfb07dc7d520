import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Found, FoundTurn, TrashEntry } from '../../../src/api/library-resources.ts'
import type { SessionCard, SessionDetail, SessionEntry } from '../../../src/api/resources.ts'
import { apiClient, openStream } from '../../support/api-client.ts'
import { type World, openWorld } from '../../support/world.ts'

let world: World
let api: ReturnType<typeof apiClient>
beforeAll(async () => {
  world = await openWorld()
  api = apiClient(world.url)
})
afterAll(() => world.close())

test('a session is put into the trash, restored, and deleted permanently', async () => {
  const id = await api.createSession('The Marsh')
  await api.play(id, 'sing a song')
  const trashed = await api.call<TrashEntry>('DELETE', `/sessions/${id}`)
  expect(trashed).toMatchObject({ status: 200, body: { sessionId: id, name: 'The Marsh', turns: 1 } })
  expect((await api.session(id)).status).toBe(404)
  expect((await api.get<{ sessions: TrashEntry[] }>('/trash')).body.sessions).toMatchObject([{ sessionId: id }])
  const restored = await api.post<SessionDetail>(`/trash/${id}/restore`)
  expect(restored).toMatchObject({ status: 200, body: { name: 'The Marsh', lineLength: 1 } })
  expect((await api.post(`/trash/${id}/restore`)).status).toBe(404)
  await api.play(id, 'drop the torch')
  await api.call('DELETE', `/sessions/${id}`)
  // By its title, as on the command line.
  expect(await api.post('/trash/the%20marsh/restore')).toMatchObject({ status: 200, body: { name: 'The Marsh' } })
  await api.call('DELETE', `/sessions/${id}`)
  expect(await api.call('DELETE', '/trash')).toMatchObject({ status: 200, body: { deleted: 1 } })
  expect((await api.post(`/trash/${id}/restore`)).status).toBe(404)
})

test('a session with a running turn is not put into the trash; one that is looked at says goodbye to its pages', async () => {
  const id = await api.createSession()
  const stream = await openStream(world.url, id)
  await stream.next()
  await api.post(`/sessions/${id}/turns`, { prompt: 'work for long' })
  await stream.until((message) => message.type === 'turn')
  expect(await api.call('DELETE', `/sessions/${id}`)).toMatchObject({
    status: 409,
    body: { error: { code: 'session_busy' } },
  })
  await api.call('DELETE', `/sessions/${id}/turns/current`)
  await expect.poll(async () => (await api.call('DELETE', `/sessions/${id}`)).status).toBe(200)
  await expect(stream.until(() => false)).rejects.toThrow('The stream has ended.')
})

test('a session is copied and tagged', async () => {
  const id = await api.createSession('The Mill')
  await api.play(id, 'sing a song')
  const copy = await api.post<SessionDetail>(`/sessions/${id}/copies`, {})
  expect(copy).toMatchObject({ status: 201, body: { title: 'The Mill (copy)', lineLength: 1 } })
  expect(await api.post(`/sessions/${id}/copies`, { name: 'The Mill' })).toMatchObject({ status: 409 })
  expect(await api.call('PUT', `/sessions/${id}/tags`, { tags: ['horror', ' with Ana'] })).toMatchObject({
    status: 200,
    body: { tags: ['horror', 'with Ana'] },
  })
  expect((await api.call('PUT', `/sessions/${id}/tags`, { tags: [' '] })).status).toBe(422)
  const { body } = await api.get<{ sessions: SessionEntry[] }>('/sessions')
  expect(body.sessions.find(({ sessionId }) => sessionId === id)?.tags).toEqual(['horror', 'with Ana'])
})

test('turns of all sessions are found by their words', async () => {
  const [first, second] = [await api.createSession(), await api.createSession()]
  for (const id of [first, second]) await api.play(id, 'light the torch')
  const search = async (query: string) =>
    (await api.get<{ turns: FoundTurn[] }>(`/search?text=${encodeURIComponent(query)}`)).body.turns
  expect((await search('torch catches')).map(({ sessionId }) => sessionId).toSorted()).toEqual(
    [first, second].toSorted(),
  )
  const { body } = await api.get<{ turns: FoundTurn[] }>(`/search?text=torch&session=${first}&limit=1`)
  expect(body.turns).toHaveLength(1)
  const [{ excerpt, marks }] = body.turns as [FoundTurn]
  expect(marks.map(([from, to]) => excerpt.slice(from, to))).toContain('torch')
  expect((await api.get('/search?text=torch&session=none')).status).toBe(404)
  expect((await api.get('/search')).status).toBe(422)
})

test('the opening is searched with the turns of one session, and only with them', async () => {
  const id = await api.createSession()
  const search = async (query: string) => (await api.get<Found>(`/search?${query}`)).body
  const { opening, turns } = await search(`session=${id}&text=beg`)
  expect(turns).toEqual([])
  expect(opening!.marks.map(([from, to]) => opening!.excerpt.slice(from, to))).toEqual(['begins'])
  expect(await search(`session=${id}&text=begins+nowhere`)).toEqual({ turns: [] })
  expect(await search('text=begins')).toEqual({ turns: [] })
})

test('a story in the list has its newest picture, also when the last turns have none', async () => {
  const id = await api.createSession()
  const picture = async () => {
    const { sessions } = (await api.get<{ sessions: SessionCard[] }>('/sessions')).body
    return sessions.find(({ sessionId }) => sessionId === id)!.pictureUrl
  }
  expect(await picture()).toBeNull()
  await api.play(id, 'light the torch')
  const url = await picture()
  expect(url).toMatch(/^\/api\/.*assets/)
  for (const words of ['one', 'two', 'three']) await api.play(id, words)
  expect(await picture()).toBe(url)
  await api.play(id, 'four')
  expect(await picture()).toBeNull()
})

test('a story in the list counts the turns of the branch that is played', async () => {
  const id = await api.createSession()
  for (const words of ['one', 'two']) await api.play(id, words)
  await api.post(`/sessions/${id}/undo`)
  await api.play(id, 'another two')
  const { sessions } = (await api.get<{ sessions: SessionCard[] }>('/sessions')).body
  expect(sessions.find(({ sessionId }) => sessionId === id)).toMatchObject({ turns: 3, lineLength: 2 })
})

test('a story has the cover of its campaign instead of a placeholder, but not instead of a picture', async () => {
  const campaign = { name: 'salt', version: '1.0.0', digest: 'none' }
  const salt = await openWorld({
    beginnings: {
      list: () => [{ name: 'salt', title: 'Salt', cover: '/salt.webp' }],
      begin: () => ({ title: 'Salt', initialState: { world: { campaign } } }),
    },
  })
  onTestFinished(() => salt.close())
  const client = apiClient(salt.url)
  const begin = async (story: object) => (await client.post<SessionDetail>('/sessions', story)).body.sessionId
  const [inCampaign, without] = [await begin({ campaign: 'salt' }), await begin({})]
  const pictureOf = async (id: string) => {
    const { sessions } = (await client.get<{ sessions: SessionCard[] }>('/sessions')).body
    return sessions.find(({ sessionId }) => sessionId === id)!.pictureUrl
  }
  expect(await pictureOf(inCampaign)).toBe('/api/campaigns/salt/cover')
  for (const id of [inCampaign, without]) await client.play(id, 'meet a stranger')
  expect(await pictureOf(inCampaign)).toBe('/api/campaigns/salt/cover')
  expect(await pictureOf(without)).toMatch(/assets/)
  await client.play(inCampaign, 'light the torch')
  expect(await pictureOf(inCampaign)).toMatch(/assets/)
})
