import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { applyTurnEvent, startTurnView } from '../../../src/api/apply-turn-event.ts'
import type { SessionDetail } from '../../../src/api/resources.ts'
import type { TurnView } from '../../../src/api/turn-view.ts'
import { rawRequest } from '../../support/raw-request.ts'
import { type Received, apiClient, openStream } from '../../support/api-client.ts'
import { type World, openWorld } from '../../support/world.ts'

let world: World
let api: ReturnType<typeof apiClient>
beforeAll(async () => {
  world = await openWorld()
  api = apiClient(world.url)
})
afterAll(() => world.close())

const finished = (message: { type: string }) => message.type === 'session'

test('a reconnected stream continues after the last message, without loss or repetition', async () => {
  const id = await api.createSession()
  const whole = await openStream(world.url, id)
  await whole.next()
  const cut = await openStream(world.url, id)
  const { id: start } = await cut.next()
  await api.post(`/sessions/${id}/turns`, { prompt: 'work for a second' })
  const before: Received[] = []
  for (let count = 0; count < 7; count++) before.push(await cut.next())
  cut.close()
  const resumed = await openStream(world.url, id, { lastEventId: before.at(-1)!.id })
  const after = await resumed.until(finished)
  expect([...before, ...after]).toEqual(await whole.until(finished))
  // An id is an epoch and a number. The numbers have no gap, also not at the lost connection.
  const [epoch, first] = start.split('.') as [string, string]
  expect([...before, ...after].map((message) => message.id)).toEqual(
    Array.from({ length: before.length + after.length }, (_, index) => `${epoch}.${Number(first) + index + 1}`),
  )
  whole.close()
  resumed.close()
})

test('a reader that joins during a turn gets all of it so far, and then the rest', async () => {
  const id = await api.createSession()
  const first = await openStream(world.url, id)
  await first.next()
  await api.post(`/sessions/${id}/turns`, { prompt: 'work for a second' })
  const seen = await first.until((message) => message.type === 'turn' && message.event.type === 'tool_event')
  const second = await openStream(world.url, id)
  const snapshot = await second.next()
  expect(snapshot).toMatchObject({ type: 'snapshot', live: { prompt: 'work for a second', phase: 'running' } })
  const live = snapshot.type === 'snapshot' ? snapshot.live! : undefined
  const joined = fold(live!, await second.until(finished))
  const watched = fold(startTurnView(live!), [...seen, ...(await first.until(finished))])
  expect(joined).toEqual(watched)
  expect(joined.paragraphs).toEqual(['You begin to dig.', 'The chest is here.'])
  first.close()
  second.close()
})

function fold(view: TurnView, messages: Received[]): TurnView {
  return messages.reduce(
    (folded, message) =>
      message.type === 'turn' && message.event.type !== 'turn_started' ? applyTurnEvent(folded, message.event) : folded,
    view,
  )
}

test.each(['', 'nonsense', 'aaaaaaaa.3', '.', 'x.y.z', `${'9'.repeat(40)}.1`])(
  'an unknown last id (%j) gets a snapshot',
  async (lastEventId) => {
    const id = await api.createSession()
    const stream = await openStream(world.url, id, { lastEventId })
    expect(await stream.next()).toMatchObject({ type: 'snapshot', live: null })
    stream.close()
  },
)

test('a reader whose missed messages are no longer stored gets a snapshot', async () => {
  const id = await api.createSession()
  const stream = await openStream(world.url, id)
  const { id: first } = await stream.next()
  await api.post(`/sessions/${id}/turns`, { prompt: 'flood 20000 200000' })
  await stream.until(finished)
  const late = await openStream(world.url, id, { lastEventId: first })
  expect(await late.next()).toMatchObject({ type: 'snapshot', session: { lineLength: 1 }, live: null })
  stream.close()
  late.close()
})

test('a reader that does not read is disconnected and does not delay others', async () => {
  const id = await api.createSession()
  const reader = request(`${world.url}/api/sessions/${id}/events`, { agent: false }).end()
  const [response] = (await once(reader, 'response')) as [IncomingMessage]
  response.pause()
  response.socket.pause()
  const messages = await api.play(id, 'flood 4000 1000000 6000')
  expect(messages.at(-1)).toMatchObject({ type: 'session', session: { lineLength: 1 } })
  // It gets the messages sent so far, then its connection is closed.
  let bytes = 0
  response.on('data', (chunk: Buffer) => void (bytes += chunk.byteLength))
  response.socket.resume()
  response.resume()
  await expect(once(response, 'end')).rejects.toThrow('aborted')
  expect(bytes).toBeGreaterThan(0)
})

