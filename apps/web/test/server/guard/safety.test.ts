import { type IncomingMessage, request as send } from 'node:http'
import { networkInterfaces } from 'node:os'
import { once } from 'node:events'
import { type Socket, connect } from 'node:net'
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openWebServer } from '@narratoria/web'
import { apiClient } from '../../support/api-client.ts'
import { rawRequest } from '../../support/raw-request.ts'
import { type World, openWorld } from '../../support/world.ts'

let world: World
beforeAll(async () => void (world = await openWorld()))
afterAll(() => world.close())

const port = () => new URL(world.url).port
const json = { 'Content-Type': 'application/json' }
const createSession = (headers: Record<string, string>) =>
  rawRequest(world.url, { method: 'POST', path: '/api/sessions', headers: { ...json, ...headers }, body: '{}' })

test('listens on loopback only by default', async () => {
  expect(new URL(world.url).hostname).toBe('127.0.0.1')
  const other = Object.values(networkInterfaces())
    .flat()
    .find((address) => address && !address.internal && address.family === 'IPv4')?.address
  const reached = await new Promise<boolean>((resolve) => {
    const socket = connect({ host: other ?? '127.0.0.2', port: Number(port()) })
    socket.once('connect', () => (socket.destroy(), resolve(true)))
    socket.once('error', () => resolve(false))
  })
  expect(reached).toBe(false)
})

describe('any other address requires a token', () => {
  const token = 'a-token-that-is-hard-to-guess'

  test('without a token the server does not start', async () => {
    const start = openWebServer({ narratoria: world.narratoria, host: '0.0.0.0' })
    await expect(start).rejects.toMatchObject({ code: 'token_required' })
    const weak = openWebServer({ narratoria: world.narratoria, host: '0.0.0.0', token: 'short' })
    await expect(weak).rejects.toMatchObject({ code: 'token_required' })
  })

  test('every request requires the token, and the address that contains it opens the page', async () => {
    const server = await openWebServer({ narratoria: world.narratoria, host: '0.0.0.0', token })
    const url = `http://127.0.0.1:${server.port}`
    try {
      for (const path of ['/', '/api/sessions', '/icon.svg', `/api/sessions?token=${token}`, '/?token=wrong'])
        expect((await rawRequest(url, { path })).status, path).toBe(401)
      const wrong = { Authorization: `Bearer ${token}x` }
      expect((await rawRequest(url, { path: '/api/sessions', headers: wrong })).status).toBe(401)
      const right = { Authorization: `Bearer ${token}` }
      expect((await rawRequest(url, { path: '/api/sessions', headers: right })).status).toBe(200)

      const opened = await rawRequest(url, { path: new URL(server.url).pathname + new URL(server.url).search })
      expect(opened).toMatchObject({ status: 303, headers: { location: '/' } })
      const [cookie] = opened.headers['set-cookie'] as string[]
      expect(cookie).toMatch(/HttpOnly; SameSite=Strict/)
      const headers = { Cookie: cookie!.split(';')[0]! }
      expect((await rawRequest(url, { path: '/', headers })).status).toBe(200)
      expect((await rawRequest(url, { path: '/api/info', headers })).status).toBe(200)
    } finally {
      await server.close()
    }
  })
})

test.each([
  ['evil.example', 403],
  ['evil.example:80', 403],
  ['127.0.0.1.evil.example', 403],
  ['localhost.evil.example', 403],
  ['192.168.1.5', 403],
  ['a@localhost', 400],
  ['localhost/x', 400],
  ['localhost', 200],
  ['LOCALHOST:4000', 200],
  ['127.0.0.1', 200],
  ['[::1]:80', 200],
])('DNS rebinding: a request with the Host "%s" gets status %i', async (host, status) => {
  const answer = await rawRequest(world.url, { path: '/api/info', headers: { Host: host } })
  expect(answer.status).toBe(status)
})

