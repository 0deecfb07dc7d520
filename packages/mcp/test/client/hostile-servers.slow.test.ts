import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPlan, Executor } from '@narratoria/executor'
import { expect, it, onTestFinished } from 'vitest'
import { isRunning } from '../../../executor/test/is-running.ts'
import { type McpServerEntry, openMcpServers } from '../../src/index.ts'
import { createAnswers } from '../fixtures/servers/hostile-answers.mjs'
import { fixture } from './open-world.ts'

const { NARRATORIA_HOSTILE_SERVERS: runs = '8', NARRATORIA_SEED: seed = '7' } = process.env
/** How many servers run in one host at the same time, and the time limits: processes need time to start, endless answers the event loop. */
const processes = { batchSize: 8, timeout: 1_000, waitMs: 5_000, toolTimeoutMs: 4_000 }
const addresses = { batchSize: 5, timeout: 300, waitMs: 1_000, toolTimeoutMs: 1_000 }
const megabyte = Buffer.alloc(1024 * 1024, 'x')

/** Opens hostile servers beside an honest one, calls their tools, and returns how long it took. */
async function playBatch(
  servers: Record<string, McpServerEntry>,
  { folder, waitMs, toolTimeoutMs }: { folder: string; waitMs: number; toolTimeoutMs: number },
): Promise<{ ok: number; failed: number }> {
  const honest = { command: process.execPath, args: [fixture('sample.mjs'), folder] }
  const open = await openMcpServers({
    servers: { honest, ...servers },
    waitMs,
    backoff: { firstMs: 100, maxMs: 500 },
  })
  await expect.poll(() => open.skills[0]!.tools.length).toBeGreaterThan(0)
  const executor = new Executor({
    findTool: (called) => {
      const [skill, tool] = called.split('/')
      return open.skills.find(({ name }) => name === skill)?.tools.find(({ name }) => name === tool)
    },
    toolTimeoutMs,
    planTimeoutMs: 30_000,
    maxConcurrency: 50,
  })
  const tools = open.skills
    .slice(1)
    .flatMap(({ name, tools }) => tools.slice(0, 3).map((tool) => `tool:${name}/${tool.name}`))
  const forecast = { toolPath: 'tool:mcp-honest/get-forecast', toolId: 'honest', input: { town: 'Pell' } }
  const hostile = tools.map((toolPath, at) => ({
    toolPath,
    toolId: `hostile-${at}`,
    required: false,
    async: true,
    input: { text: `${'a'.repeat(30)}!` },
  }))
  const plan = createPlan([...hostile, { ...forecast, async: true }], { parallel: true })
  const { toolResults } = await executor.execute(plan, { request: { assetsDir: join(folder, 'assets') } })
  expect(toolResults.find(({ toolId }) => toolId === 'honest')).toMatchObject({ ok: true, returned: { sky: 'rain' } })
  for (const result of toolResults) if (!result.ok) expect(result.error, result.toolId).toEqual(expect.any(String))
  await executor.close({ force: true })
  await open.close()
  const others = toolResults.filter(({ toolId }) => toolId !== 'honest')
  return { ok: others.filter(({ ok }) => ok).length, failed: others.filter(({ ok }) => !ok).length }
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'mcp-hostile-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

function watchErrors(): unknown[] {
  const errors: unknown[] = []
  const note = (error: unknown) => void errors.push(error)
  process.on('uncaughtException', note).on('unhandledRejection', note)
  onTestFinished(() => void process.off('uncaughtException', note).off('unhandledRejection', note))
  return errors
}

it(`${runs} hostile servers (seed ${seed}) end no host, hang no call, leave nothing, and harm no other server`, async () => {
  const folder = temporaryFolder()
  const errors = watchErrors()
  const pids = join(folder, 'pids')
  const total = { ok: 0, failed: 0 }
  const { batchSize, timeout } = processes
  for (let at = 0; at < Number(runs); at += batchSize) {
    const size = Math.min(batchSize, Number(runs) - at)
    const servers = Array.from({ length: size }, (_, index) => {
      const number = Number(seed) * 100_000 + at + index
      return [
        `s${number}`,
        { command: process.execPath, args: [fixture('hostile.mjs'), `${number}`, pids], timeout },
      ] as [string, McpServerEntry]
    })
    const { ok, failed } = await playBatch(Object.fromEntries(servers), { folder, ...processes })
    total.ok += ok
    total.failed += failed
  }
  const started = [...new Set(readFileSync(pids, 'utf8').trim().split('\n').map(Number))]
  expect(started.length).toBeGreaterThanOrEqual(Number(runs))
  await expect.poll(() => started.filter(isRunning)).toEqual([])
  expect(errors).toEqual([])
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  // The calls are reached.
  expect(total.ok + total.failed).toBeGreaterThan(0)
}, 1_200_000)

it(`${runs} hostile servers over HTTP (seed ${seed}) end no host, hang no call and harm no other server`, async () => {
  const folder = temporaryFolder()
  const errors = watchErrors()
  const { batchSize, timeout } = addresses
  let answered = 0
  for (let at = 0; at < Number(runs); at += batchSize) {
    const size = Math.min(batchSize, Number(runs) - at)
    const open = await Promise.all(
      Array.from({ length: size }, (_, index) => openHostile(Number(seed) * 100_000 + at + index)),
    )
    const servers = open.map((server, index): [string, McpServerEntry] => [
      `h${at + index}`,
      { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, timeout },
    ])
    const { ok, failed } = await playBatch(Object.fromEntries(servers), { folder, ...addresses })
    answered += ok + failed
    for (const server of open) {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  }
  // The calls are reached.
  expect(answered).toBeGreaterThan(0)
  expect(errors).toEqual([])
}, 1_200_000)

interface HostileAnswers {
  chance: (share: number) => boolean
  pick: <T>(options: T[]) => T
  answer: (request: { id: number; method: string }) => string[]
}

/** A hostile server at an address. */
async function openHostile(number: number): Promise<Server> {
  const { answer, chance, pick } = createAnswers(number) as HostileAnswers
  const server = createServer((request, response) => void respond(request, response))
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    if (request.method !== 'POST') return void response.writeHead(405).end()
    const message = JSON.parse(body) as { id?: number; method: string }
    if (message.id === undefined) return void response.writeHead(202).end()
    const lines = answer({ id: message.id, method: message.method })
    const form =
      message.method === 'tools/call'
        ? pick(['json', 'sse', 'sse', 'status', 'endless', 'cut', 'redirect', 'silent'])
        : 'sse'
    if (form === 'silent') return
    if (form === 'status') return void response.writeHead(pick([400, 401, 403, 404, 500, 503])).end('x'.repeat(100_000))
    if (form === 'redirect') return void response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end()
    if (form === 'json')
      return void response.writeHead(200, { 'content-type': 'application/json' }).end(lines[0] ?? '{')
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    if (form === 'endless') {
      const more = () => {
        if (!response.destroyed && response.write(megabyte)) setImmediate(more)
        else response.once('drain', more)
      }
      return more()
    }
    for (const line of lines) response.write(`data: ${line}\n\n`)
    if (form === 'cut') return void response.destroy()
    if (!chance(0.2)) response.end()
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}
