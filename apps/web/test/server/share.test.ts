import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { openWebServer } from '@narratoria/web'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Invitation, OwnShareView } from '../../src/api/share-resources.ts'
import type { HostInfo } from '../../src/api/resources.ts'
import type { SessionMessage } from '../../src/api/session-message.ts'
import { apiClient, openStream } from '../support/api-client.ts'
import { type World, openWorld } from '../support/world.ts'

const token = 'the-token-of-the-host'
const bearer = (key: string) => ({ headers: { Authorization: `Bearer ${key}` } })
let world: World
let host: ReturnType<typeof apiClient>
let file: string
beforeAll(async () => {
  world = await openWorld()
  file = join(world.folder, 'shared.json')
  const server = await openWebServer({ narratoria: world.narratoria, token, share: { file } })
  shared = { url: `http://127.0.0.1:${server.port}`, close: () => server.close() }
  host = apiClient(shared.url, bearer(token))
})
let shared: { url: string; close: () => Promise<void> }
afterAll(async () => {
  await shared.close()
  await world.close()
})

/** Invites a person, who calls the API with the token of the link. */
async function invite(id: string, name: string, role: 'player' | 'reader' = 'player') {
  const { status, body } = await host.post<Invitation>(`/sessions/${id}/share/people`, { name, role })
  expect(status).toBe(201)
  const key = new URL(body.url).searchParams.get('invite')!
  const stream = () => openStream(shared.url, id, bearer(key))
  return { ...apiClient(shared.url, bearer(key)), person: body.person, url: body.url, key, stream }
}

const hostStream = (id: string) => openStream(shared.url, id, bearer(token))
const isEnd = (message: SessionMessage) => message.type === 'session'
const shareOf = async (id: string) => (await host.get<OwnShareView>(`/sessions/${id}/share`)).body.share

test('sharing needs a token, and a server without it shares nothing', async () => {
  await expect(openWebServer({ narratoria: world.narratoria, share: {} })).rejects.toMatchObject({
    code: 'token_required',
  })
  const alone = apiClient(world.url)
  const id = await alone.createSession()
  const refused = await alone.post(`/sessions/${id}/share/people`, { name: 'Ada', role: 'player' })
  expect(refused).toMatchObject({ status: 409, body: { error: { code: 'not_shared' } } })
})

test('an invitation link sets a cookie with which a person opens this story and no other', async () => {
  const id = await host.createSession()
  const other = await host.createSession()
  const ada = await invite(id, 'Ada')
  const opened = await fetch(ada.url, { redirect: 'manual' })
  expect(opened.status).toBe(303)
  expect(opened.headers.get('location')).toBe(`/#/s/${id}/narrative`)
  const cookie = opened.headers.get('set-cookie')!
  expect(cookie).toMatch(/HttpOnly; SameSite=Strict/)
  const withCookie = apiClient(shared.url, { headers: { Cookie: cookie.split(';')[0]! } })
  expect((await withCookie.session(id)).status).toBe(200)
  const { body } = await withCookie.get<HostInfo>('/info')
  expect(body.share).toEqual({ isOn: true, guest: { id: ada.person.id, name: 'Ada', role: 'player', sessionId: id } })
  expect((await fetch(`${shared.url}/?invite=wrong`, { redirect: 'manual' })).status).toBe(401)
  for (const [method, path, sent] of [
    ['GET', `/sessions/${other}`],
    ['GET', '/sessions'],
    ['GET', '/skills'],
    ['GET', `/search?text=x&session=${id}`],
    ['GET', `/sessions/${id}/export`],
    ['POST', `/sessions/${id}/undo`],
    ['PATCH', `/sessions/${id}`, { name: 'Mine' }],
    ['DELETE', `/sessions/${id}`],
    ['POST', `/sessions/${id}/share/people`, { name: 'Bo', role: 'player' }],
    ['PATCH', `/sessions/${id}/share`, { mode: 'free' }],
    ['PATCH', '/settings', { planner: 'stub' }],
  ] as const)
    expect((await withCookie.call(method, path, sent)).status, `${method} ${path}`).toBe(403)
})