test('one message of more than 4 MiB arrives complete, and its reader stays connected', async () => {
  const id = await api.createSession()
  const messages = await api.play(id, 'flood 1 1 5000000')
  const [large] = messages.filter(({ type, ...rest }) => type === 'turn' && JSON.stringify(rest).length > 5_000_000)
  expect(large).toMatchObject({ event: { type: 'tool_event', toolId: 'flood', event: { type: 'log' } } })
  expect(messages.at(-1)).toMatchObject({ type: 'session', session: { lineLength: 1 } })
  // Further messages follow on the same connection.
  expect(messages.indexOf(large!)).toBeLessThan(messages.length - 2)
})

test('the log of a tool is bounded, both as sent and as stored', async () => {
  const id = await api.createSession()
  await api.play(id, 'flood 2000 100000')
  const [turn] = await api.turns(id)
  const { body } = await api.get<TurnView>(`/sessions/${id}/turns/${turn!.turnId}`)
  const [tool] = body.plans[0]!.tools
  expect(tool!.log).toHaveLength(300)
  expect(tool!.droppedLines).toBe(1_700)
  expect(tool!.log.at(-1)!.message).toContain('Event 1999')
})

test('while thousands of paragraphs stream, the newest are shown; the finished turn has all of them', async () => {
  const id = await api.createSession()
  const stream = await openStream(world.url, id)
  await stream.next()
  const narrated = join(world.folder, 'narrated')
  await api.post(`/sessions/${id}/turns`, { prompt: `narrate 2000 until ${narrated}` })
  await stream.until(
    ({ type, ...rest }) => type === 'turn' && JSON.stringify(rest).includes('"narration","text":"Paragraph 1999.'),
  )
  // A reader that joins now gets the newest paragraphs and the number of the earlier ones.
  const late = await openStream(world.url, id)
  const snapshot = await late.next()
  late.close()
  await writeFile(narrated, '')
  await stream.until(finished)
  stream.close()
  const all = Array.from({ length: 2_000 }, (_, index) => `Paragraph ${index}.`)
  expect(snapshot).toMatchObject({
    live: {
      paragraphs: all.slice(-200),
      earlier: { paragraphs: 1_800, characters: all.slice(0, -200).join('\n').length + 1 },
    },
  })
  const [turn] = await api.turns(id)
  expect(turn!.narrative).toBe(all.join('\n\n'))
  const { body } = await api.get<TurnView>(`/sessions/${id}/turns/${turn!.turnId}`)
  expect(body.paragraphs).toEqual(all)
  expect(body.earlier).toBeUndefined()
})

test('HEAD of the event stream is refused at once and does not count as a stream', async () => {
  const path = `/api/sessions/${await api.createSession()}/events`
  for (let count = 0; count < 3; count++) {
    const answer = await rawRequest(world.url, { path, method: 'HEAD' })
    expect(answer).toMatchObject({ status: 405, headers: { allow: 'GET' }, body: '' })
  }
})

test('a reader that joins while the turn ends gets the session with that turn', async () => {
  const id = await api.createSession()
  const first = await openStream(world.url, id)
  await first.next()
  await api.post(`/sessions/${id}/turns`, { prompt: 'work for a second' })
  await first.until((message) => message.type === 'turn' && message.event.type === 'tool_event')
  // The description that the second reader waits for is outdated when it arrives.
  const { store } = world.narratoria
  const lineSeqs = store.lineSeqs.bind(store)
  const released = new Promise<void>((resolve) => void first.until(finished).then(() => resolve()))
  const held = vi.spyOn(store, 'lineSeqs').mockImplementationOnce(async (...args) => {
    const ranges = await lineSeqs(...args)
    await released
    return ranges
  })
  const second = await openStream(world.url, id)
  const snapshot = await second.next()
  held.mockRestore()
  const { body } = await api.get<SessionDetail>(`/sessions/${id}`)
  expect(snapshot).toMatchObject({ type: 'snapshot', live: null, session: { head: body.head, lineLength: 1 } })
  first.close()
  second.close()
})