test.each([
  'GET /api/info HTTP/1.1\r\nHost:\r\n\r\n',
  'GET /api/info HTTP/1.1\r\n\r\n',
  'GET /api/info HTTP/1.0\r\n\r\n',
])('a request without a host is refused: %j', async (text) => {
  const answer = await new Promise<string>((resolve) => {
    const socket = connect(Number(port()), '127.0.0.1', () => socket.end(text))
    socket.setEncoding('utf8').once('data', (data) => resolve(String(data)))
  })
  expect(answer).toMatch(/^HTTP\/1\.1 40[03] /)
})

test('cross-site requests are refused; those of the page and of programs are not', async () => {
  const own = `http://127.0.0.1:${port()}`
  for (const headers of [
    { Origin: 'http://evil.example' },
    { Origin: 'null' },
    { Origin: `http://localhost:${port()}` },
    { Origin: `http://127.0.0.1:1` },
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
    { Origin: own, 'Sec-Fetch-Site': 'cross-site' },
  ] as Record<string, string>[])
    expect((await createSession(headers)).status, JSON.stringify(headers)).toBe(403)
  expect((await createSession({ Origin: own, 'Sec-Fetch-Site': 'same-origin' })).status).toBe(201)
  expect((await createSession({})).status).toBe(201)
  const embedded = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Dest': 'image' }
  expect((await rawRequest(world.url, { path: '/api/sessions', headers: embedded })).status).toBe(403)
  expect((await rawRequest(world.url, { path: '/', headers: embedded })).status).toBe(200)
})

test.each(['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x', ''])(
  'a body of the type "%s", which a form of another site can send, is refused',
  async (type) => {
    const headers: Record<string, string> = type === '' ? {} : { 'Content-Type': type }
    const answer = await rawRequest(world.url, { method: 'POST', path: '/api/sessions', headers, body: '{}' })
    expect(answer.status).toBe(415)
  },
)

test.each([
  ['', 400],
  ['{', 400],
  ['{"a":', 400],
  ['null', 422],
  ['[]', 422],
  ['"text"', 422],
  ['{"name":7}', 422],
  ['{"name":""}', 422],
  [Buffer.from([0x22, 0xff, 0xfe, 0x22]), 400],
  [`{"name":"${'x'.repeat(300_000)}"}`, 413],
  [`${'['.repeat(100_000)}`, 400],
])('an invalid body is refused with its own code, and no session is created: case %#', async (body, status) => {
  const before = (await apiClient(world.url).get<{ sessions: unknown[] }>('/sessions')).body.sessions.length
  const answer = await rawRequest(world.url, { method: 'POST', path: '/api/sessions', headers: json, body })
  expect(answer.status).toBe(status)
  expect((JSON.parse(answer.body) as { error: { message: string } }).error.message).toMatch(/\w+/)
  expect((await apiClient(world.url).get<{ sessions: unknown[] }>('/sessions')).body.sessions.length).toBe(before)
})

test('a body without Content-Length is limited too', async () => {
  const answer = await rawRequest(world.url, {
    method: 'POST',
    path: '/api/sessions',
    headers: { ...json, 'Transfer-Encoding': 'chunked' },
    body: `{"name":"${'x'.repeat(2_000_000)}"}`,
  }).catch(() => ({ status: 413 }))
  expect(answer.status).toBe(413)
})

test('the page has a strict content policy with a new nonce for each response', async () => {
  const [first, second] = await Promise.all([
    rawRequest(world.url, { path: '/' }),
    rawRequest(world.url, { path: '/' }),
  ])
  const policy = String(first.headers['content-security-policy'])
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("script-src 'self'")
  expect(policy).toContain("require-trusted-types-for 'script'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toMatch(/unsafe|data:|\*|http/)
  expect(policy).not.toBe(second.headers['content-security-policy'])
  const nonce = /'nonce-([^']+)'/.exec(policy)![1]!
  expect(first.body).toContain(nonce)
  expect(first.body).not.toContain('__NONCE__')
})

test('every response forbids sniffing, framing and reading by other sites', async () => {
  for (const path of ['/', '/api/info', '/api/nothing', '/icon.svg', '/api/sessions/x']) {
    const { headers } = await rawRequest(world.url, { path })
    expect(headers, path).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
    })
    expect(headers['access-control-allow-origin'], path).toBeUndefined()
    expect(headers['content-security-policy'], path).toContain("default-src 'none'")
  }
})

