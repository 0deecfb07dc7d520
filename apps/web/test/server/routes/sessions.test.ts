import { afterAll, beforeAll, expect, test } from 'vitest'
import type {
  SessionDetail,
  SessionEntry,
  StateOrigin,
  StateView,
  TurnBegun,
  TurnPage,
} from '../../../src/api/resources.ts'
import type { TurnView } from '../../../src/api/turn-view.ts'
import { apiClient, openStream } from '../../support/api-client.ts'
import { type World, openWorld } from '../../support/world.ts'

let world: World
let api: ReturnType<typeof apiClient>
beforeAll(async () => {
  world = await openWorld()
  api = apiClient(world.url)
})
afterAll(() => world.close())

test('a session is created, listed and found by its name', async () => {
  const id = await api.createSession('The Fens')
  const { body } = await api.get<{ sessions: SessionEntry[] }>('/sessions')
  expect(body.sessions.map(({ sessionId }) => sessionId)).toContain(id)
  expect((await api.session('The%20Fens')).body).toMatchObject({ sessionId: id, title: 'The Fens', lineLength: 0 })
  expect(await api.createSession('The Fens')).toBe(id)
})

test('001 §14.1: a turn is played, streamed in order and stored', async () => {
  const id = await api.createSession()
  const messages = await api.play(id, 'sing a song')
  const events = messages.flatMap((message) => (message.type === 'turn' ? [message.event] : []))
  expect(events[0]).toMatchObject({ type: 'turn_started', prompt: 'sing a song' })
  expect(events.map(({ type }) => type)).toEqual(
    expect.arrayContaining(['plan', 'tool_started', 'narration', 'choices', 'tool_finished', 'turn_finished']),
  )
  expect(messages.at(-1)).toMatchObject({ type: 'session', session: { lineLength: 1, canUndo: true } })
  const [turn] = await api.turns(id)
  expect(turn).toMatchObject({
    prompt: 'sing a song',
    narrative: expect.stringContaining('Somewhere below, water keeps its own slow time.'),
    choices: [{ text: 'Go down' }, { text: 'Wait', hint: 'and listen', difficulty: 'easy' }],
  })
})

test.each(['', '  \n', 'open\u0000the door', '\u0000'])('the prompt %j is refused', async (prompt) => {
  const id = await api.createSession()
  expect((await api.post(`/sessions/${id}/turns`, { prompt })).status).toBe(422)
  expect((await api.session(id)).body.lineLength).toBe(0)
})

test('a stored turn contains the results of its tools', async () => {
  const id = await api.createSession()
  await api.play(id, 'try twice')
  const [turn] = await api.turns(id)
  const { body } = await api.get<TurnView>(`/sessions/${id}/turns/${turn!.turnId}`)
  expect(body).toMatchObject({ phase: 'finished', plans: [{ planner: 'scenes', tools: [{ toolId: 'climb' }] }] })
  expect(body.plans[0]!.tools[0]).toMatchObject({
    skill: 'actor',
    script: 'act',
    status: 'completed',
    attempts: [{ ok: false }, { ok: true }],
    log: [{ message: 'Throwing the rope' }, { message: 'Throwing the rope', attempt: 2 }],
  })
  expect(body.plans[0]!.tools[0]!.errors[0]).toMatchObject({ code: 'NOT_YET', message: 'The rope slipped.' })
})

test('a second prompt during a turn is refused, and the turn continues', async () => {
  const id = await api.createSession()
  const stream = await openStream(world.url, id)
  expect((await api.post(`/sessions/${id}/turns`, { prompt: 'work for a second' })).status).toBe(202)
  const second = await api.post(`/sessions/${id}/turns`, { prompt: 'again' })
  expect(second).toMatchObject({ status: 409, body: { error: { code: 'session_busy' } } })
  expect((await api.post(`/sessions/${id}/undo`)).status).toBe(409)
  expect((await stream.until(({ type }) => type === 'session')).at(-1)).toMatchObject({ session: { lineLength: 1 } })
  stream.close()
})

test('a cancelled turn ends at once and is not stored', async () => {
  const id = await api.createSession()
  const stream = await openStream(world.url, id)
  await api.post(`/sessions/${id}/turns`, { prompt: 'work for long' })
  await stream.until((message) => message.type === 'turn' && message.event.type === 'narration')
  expect((await api.call('DELETE', `/sessions/${id}/turns/current`)).status).toBe(204)
  const rest = await stream.until((message) => message.type === 'session')
  expect(rest).toContainEqual(expect.objectContaining({ event: expect.objectContaining({ status: 'cancelled' }) }))
  expect(rest.at(-1)).toMatchObject({ session: { lineLength: 0, head: null } })
  expect((await api.call('DELETE', `/sessions/${id}/turns/current`)).status).toBe(409)
  stream.close()
})

