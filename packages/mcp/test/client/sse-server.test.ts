import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js'
import { createPlan, Executor } from '@narratoria/executor'
import { expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { openMcpServers, parseServers } from '../../src/index.ts'

/** A server of the time before streamable HTTP: an event stream for its messages, and another address for those of the client. */
async function openSseServer(): Promise<{ url: string; headers: (string | undefined)[] }> {
  const transports = new Map<string, SSEServerTransport>()
  const headers: (string | undefined)[] = []
  const http = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://localhost')
    headers.push(request.headers['x-key'] as string | undefined)
    if (pathname === '/messages' && request.method === 'POST')
      return void transports.get(searchParams.get('sessionId') ?? '')?.handlePostMessage(request, response)
    if (pathname !== '/sse' || request.method !== 'GET') return void response.writeHead(405).end()
    const transport = new SSEServerTransport('/messages', response)
    transports.set(transport.sessionId, transport)
    const server = new McpServer({ name: 'old', version: '1.0.0' })
    server.registerTool('echo', { description: 'Repeats words.', inputSchema: { words: z.string() } }, ({ words }) => ({
      content: [{ type: 'text', text: words }],
    }))
    void server.connect(transport)
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    http.closeAllConnections()
    return new Promise<void>((resolve) => http.close(() => resolve()))
  })
  return { url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/sse`, headers }
}

it('a server of type "sse" is reached by its event stream, with the headers of its entry', async () => {
  const { url, headers } = await openSseServer()
  const entry = { type: 'sse', url, headers: { 'X-Key': 'open-sesame' } }
  await using servers = await openMcpServers({
    servers: parseServers({ mcpServers: { old: entry } }, 'mcp.json'),
    waitMs: 60_000,
  })
  expect(servers.status()).toMatchObject([{ state: 'ready', tools: [{ name: 'echo' }] }])
  await using executor = new Executor({ findTool: () => servers.skills[0]!.tools[0] })
  const plan = createPlan([{ toolId: 'call', toolPath: 'tool:mcp-old/echo', input: { words: 'Who goes there?' } }])
  expect((await executor.execute(plan)).toolResults).toMatchObject([
    { ok: true, returned: { text: 'Who goes there?' } },
  ])
  expect(new Set(headers)).toEqual(new Set(['open-sesame']))
})

it('a server of type "sse" whose entry has no type is not used, and the reason says what to add', async () => {
  const { url } = await openSseServer()
  await using servers = await openMcpServers({
    servers: parseServers({ mcpServers: { old: { url } } }, 'mcp.json'),
    waitMs: 60_000,
  })
  const problem = expect.stringMatching(/The status is 405.*add "type": "sse" to its entry/)
  expect(servers.status()).toMatchObject([{ state: 'waiting', problem }])
})