test.each([
  '/../package.json',
  '/..%2f..%2fpackage.json',
  '/%2e%2e/%2e%2e/package.json',
  '/assets/../../server/index.js',
  '/assets/..%5c..%5cserver%5cindex.js',
  '/assets//etc/passwd',
  '//etc/passwd',
  '/etc/passwd',
  '/index.html%00.js',
  '/api/../../etc/passwd',
  '/api/sessions/..%2f..%2f..%2fetc%2fpasswd',
  '/api/sessions/x/turns/y/assets/..%2f..%2fetc%2fpasswd',
  '/api/skills/..%2f..%2fetc',
  '/api/skills/__proto__',
  '/api/sessions/%',
])('path traversal: %s reaches nothing', async (path) => {
  const answer = await rawRequest(world.url, { path })
  expect([400, 404]).toContain(answer.status)
  expect(answer.body).not.toMatch(/root:|"name": "@narratoria|openWebServer/)
})

test('requests over the rate limit are refused with a reason', async () => {
  const own = await openWorld()
  try {
    const statuses = await Promise.all(
      Array.from({ length: 300 }, () =>
        rawRequest(own.url, { method: 'POST', path: '/api/sessions', headers: json, body: '{"name":7}' }),
      ),
    )
    expect(statuses.filter(({ status }) => status === 422).length).toBeGreaterThanOrEqual(60)
    const refused = statuses.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused[0]!.body).toContain('too_many_requests')
    expect((await rawRequest(own.url, { path: '/api/info' })).status).toBe(200)
  } finally {
    await own.close()
  }
})

test('event streams over the limit are refused until another one ends', async () => {
  const own = await openWorld()
  try {
    const id = await apiClient(own.url).createSession()
    const open = async () => {
      const controller = new AbortController()
      const response = await fetch(`${own.url}/api/sessions/${id}/events`, { signal: controller.signal })
      // The response stays referenced: fetch cancels the stream of a response that is garbage-collected.
      return { response, status: response.status, end: () => controller.abort() }
    }
    const streams = []
    for (let count = 0; count < 300; count++) streams.push(await open())
    expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]))
    expect((await open()).status).toBe(503)
    streams[0]!.end()
    await expect.poll(async () => (await open()).status).toBe(200)
    for (const stream of streams) stream.end()
  } finally {
    await own.close()
  }
})

test('connections over the limit are closed until another one ends', async () => {
  const own = await openWorld({ maxConnections: 20 })
  const ask = () =>
    rawRequest(own.url, { path: '/api/info' }).then(
      ({ status }) => status,
      () => 'closed',
    )
  const sockets: Socket[] = []
  try {
    for (let count = 0; count < 20; count++) {
      const socket = connect(Number(new URL(own.url).port), '127.0.0.1')
      sockets.push(socket)
      await once(socket, 'connect')
    }
    expect(await ask()).toBe('closed')
    sockets[0]!.destroy()
    await expect.poll(ask).toBe(200)
  } finally {
    for (const socket of sockets) socket.destroy()
    await own.close()
  }
})

