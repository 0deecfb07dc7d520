import type { Planner } from '@narratoria/planner'
import { type Narratoria, createNarratoria } from '@narratoria/runtime'
import { type WebServer, openWebServer } from '@narratoria/web'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

/** A host whose plans have no tools, so that a turn starts no process. Its planner waits for `gate`. */
async function openQuiet({ gate, token }: { gate?: Promise<void>; token?: string } = {}) {
  const home = await mkdtemp(join(tmpdir(), 'narratoria-agui-'))
  const planner: Planner = {
    name: 'quiet',
    async plan({ prompt }) {
      await gate
      return { requestId: crypto.randomUUID(), narrative: `You ${prompt}.`, tools: [] }
    },
  }
  const narratoria: Narratoria = await createNarratoria({ skillRoots: [], home, planner })
  const errors: unknown[] = []
  const server: WebServer = await openWebServer({
    narratoria,
    opening: { text: 'It begins.', choices: [] },
    onError: (error) => errors.push(error),
    ...(token !== undefined && { token }),
  })
  onTestFinished(async () => {
    await server.close({ force: true })
    await narratoria.close()
    await rm(home, { recursive: true, force: true })
    expect(errors).toEqual([])
  })
  return { narratoria, server, url: new URL('/agui', server.url).href }
}

type Event = Record<string, unknown> & { type: string }

const user = (content: unknown) => ({ id: crypto.randomUUID(), role: 'user', content })

function post(url: string, body: unknown, headers: Record<string, string> = {}, signal?: AbortSignal) {
  return fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  })
}

const input = (content: unknown, more: object = {}) => ({
  threadId: 'castle',
  runId: 'r',
  messages: [user(content)],
  ...more,
})

async function* eventsOf(response: Response): AsyncGenerator<Event> {
  let text = ''
  for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
    const frames = `${text}${piece}`.split('\n\n')
    text = frames.pop()!
    for (const frame of frames) if (frame.startsWith('data: ')) yield JSON.parse(frame.slice(6)) as Event
  }
}

async function collect(events: AsyncIterable<Event>): Promise<Event[]> {
  const collected: Event[] = []
  for await (const event of events) collected.push(event)
  return collected
}

const play = async (url: string, body: unknown) => collect(eventsOf(await post(url, body)))

test('the first event is sent before anything is planned', async () => {
  const gate = Promise.withResolvers<void>()
  const { url } = await openQuiet({ gate: gate.promise })
  const events = eventsOf(await post(url, input('wait')))
  expect((await events.next()).value).toEqual({ type: 'RUN_STARTED', threadId: 'castle', runId: 'r' })
  gate.resolve()
  const rest = await collect(events)
  expect(rest.at(-1)).toMatchObject({ type: 'RUN_FINISHED', outcome: { type: 'success' } })
  expect(rest.filter(({ type }) => type === 'TEXT_MESSAGE_CONTENT')).toMatchObject([{ delta: 'You wait.' }])
})

test('closing the request cancels the turn, which is not stored', async () => {
  const { url, narratoria } = await openQuiet({ gate: new Promise(() => {}) })
  const leaving = new AbortController()
  const events = eventsOf(await post(url, input('wait'), {}, leaving.signal))
  for await (const { type } of events) if (type === 'STEP_STARTED') break
  leaving.abort()
  const { sessionId } = (await narratoria.store.findSession('castle'))!
  const session = await narratoria.openSession(sessionId)
  // The session is busy until the turn has ended.
  await expect
    .poll(() =>
      session.label('here').then(
        () => '',
        (error: Error & { code?: string }) => error.code,
      ),
    )
    .toBe('unknown_turn')
  await expect
    .poll(() =>
      session.undo().then(
        () => '',
        (error: Error & { code?: string }) => error.code,
      ),
    )
    .toBe('nothing_to_undo')
  await session.close()
})