test('everybody sees the stream, players take turns in order, and the words of each carry their name', async () => {
  const id = await host.createSession()
  const ada = await invite(id, 'Ada')
  const bo = await invite(id, 'Bo')
  const reader = await invite(id, 'Rae', 'reader')
  await host.call('PATCH', `/sessions/${id}/share`, { hostName: 'Mina' })
  const [atHost, atAda, atBo] = [await hostStream(id), await ada.stream(), await bo.stream()]
  try {
    for (const stream of [atHost, atAda, atBo]) await stream.next()
    await expect.poll(async () => (await shareOf(id)).people.filter(({ isHere }) => isHere).length).toBe(3)
    const early = await ada.post(`/sessions/${id}/turns`, { prompt: 'sing a song' })
    expect(early).toMatchObject({ status: 409, body: { error: { message: 'It is Mina’s turn.' } } })
    expect((await reader.post(`/sessions/${id}/turns`, { prompt: 'sing a song' })).status).toBe(403)
    expect((await host.post(`/sessions/${id}/turns`, { prompt: 'light the torch' })).status).toBe(202)
    const seen = await atAda.until(isEnd)
    expect(seen).toContainEqual(
      expect.objectContaining({
        event: expect.objectContaining({ type: 'turn_started', prompt: 'Mina: light the torch' }),
      }),
    )
    // The name is not part of what is planned: the scene of these words was played.
    expect((await host.turns(id)).at(-1)).toMatchObject({ narrative: 'The torch catches.' })
    expect((await shareOf(id)).turnOf).toBe(ada.person.id)
    await ada.post(`/sessions/${id}/turns`, { prompt: 'drop the torch' })
    await atBo.until(isEnd)
    await atBo.until(isEnd)
    expect((await host.turns(id)).map(({ prompt }) => prompt)).toEqual(['Mina: light the torch', 'Ada: drop the torch'])
    expect((await shareOf(id)).turnOf).toBe(bo.person.id)
    // The turn of a person who has left passes on.
    atBo.close()
    await expect.poll(async () => (await shareOf(id)).turnOf).toBe('host')
    // A turn that is played again keeps the name, once.
    const last = (await host.turns(id)).at(-1)!
    await host.post(`/sessions/${id}/turns/${last.turnId}/retry`)
    await expect.poll(async () => (await host.turns(id)).at(-1)?.turnId !== last.turnId).toBe(true)
    expect((await host.turns(id)).at(-1)).toMatchObject({ prompt: 'Ada: drop the torch', narrative: 'It hisses out.' })
  } finally {
    for (const stream of [atHost, atAda, atBo]) stream.close()
  }
})

test('the host continues the story only in the own turn, and undoes, redoes and retries in the turns of others', async () => {
  const id = await host.createSession()
  const ada = await invite(id, 'Ada')
  const streams = [await hostStream(id), await ada.stream()]
  const prompts = async () => (await host.turns(id)).map(({ prompt }) => prompt)
  try {
    await expect.poll(async () => (await shareOf(id)).people.filter(({ isHere }) => isHere).length).toBe(2)
    await host.post(`/sessions/${id}/turns`, { prompt: 'Light the torch' })
    await expect.poll(async () => (await shareOf(id)).turnOf).toBe(ada.person.id)
    const refused = await host.post(`/sessions/${id}/continue`)
    expect(refused).toMatchObject({
      status: 409,
      body: { error: { code: 'not_your_turn', message: 'It is Ada’s turn.' } },
    })
    for (const change of ['undo', 'redo']) expect((await host.post(`/sessions/${id}/${change}`)).status).toBe(200)
    const [played] = await host.turns(id)
    expect((await host.post(`/sessions/${id}/turns/${played!.turnId}/retry`)).status).toBe(202)
    await expect.poll(async () => (await host.turns(id))[0]?.turnId !== played!.turnId).toBe(true)
    // None of these uses up the turn.
    expect((await shareOf(id)).turnOf).toBe(ada.person.id)
    await ada.post(`/sessions/${id}/turns`, { prompt: 'drop the torch' })
    await expect.poll(async () => (await shareOf(id)).turnOf).toBe('host')
    const before = (await prompts()).length
    expect((await host.post(`/sessions/${id}/continue`)).status).toBe(202)
    await expect.poll(async () => (await prompts()).length).toBe(before + 1)
    await host.call('PATCH', `/sessions/${id}/share`, { mode: 'vote' })
    expect((await host.post(`/sessions/${id}/continue`)).status).toBe(409)
    await host.call('PATCH', `/sessions/${id}/share`, { mode: 'free' })
    expect((await host.post(`/sessions/${id}/continue`)).status).toBe(202)
  } finally {
    for (const stream of streams) stream.close()
  }
})