describe('closing', () => {
  /** A world in which a turn is played until `endTurn` is called, and its events. */
  async function startTurn() {
    const own = await openWorld()
    onTestFinished(() => own.close())
    const file = join(own.folder, 'end')
    const api = apiClient(own.url)
    const id = await api.createSession()
    const stream = await fetch(`${own.url}/api/sessions/${id}/events`)
    await api.post(`/sessions/${id}/turns`, { prompt: `narrate 3 until ${file}` })
    return { own, id, events: stream.text(), endTurn: () => writeFile(file, '') }
  }
  const countTurns = async ({ narratoria }: World) => (await narratoria.listSessions())[0]?.turns

  test('waits until the turn being played is stored and its end was sent', async () => {
    const { own, events, endTurn } = await startTurn()
    const closed = own.server.close()
    await endTurn()
    await closed
    await expect(rawRequest(own.url, { path: '/' })).rejects.toThrow('ECONNREFUSED')
    expect(await countTurns(own)).toBe(1)
    expect(await events).toMatch(/"turn_finished"[^]*"type":"session"/)
  })

  test('refuses a further turn', async () => {
    const { own, id, endTurn } = await startTurn()
    const request = send(own.url, { method: 'POST', path: `/api/sessions/${id}/turns`, headers: json })
    request.write('{"prompt":')
    await once(request, 'socket')
    await once(request.socket!, 'connect')
    const closed = own.server.close()
    request.end('"Go on"}')
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    expect(response.statusCode).toBe(503)
    expect(await text(response)).toContain('server_closing')
    await endTurn()
    await closed
    expect(await countTurns(own)).toBe(1)
  })

  test('by force cancels the turn, even while a close without force is waiting', async () => {
    const { own, events } = await startTurn()
    const closed = own.server.close()
    await own.server.close({ force: true })
    await closed
    expect(await countTurns(own)).toBe(0)
    expect(await events).toContain('"turn_finished"')
  })

  test('happens at the end of an "await using" block', async () => {
    const own = await openWorld()
    onTestFinished(() => own.close())
    await own.server[Symbol.asyncDispose]()
    await expect(rawRequest(own.url, { path: '/' })).rejects.toThrow('ECONNREFUSED')
  })
})

test('reports a port that is in use', async () => {
  const start = openWebServer({ narratoria: world.narratoria, port: Number(port()) })
  await expect(start).rejects.toMatchObject({ code: 'address_in_use', message: expect.stringContaining(port()) })
})

test('the scripts of the page are sent compressed', async () => {
  const { body } = await rawRequest(world.url, { path: '/' })
  const scripts = [...body.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, path]) => path!)
  expect(scripts.length).toBeGreaterThan(0)
  for (const path of scripts) {
    const { headers } = await rawRequest(world.url, { path, headers: { 'Accept-Encoding': 'br' } })
    expect(headers['content-encoding']).toBe('br')
  }
})

test('the page’s own code never creates markup from text', async () => {
  const { body } = await rawRequest(world.url, { path: '/' })
  expect(body).not.toMatch(/<script(?![^>]*\bsrc=)[^>]*>/)
  const sinks =
    /dangerouslySetInnerHTML|innerHTML|outerHTML|insertAdjacentHTML|srcdoc|document\.write|DOMParser|createContextualFragment|\beval\b|new Function/i
  const sources = await textsUnder('../../../src/page/', /\.(?:tsx?|html)$/)
  expect(sources.length).toBeGreaterThan(40)
  expect(sources.filter(({ text }) => sinks.test(text)).map(({ path }) => path)).toEqual([])
})

test('no served script runs text as code, and only two places of React create markup from text', async () => {
  const scripts = await textsUnder('../../../dist/page/', /\.js$/)
  expect(scripts.length).toBeGreaterThan(5)
  for (const { path, text } of scripts) {
    expect(
      text.match(/[^\w.$]eval\(|new Function\(|document\.write|insertAdjacentHTML|\.outerHTML\s*=/g),
      path,
    ).toBeNull()
    // Only the component library passes markup to React, in a script that this page does not load.
    const around = (sink: RegExp) =>
      [...text.matchAll(sink)].map(({ index }) => text.slice(Math.max(0, index - 90), index + 40))
    const handed = around(/dangerouslySetInnerHTML:\s*\{/g)
    const foreign = [
      ...handed.filter((place) => !/\(`script`,\{suppressHydrationWarning/.test(place)),
      ...around(/\.innerHTML\s*=(?!=)/g).filter((place) => !/__html!==\w+&&|=`<script>/.test(place)),
    ]
    expect(foreign, path).toEqual([])
  }
})

/** Every file with that ending in a folder and its subfolders. */
async function textsUnder(folder: string, kind: RegExp): Promise<{ path: string; text: string }[]> {
  const root = new URL(folder, import.meta.url)
  const paths = (await readdir(root, { recursive: true })).filter((path) => kind.test(path))
  return Promise.all(paths.map(async (path) => ({ path, text: await readFile(new URL(path, root), 'utf8') })))
}