test('undo, redo, retry and branch move between turns, and nothing is deleted', async () => {
  const id = await api.createSession()
  for (const prompt of ['one', 'two', 'three']) await api.play(id, prompt)
  const [one, two, three] = await api.turns(id)
  expect((await api.post<SessionDetail>(`/sessions/${id}/undo?steps=2`)).body).toMatchObject({
    head: one!.turnId,
    canRedo: true,
  })
  expect((await api.post<SessionDetail>(`/sessions/${id}/redo`)).body.head).toBe(two!.turnId)
  expect((await api.post<SessionDetail>(`/sessions/${id}/redo`)).body.head).toBe(three!.turnId)
  expect((await api.post(`/sessions/${id}/redo`)).body).toMatchObject({ error: { code: 'nothing_to_redo' } })

  const stream = await openStream(world.url, id)
  await stream.next()
  expect((await api.post(`/sessions/${id}/turns/${two!.turnId}/retry`)).status).toBe(202)
  await stream.until((message) => message.type === 'session')
  stream.close()
  const retold = await api.turns(id)
  expect(retold.map(({ prompt }) => prompt)).toEqual(['one', 'two'])
  expect(retold[1]!.alternatives).toEqual([two!.turnId, retold[1]!.turnId])

  const branched = await api.call<SessionDetail>('PUT', `/sessions/${id}/head`, { turnId: three!.turnId })
  expect(branched.body).toMatchObject({ head: three!.turnId, lineLength: 3, turns: 4 })
})

test('a turn is edited, its texts are listed and swiped through, and listeners read it again', async () => {
  const id = await api.createSession()
  await api.play(id, 'sing a song')
  await api.play(id, 'wait')
  const [song, wait] = await api.turns(id)
  const stream = await openStream(world.url, id)
  await stream.next()
  const edit = (turn: string, body: object) => api.call<SessionDetail>('PATCH', `/sessions/${id}/turns/${turn}`, body)
  expect((await edit(song!.turnId, { narrative: 'Silence.', prompt: 'hum' })).body).toMatchObject({ revision: 1 })
  const sent = await stream.until(({ type }) => type === 'session')
  expect(sent.at(-1)).toMatchObject({ session: { revision: 1, head: wait!.turnId } })
  stream.close()
  const [edited] = await api.turns(id)
  expect(edited).toMatchObject({ prompt: 'hum', narrative: 'Silence.', texts: { position: 2, count: 2 } })
  const { body: view } = await api.get<TurnView>(`/sessions/${id}/turns/${song!.turnId}`)
  expect(view).toMatchObject({ prompt: 'hum', paragraphs: ['Silence.'], choices: song!.choices })
  expect((await api.get(`/sessions/${id}/turns/${song!.turnId}/texts`)).body).toMatchObject({
    texts: [{ prompt: 'sing a song', narrative: song!.narrative }, { prompt: 'hum' }],
  })
  await api.post(`/sessions/${id}/undo`)
  await api.post(`/sessions/${id}/swipe?by=-1`)
  expect((await api.turns(id)).at(-1)).toMatchObject({ prompt: 'sing a song', texts: { position: 1, count: 2 } })
  expect(await api.post(`/sessions/${id}/swipe?by=-1`)).toMatchObject({
    status: 409,
    body: { error: { code: 'no_alternative' } },
  })
  expect((await api.post(`/sessions/${id}/swipe`)).status).toBe(200)
  for (const body of [{}, { narrative: ' ' }, { prompt: 'x'.repeat(10_001) }])
    expect((await edit(song!.turnId, body)).status).toBe(422)
  expect((await edit('nowhere', { prompt: 'x' })).status).toBe(404)
  expect((await api.post(`/sessions/${id}/swipe?by=2`)).status).toBe(422)
})