test('the text of a message may be a list of parts', async () => {
  const { url, narratoria } = await openQuiet()
  await play(
    url,
    input([
      { type: 'text', text: 'open the' },
      { type: 'image', source: {} },
      { type: 'text', text: 'door' },
    ]),
  )
  const { sessionId, head } = (await narratoria.store.findSession('castle'))!
  expect(await narratoria.store.readTurn(sessionId, head!)).toMatchObject({ prompt: 'open the\ndoor' })
})

test('a thread with a name becomes the title of its story, a thread with an id does not', async () => {
  const { url, narratoria } = await openQuiet()
  await play(url, input('wait'))
  await play(url, input('wait', { threadId: crypto.randomUUID() }))
  const titles = (await narratoria.listSessions()).map(({ title }) => title)
  expect(titles.toSorted()).toEqual(['Untitled story', 'castle'])
})

test('a client that has the end of the story gets no messages; one that has another text gets the story', async () => {
  const { url } = await openQuiet()
  const first = await play(url, input('wait'))
  const { turnId } = (first.at(-1) as unknown as { result: { turnId: string } }).result
  const known = (content: string) => ({ messages: [{ id: turnId, role: 'assistant', content }, user('nod')] })
  const current = await play(url, { ...input(''), ...known('You wait.') })
  expect(current.map(({ type }) => type)).not.toContain('MESSAGES_SNAPSHOT')
  const changed = await play(url, { ...input(''), ...known('You win.') })
  const [, snapshot] = changed.filter(({ type }) => type === 'MESSAGES_SNAPSHOT')
  expect((snapshot as unknown as { messages: { content: string }[] }).messages.map(({ content }) => content)).toEqual([
    'It begins.',
    'wait',
    'You wait.',
    'nod',
    'You nod.',
    'nod',
  ])
})

test.each([
  ['nothing to undo', input('/undo'), 'nothing_to_undo'],
  ['nothing to retry', input('/retry'), 'nothing_to_retry'],
  [
    'a campaign that is not offered',
    input('wait', { forwardedProps: { narratoria: { campaign: 'x' } } }),
    'invalid_request',
  ],
])('a run that cannot be performed ends with an error: %s', async (_, body, code) => {
  const { url } = await openQuiet()
  expect((await play(url, body)).at(-1)).toMatchObject({ type: 'RUN_ERROR', code })
})

test.each([
  ['no thread', { runId: 'r', messages: [] }, 'threadId'],
  ['a message without a role', { threadId: 't', runId: 'r', messages: [{ id: 'a' }] }, 'messages.0'],
  ['a text that is too long', input('a'.repeat(10_001)), 'messages'],
  ['an unknown command', input('/dance'), 'messages'],
  ['a wrong wish', input('wait', { forwardedProps: { narratoria: { command: 'win' } } }), 'command'],
])('an input that is not valid is refused: %s', async (_, body, field) => {
  const { url } = await openQuiet()
  const response = await post(url, body)
  expect(response.status).toBe(422)
  const { error } = (await response.json()) as { error: { code: string; issues: { field: string }[] } }
  expect(error).toMatchObject({ code: 'invalid_request' })
  expect(JSON.stringify(error.issues[0])).toContain(field)
})

test('the token, and requests from the page itself only', async () => {
  const token = 'a-token-of-16-letters'
  const { url } = await openQuiet({ token })
  expect(await post(url, input('wait'))).toMatchObject({ status: 401 })
  const headers = { Authorization: `Bearer ${token}` }
  expect(await post(url, input('wait'), { ...headers, Origin: 'https://example.org' })).toMatchObject({ status: 403 })
  const response = await post(url, input('wait'), headers)
  expect(response.status).toBe(200)
  expect((await collect(eventsOf(response))).at(-1)).toMatchObject({ type: 'RUN_FINISHED' })
})

test('many messages fit in a run, which is refused above 16 MiB', async () => {
  const { url } = await openQuiet()
  const large = (bytes: number) => input('wait', { state: 'a'.repeat(bytes) })
  expect((await play(url, large(1_000_000))).at(-1)).toMatchObject({ type: 'RUN_FINISHED' })
  expect(await post(url, large(16 * 1024 * 1024))).toMatchObject({ status: 413 })
})
