import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createStoryHttpHandler } from '@narratoria/mcp'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Client as V1Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as V1Transport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { createNarratoria } from '@narratoria/runtime'
import type { HostTool } from '@narratoria/runtime/tools'
import { openWebServer } from '@narratoria/web'
import { expect, onTestFinished, test } from 'vitest'
import { rawRequest } from '../support/raw-request.ts'

const token = 'a-token-that-is-hard-to-guess'
const version = '2025-06-18'

/** One tool that answers at once, and one that waits until it is cancelled. */
function acts(cancelled: string[]): HostTool[] {
  const event = (value: object) => `${JSON.stringify({ version: '0', ...value })}\n`
  return [
    {
      name: 'look',
      triggers: ['look'],
      async call(_request, { write }) {
        write(event({ type: 'ui_event', event: 'narration', payload: { text: 'You see the sea.' } }))
        write(event({ type: 'done', ok: true }))
      },
    },
    {
      name: 'wait',
      triggers: ['wait'],
      call: (_request, { signal }) =>
        new Promise((resolve) => signal.addEventListener('abort', () => resolve(void cancelled.push('wait')))),
    },
  ]
}

async function openServer() {
  const home = await mkdtemp(join(tmpdir(), 'web-mcp-'))
  const cancelled: string[] = []
  const narratoria = await createNarratoria({ skillRoots: [], home, tools: acts(cancelled) })
  const server = await openWebServer({ narratoria, token, mcp: (stories) => createStoryHttpHandler(stories) })
  onTestFinished(async () => {
    await server.close({ force: true })
    await narratoria.close({ force: true })
    await rm(home, { recursive: true, force: true })
  })
  return { url: `http://127.0.0.1:${server.port}`, cancelled, narratoria }
}

async function connect(url: string, era: 'v1' | 'legacy' | 'auto'): Promise<Client> {
  const options = { requestInit: { headers: { Authorization: `Bearer ${token}` } } }
  const about = { name: 'test', version: '1.0.0' }
  const client = era === 'v1' ? new V1Client(about) : new Client(about, { versionNegotiation: { mode: era } })
  const transport =
    era === 'v1'
      ? new V1Transport(new URL('/mcp', url), options)
      : new StreamableHTTPClientTransport(new URL('/mcp', url), options)
  await client.connect(transport as never)
  onTestFinished(() => client.close())
  return client as Client
}

const call = (client: Client, name: string, input: Record<string, unknown> = {}) =>
  client.callTool({ name, arguments: input }, ...([undefined, undefined] as never[]))

test.each(['v1', 'legacy', 'auto'] as const)(
  'an MCP client (%s) plays over streamable HTTP, and other tools see it',
  async (era) => {
    const { url } = await openServer()
    const client = await connect(url, era)
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('play_turn')
    await call(client, 'start_story', { name: 'shore' })
    const steps: string[] = []
    const options = { onprogress: ({ message }: { message?: string }) => void steps.push(message ?? '') }
    const request = { name: 'play_turn', arguments: { story: 'shore', prompt: 'I look' } }
    const played =
      era === 'v1'
        ? await (client as unknown as V1Client).callTool(request, undefined, options)
        : await client.callTool(request, options)
    expect(played).toMatchObject({ structuredContent: { number: 1, status: 'stored', narrative: 'You see the sea.' } })
    expect(steps[0]).toBe('Planning')
    const listed = await rawRequest(url, { path: '/api/sessions', headers: { Authorization: `Bearer ${token}` } })
    expect(JSON.parse(listed.body)).toMatchObject({ sessions: [{ name: 'shore', turns: 1 }] })
  },
)