test('the notes of a story are changed part by part', async () => {
  const id = await api.createSession()
  const change = (body: object) => api.call('PATCH', `/sessions/${id}/notes`, body)
  expect((await api.get(`/sessions/${id}/notes`)).body).toEqual({})
  await change({ persona: 'Ada', note: { text: 'Let it snow.', depth: 1 } })
  expect((await change({ pinned: ['It is winter.'], persona: '' })).body).toEqual({
    pinned: ['It is winter.'],
    note: { text: 'Let it snow.', depth: 1 },
  })
  expect((await change({ note: null })).body).toEqual({ pinned: ['It is winter.'] })
  for (const body of [{ style: 'x'.repeat(4_001) }, { note: { text: 'x', depth: -1 } }, { pinned: [''] }])
    expect((await change(body)).status).toBe(422)
  expect((await api.get(`/sessions/${id}/notes`)).body).toEqual({ pinned: ['It is winter.'] })
  expect((await api.get('/sessions/nowhere/notes')).status).toBe(404)
})

test('a story is continued without an act', async () => {
  const id = await api.createSession()
  const stream = await openStream(world.url, id)
  await stream.next()
  expect((await api.post(`/sessions/${id}/continue`)).status).toBe(202)
  expect((await stream.until(({ type }) => type === 'session')).at(-1)).toMatchObject({ session: { lineLength: 1 } })
  stream.close()
  expect((await api.turns(id))[0]).toMatchObject({ prompt: '', narrative: expect.stringMatching(/./) })
})

test('a cancelled retry of an earlier turn leaves the head unchanged', async () => {
  const id = await api.createSession()
  await api.play(id, 'work for a second')
  await api.play(id, 'after it')
  const [slow, after] = await api.turns(id)
  await api.post(`/sessions/${id}/turns/${slow!.turnId}/retry`)
  // The head stays unchanged while the turn is played.
  expect((await api.session(id)).body).toMatchObject({ head: after!.turnId, lineLength: 2 })
  await api.call('DELETE', `/sessions/${id}/turns/current`)
  await expect.poll(async () => (await api.session(id)).body.head).toBe(after!.turnId)
})

test('a retried turn begins with the state before that turn', async () => {
  const id = await api.createSession()
  for (const prompt of ['one', 'work for a second', 'light the torch']) await api.play(id, prompt)
  const slow = (await api.turns(id))[1]!
  const started = await api.post<TurnBegun>(`/sessions/${id}/turns/${slow.turnId}/retry`)
  const { body } = await api.get<StateView>(`/sessions/${id}/state?turn=${started.body.turnId}`)
  expect(body).toMatchObject({ state: { said: 'one' }, changes: [] })
  await api.call('DELETE', `/sessions/${id}/turns/current`)
})

test('001 §12.2: the state lists the changes of the last turn, with the tool of each', async () => {
  const id = await api.createSession()
  await api.play(id, 'light the torch')
  await api.play(id, 'drop the torch')
  const view = await api.state(id)
  expect(view.state).toEqual({ torch: { lit: false, left: 60 }, hands: 'empty' })
  expect(view.changes).toEqual(
    expect.arrayContaining([
      { path: ['torch', 'lit'], kind: 'changed', before: true, toolId: 'drop' },
      { path: ['hands'], kind: 'added', toolId: 'drop' },
      { path: ['room'], kind: 'removed', before: { dark: false }, toolId: 'drop' },
    ]),
  )
  const origin = await api.get<StateOrigin>(`/sessions/${id}/state/origin?path=/torch/left`)
  expect(origin.body.origin).toMatchObject({ toolId: 'light', skill: 'actor', prompt: 'light the torch' })
  const [first] = await api.turns(id)
  const earlier = await api.get<StateView>(`/sessions/${id}/state?turn=${first!.turnId}`)
  expect(earlier.body.state).toMatchObject({ room: { dark: false } })
})

test('001 §12.2: during a turn the state lists the changes so far, with the tool of each', async () => {
  const id = await api.createSession()
  await api.play(id, 'light the torch')
  const stream = await openStream(world.url, id)
  await stream.next()
  const { body: started } = await api.post<TurnBegun>(`/sessions/${id}/turns`, { prompt: 'build a hall' })
  await stream.until((message) => message.type === 'turn' && message.event.type === 'narration')
  const { body } = await api.get<StateView>(`/sessions/${id}/state?turn=${started.turnId}`)
  expect(body).toMatchObject({ turnId: started.turnId, state: { room: { dark: false }, hall: { lamps: { lit: 2 } } } })
  expect(body.state).not.toHaveProperty('torch')
  expect(body.changes).toEqual([
    { path: ['hall', 'lamps', 'lit'], kind: 'added', toolId: 'lighter' },
    { path: ['hall', 'door'], kind: 'added', toolId: 'lighter' },
    { path: ['torch'], kind: 'removed', before: { lit: true, left: 60 }, toolId: 'lighter' },
  ])
  // The stored state is unchanged.
  expect((await api.state(id)).state).toEqual({ torch: { lit: true, left: 60 }, room: { dark: false } })
  await api.call('DELETE', `/sessions/${id}/turns/current`)
  await stream.until(({ type }) => type === 'session')
  expect((await api.get(`/sessions/${id}/state?turn=${started.turnId}`)).status).toBe(404)
  stream.close()
})

