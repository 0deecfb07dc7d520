import { PassThrough } from 'node:stream'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { fuzz, fuzzAndKeep } from '../../protocol/test/fuzz.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { createPlan, Executor } from '@narratoria/executor'
import { openMcpServers, serveStoriesOverStdio } from '../src/index.ts'
import { openHost } from './server/open-host.ts'

type Host = Awaited<ReturnType<typeof openHost>>

let host: Host
const uncaught: unknown[] = []
const note = (error: unknown) => void uncaught.push(error)

beforeAll(async () => {
  host = await openHost()
  process.on('uncaughtException', note).on('unhandledRejection', note)
})

afterAll(async () => {
  process.off('uncaughtException', note).off('unhandledRejection', note)
  await host[Symbol.asyncDispose]()
})

const about = { name: 'fuzz', version: '1.0.0' }
const hello = {
  jsonrpc: '2.0',
  id: 'hello',
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: about },
}
const ready = { jsonrpc: '2.0', method: 'notifications/initialized' }
const last = { jsonrpc: '2.0', id: 'last', method: 'tools/list' }

const method = fc.constantFrom(
  'initialize',
  'ping',
  'tools/list',
  'tools/call',
  'resources/list',
  'resources/read',
  'resources/templates/list',
  'prompts/list',
  'prompts/get',
  'server/discover',
  'completion/complete',
  'notifications/cancelled',
  'notifications/progress',
  'no/method',
)
const id = fc.oneof(fc.integer(), fc.string(), fc.constant(null), fc.constant(undefined), fc.jsonValue())
const params = fc.oneof(
  fc.record(
    {
      name: fc.constantFrom(
        'list_stories',
        'open_story',
        'read_state',
        'why',
        'undo',
        'export_story',
        '__proto__',
        'no_tool',
      ),
      uri: fc.constantFrom('narratoria://', 'narratoria://stories/1/state', 'file:///etc/passwd', 'no uri'),
      arguments: fc.jsonValue(),
      requestId: fc.jsonValue(),
      cursor: fc.string(),
      _meta: fc.jsonValue(),
    },
    { requiredKeys: [] },
  ),
  fc.jsonValue(),
)
const message = fc
  .record({ jsonrpc: fc.constantFrom('2.0', '2.0', '2.0', '1.0', 2), id, method, params }, { requiredKeys: [] })
  .map((sent) => JSON.stringify(sent))
const cut = fc.tuple(message, fc.nat(), fc.string()).map(([whole, at, put]) => {
  const where = at % (whole.length + 1)
  return whole.slice(0, where) + put + whole.slice(where + 1)
})
const batch = fc.array(message, { maxLength: 3 }).map((texts) => `[${texts.join(',')}]`)
const line = fc.oneof(message, message, cut, batch, fc.string(), fc.json())
/** Lines, so that a message that no line feed cuts in two is a message. */
const lines = fc.array(
  line.map((whole) => whole.replaceAll(/[\r\n]/g, ' ')),
  { minLength: 1, maxLength: 8 },
)

/** Sends lines to a server between a greeting and a last request. Returns the messages that it answers, up to that to the last one. */
async function exchange(sent: readonly string[]): Promise<{ id?: unknown; jsonrpc?: unknown }[]> {
  const [input, output] = [new PassThrough(), new PassThrough()]
  await using _server = serveStoriesOverStdio(host, { input, output })
  input.write(`${[JSON.stringify(hello), JSON.stringify(ready), ...sent, JSON.stringify(last)].join('\n')}\n`)
  const answers: { id?: unknown }[] = []
  for await (const answer of createInterface({ input: output, signal: AbortSignal.timeout(10_000) })) {
    answers.push(JSON.parse(answer) as { id?: unknown })
    if (answers.at(-1)!.id === 'last') break
  }
  return answers
}