test('a turn is cancelled by the tool of another request, and by a client that disconnects', async () => {
  const { url, cancelled } = await openServer()
  const client = await connect(url, 'legacy')
  await call(client, 'start_story', { name: 'shore' })
  const waiting = call(client, 'play_turn', { story: 'shore', prompt: 'I wait' })
  const other = await connect(url, 'auto')
  await expect
    .poll(async () => (await call(other, 'cancel_turn', { story: 'shore' })).structuredContent)
    .toMatchObject({ cancelled: true })
  expect((await waiting).structuredContent).toMatchObject({ status: 'cancelled' })
  await expect.poll(() => cancelled).toEqual(['wait'])

  const stop = new AbortController()
  const started = new Promise<void>((resolve) => {
    const options = { signal: stop.signal, onprogress: () => resolve() }
    other.callTool({ name: 'play_turn', arguments: { story: 'shore', prompt: 'I wait' } }, options).catch(() => {})
  })
  await started
  stop.abort()
  await expect.poll(() => cancelled).toEqual(['wait', 'wait'])
  expect((await call(other, 'list_turns', { story: 'shore' })).structuredContent).toMatchObject({ turns: [] })
})

test.each(['v1', 'legacy', 'auto'] as const)(
  'a client (%s) cancels its own call, and no call of another',
  async (era) => {
    const { url, cancelled } = await openServer()
    const [client, other] = [await connect(url, era), await connect(url, era)]
    const stops = [new AbortController(), new AbortController()]
    // Both clients number their calls in the same way.
    const ended = [client, other].map(async (each, index) => {
      await call(each, 'start_story', { name: `shore${index}` })
      const request = { name: 'play_turn', arguments: { story: `shore${index}`, prompt: 'I wait' } }
      let report = () => {}
      const started = new Promise<void>((resolve) => (report = resolve))
      const options = { signal: stops[index]!.signal, onprogress: () => report() }
      const playing = era === 'v1' ? [request, undefined, options] : [request, options]
      const playedOut = each.callTool(...(playing as Parameters<Client['callTool']>)).catch(() => 'refused')
      await started
      return { playedOut }
    })
    const [first, second] = await Promise.all(ended)
    stops[0]!.abort()
    expect(await first!.playedOut).toBe('refused')
    await expect.poll(() => cancelled).toEqual(['wait'])
    const turns = await call(client, 'list_turns', { story: 'shore0' })
    expect(turns.structuredContent).toMatchObject({ turns: [] })
    stops[1]!.abort()
    expect(await second!.playedOut).toBe('refused')
    await expect.poll(() => cancelled).toEqual(['wait', 'wait'])
  },
)

test.each([
  ['no token', {}, 401],
  ['a wrong token', { Authorization: `Bearer ${token}x` }, 401],
  ['another origin', { Authorization: `Bearer ${token}`, Origin: 'https://evil.example' }, 403],
  ['another host', { Authorization: `Bearer ${token}`, Host: 'evil.example' }, 403],
])('a request with %s is refused', async (_what, headers, status) => {
  const { url } = await openServer()
  const params = { protocolVersion: version, capabilities: {}, clientInfo: { name: 'x', version: '1' } }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })
  const type = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' }
  const response = await rawRequest(url, { method: 'POST', path: '/mcp', headers: { ...type, ...headers }, body })
  expect(response.status).toBe(status)
})

test('the page that shows a story follows a turn that is played over MCP', async () => {
  const { url } = await openServer()
  const client = await connect(url, 'legacy')
  const { structuredContent } = await call(client, 'start_story', { name: 'shore' })
  const id = (structuredContent as { story: string }).story
  const stop = new AbortController()
  onTestFinished(() => stop.abort())
  const headers = { Authorization: `Bearer ${token}` }
  const events = await fetch(`${url}/api/sessions/${id}/events`, { headers, signal: stop.signal })
  expect(events.status).toBe(200)
  const reader = events.body!.pipeThrough(new TextDecoderStream()).getReader()
  let seen = (await reader.read()).value ?? ''
  await call(client, 'play_turn', { story: 'shore', prompt: 'I look' })
  while (!seen.includes('"turns":1')) seen += (await reader.read()).value ?? ''
  expect(seen).toContain('"type":"session"')
})

test('without the option there is nothing at the address', async () => {
  const narratoria = await createNarratoria({ skillRoots: [] })
  const server = await openWebServer({ narratoria })
  const response = await fetch(`http://127.0.0.1:${server.port}/mcp`, { method: 'POST', body: '{}' })
  await server.close()
  await narratoria.close()
  expect(response.status).toBe(404)
})