test('a session is renamed, listeners are sent, and it is found by its new title', async () => {
  const id = await api.createSession()
  const stream = await openStream(world.url, id)
  await stream.next()
  const renamed = await api.call<SessionDetail>('PATCH', `/sessions/${id}`, { name: ' The Castle by Night ' })
  expect(renamed).toMatchObject({ status: 200, body: { sessionId: id, title: 'The Castle by Night' } })
  const sent = await stream.until(({ type }) => type === 'session')
  expect(JSON.stringify(sent)).toContain('The Castle by Night')
  stream.close()
  const called = encodeURIComponent('the castle by night')
  expect((await api.get<SessionDetail>(`/sessions/${called}`)).body.sessionId).toBe(id)
  const other = await api.createSession()
  const taken = await api.call<{ error: { code: string } }>('PATCH', `/sessions/${other}`, {
    name: 'The Castle by Night',
  })
  expect(taken).toMatchObject({ status: 409, body: { error: { code: 'name_taken' } } })
  expect((await api.call('PATCH', `/sessions/${other}`, { name: '  ' })).status).toBe(422)
})

test('a prompt that only asks to undo a turn is refused, with the request that does it', async () => {
  const id = await api.createSession()
  await api.play(id, 'one')
  const refused = await api.call('POST', `/sessions/${id}/turns`, { prompt: 'Undo the last turn.' })
  expect(refused).toMatchObject({
    status: 422,
    body: { error: { message: expect.stringContaining('POST /api/sessions/{session}/undo') } },
  })
})

test('a long line is read in pages', async () => {
  const id = await api.createSession()
  for (const number of [1, 2, 3, 4, 5]) await api.play(id, `turn ${number}`)
  const { body } = await api.get<TurnPage>(`/sessions/${id}/turns?offset=1&limit=2`)
  expect(body).toMatchObject({ total: 5, offset: 1, turns: [{ prompt: 'turn 2' }, { prompt: 'turn 3' }] })
})

test.each([
  ['GET', '/sessions/nowhere', undefined, 404, 'unknown_session'],
  ['GET', '/sessions/nowhere/events', undefined, 404, 'unknown_session'],
  ['GET', '/sessions/nowhere/turns/0/assets/0', undefined, 404, 'unknown_session'],
  ['POST', '/sessions/nowhere/turns', { prompt: 'x' }, 404, 'unknown_session'],
  ['GET', '/skills/unknown', undefined, 404, 'unknown_skill'],
  ['PATCH', '/skills/unknown', { enabled: true }, 404, 'unknown_skill'],
  ['GET', '/nothing', undefined, 404, 'unknown_address'],
  ['POST', '/nothing', {}, 404, 'unknown_address'],
  ['DELETE', '/sessions', undefined, 404, 'unknown_address'],
])('%s %s returns an error with its code', async (method, path, body, status, code) => {
  const answer = await api.call<{ error: { code: string; message: string } }>(method, path, body)
  expect(answer.status).toBe(status)
  expect(answer.body.error.code).toBe(code)
  expect(answer.body.error.message.length).toBeGreaterThan(10)
})

test.each([
  [{}, 'prompt'],
  [{ prompt: '' }, 'prompt'],
  [{ prompt: '   ' }, 'prompt'],
  [{ prompt: 7 }, 'prompt'],
  [{ prompt: 'x'.repeat(10_001) }, 'prompt'],
])('an invalid prompt is refused with the name of its field, and no turn is played: case %#', async (body, field) => {
  const id = await api.createSession()
  const answer = await api.post<{ error: { code: string; message: string } }>(`/sessions/${id}/turns`, body)
  expect(answer.status).toBe(422)
  expect(answer.body.error.message).toContain(field)
  expect((await api.session(id)).body.turns).toBe(0)
})

test('an unknown turn is refused with its own code', async () => {
  const id = await api.createSession()
  expect((await api.get(`/sessions/${id}/turns/none`)).status).toBe(404)
  expect((await api.post(`/sessions/${id}/turns/none/retry`)).status).toBe(404)
  expect((await api.call('PUT', `/sessions/${id}/head`, { turnId: 'none' })).status).toBe(404)
  expect((await api.post(`/sessions/${id}/undo`)).status).toBe(409)
})