it('whatever lines a client sends, the server goes on and answers the next request', async () => {
  const numRuns = Math.ceil(fuzz.numRuns / 4)
  await fc.assert(
    fc.asyncProperty(lines, async (sent) => {
      const answers = await exchange(sent)
      for (const answer of answers) expect(answer).toMatchObject({ jsonrpc: '2.0' })
      const final = answers.find((answer) => answer.id === 'last')
      expect(final).toHaveProperty('result.tools')
      expect(uncaught).toEqual([])
      expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
    }),
    { ...fuzzAndKeep<string[]>(join(import.meta.dirname, 'found-messages.json')), numRuns },
  )
})

const content = fc.array(
  fc.oneof(
    fc.record(
      {
        type: fc.constantFrom('text', 'image', 'audio', 'resource', 'resource_link', 'other'),
        text: fc.jsonValue(),
        data: fc.oneof(fc.base64String(), fc.jsonValue()),
        mimeType: fc.constantFrom('image/png', 'text/plain', '../x', 7),
        resource: fc.jsonValue(),
        uri: fc.string(),
      },
      { requiredKeys: ['type'] },
    ),
    fc.jsonValue(),
  ),
  { maxLength: 4 },
)
const result = fc.record(
  { content: fc.oneof(content, fc.jsonValue()), structuredContent: fc.jsonValue(), isError: fc.jsonValue() },
  { requiredKeys: [] },
)
const error = fc.record({ code: fc.jsonValue(), message: fc.jsonValue(), data: fc.jsonValue() }, { requiredKeys: [] })
/** The answer to a call, in which `"ID"` stands for the id of the request. */
const answer = fc.oneof(
  result.map((value) => JSON.stringify({ jsonrpc: '2.0', id: 'ID', result: value })),
  error.map((value) => JSON.stringify({ jsonrpc: '2.0', id: 'ID', error: value })),
  cut,
  line,
)

it('whatever a server answers to a call, the call ends with a result or an error', async () => {
  let reply = ''
  const folder = mkdtempSync(join(tmpdir(), 'mcp-random-'))
  const replies = {
    initialize: {
      protocolVersion: '2025-06-18',
      capabilities: { tools: {} },
      serverInfo: { name: 'random', version: '1.0.0' },
    },
    'tools/list': { tools: [{ name: 'ask', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } }] },
  }
  const http = createServer((request, response) => {
    void (async () => {
      const body = await text(request)
      if (request.method !== 'POST') return response.writeHead(405).end()
      const { id: asked, method: name } = JSON.parse(body) as { id?: unknown; method: string }
      if (asked === undefined) return response.writeHead(202).end()
      const known = Object.hasOwn(replies, name) ? replies[name as keyof typeof replies] : undefined
      const written = known ? JSON.stringify({ jsonrpc: '2.0', id: asked, result: known }) : reply
      response.writeHead(200, { 'content-type': 'application/json' })
      return response.end(written.replace('"ID"', JSON.stringify(asked)))
    })()
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`
  const servers = await openMcpServers({ servers: { random: { url, timeout: 100 } }, waitMs: 60_000 })
  const executor = new Executor({ findTool: () => servers.skills[0]!.tools[0] })
  onTestFinished(async () => {
    await executor.close()
    await servers.close()
    http.closeAllConnections()
    await new Promise((resolve) => http.close(resolve))
    rmSync(folder, { recursive: true, force: true })
  })
  const numRuns = Math.ceil(fuzz.numRuns / 5)
  await fc.assert(
    fc.asyncProperty(answer, async (written) => {
      reply = written
      const plan = createPlan([{ toolId: 'call', toolPath: 'tool:mcp-random/ask', retryPolicy: { maxRetries: 0 } }])
      const { toolResults } = await executor.execute(plan, { request: { assetsDir: folder } })
      expect(toolResults[0]!.ok || toolResults[0]!.error !== undefined).toBe(true)
      expect(toolResults[0]!.errorCode).not.toBe('server_unavailable')
      expect(uncaught).toEqual([])
    }),
    { ...fuzzAndKeep<string>(join(import.meta.dirname, 'found-answers.json')), numRuns },
  )
})