test('by vote, what most players want is played when all who are here have voted, or when the host ends the vote', async () => {
  const id = await host.createSession()
  const ada = await invite(id, 'Ada')
  const bo = await invite(id, 'Bo')
  await host.call('PATCH', `/sessions/${id}/share`, { mode: 'vote' })
  const streams = [await hostStream(id), await ada.stream(), await bo.stream()]
  const [atHost] = streams
  try {
    await expect.poll(async () => (await shareOf(id)).people.filter(({ isHere }) => isHere).length).toBe(3)
    const vote = (api: Pick<typeof host, 'post'>, prompt: string) =>
      api.post<{ isOver: boolean }>(`/sessions/${id}/share/votes`, { prompt })
    expect((await host.post(`/sessions/${id}/turns`, { prompt: 'go' })).status).toBe(409)
    expect((await vote(host, 'drop the torch')).body).toEqual({ isOver: false })
    expect((await vote(ada, 'light the torch')).body).toEqual({ isOver: false })
    expect((await shareOf(id)).votes).toEqual([
      { prompt: 'drop the torch', count: 1 },
      { prompt: 'light the torch', count: 1 },
    ])
    expect((await vote(bo, 'light the torch')).body).toEqual({ isOver: true })
    await atHost!.until(isEnd)
    expect((await host.turns(id)).at(-1)).toMatchObject({ prompt: 'Ada: light the torch' })
    expect((await shareOf(id)).votes).toEqual([])
    expect((await host.post(`/sessions/${id}/share/votes/end`)).status).toBe(409)
    await vote(bo, 'drop the torch')
    expect((await host.post(`/sessions/${id}/share/votes/end`)).status).toBe(202)
    await expect.poll(async () => (await host.turns(id)).at(-1)?.prompt).toBe('Bo: drop the torch')
  } finally {
    for (const stream of streams) stream.close()
  }
})

test('the host removes a person, whose stream ends and whose link is no longer valid', async () => {
  const id = await host.createSession()
  const ada = await invite(id, 'Ada')
  expect((await host.post(`/sessions/${id}/share/people`, { name: 'ADA', role: 'reader' })).status).toBe(409)
  for (const name of ['', 'a:b', ' ', 'x'.repeat(41)])
    expect((await host.post(`/sessions/${id}/share/people`, { name, role: 'player' })).status, name).toBe(422)
  const stream = await ada.stream()
  await stream.next()
  expect((await host.call('DELETE', `/sessions/${id}/share/people/${ada.person.id}`)).status).toBe(200)
  await expect(stream.until(() => false)).rejects.toThrow('The stream has ended.')
  expect((await ada.session(id)).status).toBe(401)
  expect((await fetch(ada.url, { redirect: 'manual' })).status).toBe(401)
  expect((await host.call('DELETE', `/sessions/${id}/share/people/${ada.person.id}`)).status).toBe(404)
})

test('a guest stops only the own turn; the same limits hold for the requests of guests', async () => {
  const id = await host.createSession()
  const ada = await invite(id, 'Ada')
  await host.call('PATCH', `/sessions/${id}/share`, { mode: 'free' })
  await host.post(`/sessions/${id}/turns`, { prompt: 'work for long' })
  expect((await ada.call('DELETE', `/sessions/${id}/turns/current`)).status).toBe(403)
  expect((await host.call('DELETE', `/sessions/${id}/turns/current`)).status).toBe(204)
  await expect.poll(async () => (await ada.post(`/sessions/${id}/turns`, { prompt: 'work for long' })).status).toBe(202)
  expect((await ada.call('DELETE', `/sessions/${id}/turns/current`)).status).toBe(204)
  const many = Array.from({ length: 120 }, () => ada.post(`/sessions/${id}/share/votes`, {}))
  expect((await Promise.all(many)).map(({ status }) => status)).toContain(429)
})

test('invitations are kept in a file without the tokens, and hold after a restart', async () => {
  const stored = readFileSync(file, 'utf8')
  expect(stored).toContain('"Ada"')
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600)
  const [id] = Object.keys(JSON.parse(stored) as object)
  const { guests } = (JSON.parse(stored) as Record<string, { guests: { name: string }[] }>)[id!]!
  const again = await openWebServer({ narratoria: world.narratoria, token, share: { file } })
  try {
    const api = apiClient(`http://127.0.0.1:${again.port}`, bearer(token))
    const { body } = await api.get<OwnShareView>(`/sessions/${id}/share`)
    expect(body.share.people.slice(1).map(({ name }) => name)).toEqual(guests.map(({ name }) => name))
  } finally {
    await again.close()
  }
})
