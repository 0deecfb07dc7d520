import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { isJsonObject, type JsonObject } from '@narratoria/protocol'
import { type FakeFamily, fakeWires } from './fake-wire.ts'
import { sampleValue, seededRandom } from './sample-value.ts'

/** How a fake server behaves. The first six answer; the others fail. */
export type FakeBehaviour =
  | 'obey'
  | 'ignore_schema'
  | 'prose'
  | 'reasoning'
  | 'think'
  | 'fences'
  | 'flat_only'
  | 'no_schema'
  | 'cut'
  | 'stall'
  | 'stall_midway'
  | 'drip'
  | 'reset'
  | 'reset_midway'
  | 'error_midway'
  | 'unauthorized'
  | 'not_found'
  | 'rate_limited'
  | 'server_error'

/** Options of {@link startFakeServer}. */
export interface FakeServerOptions {
  family: FakeFamily
  /** Defaults to `obey`. */
  behaviour?: FakeBehaviour
  /** Names of models. Defaults to one. */
  models?: readonly string[]
  /** The key that requests must have. Defaults to none. */
  key?: string
  /** The answer to a request. Defaults to a random value for a schema, and a sentence otherwise. */
  answer?: (body: JsonObject) => string
  /** Milliseconds between two pieces with `drip`. Defaults to 20. */
  dripMs?: number
  /** Fields of a request that are refused with status 400. Defaults to none. */
  refusedFields?: readonly string[]
  /** Seed of the random answers. Defaults to 1. */
  seed?: number
  /** Defaults to a free port. */
  port?: number
}

/** A server on loopback that speaks the format of a family and behaves as badly as it is asked to. */
export interface FakeServer extends AsyncDisposable {
  readonly baseUrl: string
  /** Bodies of the chat requests, oldest first. */
  readonly requests: JsonObject[]
  /** Number of chat requests whose client went away before the answer was complete. */
  readonly abandoned: number
  /** Behaves in this way from now on. */
  use(behaviour: FakeBehaviour): void
  /** Ends it. A stalled answer never ends, so open connections end at once. */
  close(): Promise<void>
}

/** Starts a fake server for tests. Close it after use. */
export async function startFakeServer(options: FakeServerOptions): Promise<FakeServer> {
  const state: FakeState = {
    behaviour: options.behaviour ?? 'obey',
    requests: [],
    abandoned: 0,
    random: { seed: options.seed ?? 1 },
  }
  const server = createServer((request, response) => {
    void respond(request, response, { options, state }).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return {
    baseUrl: `http://127.0.0.1:${port}${fakeWires[options.family].basePath}`,
    requests: state.requests,
    get abandoned() {
      return state.abandoned
    },
    use: (behaviour) => (state.behaviour = behaviour),
    close,
    [Symbol.asyncDispose]: close,
  }
}

interface FakeState {
  behaviour: FakeBehaviour
  requests: JsonObject[]
  abandoned: number
  random: { seed: number }
}

interface Served {
  options: FakeServerOptions
  state: FakeState
}

async function respond(request: IncomingMessage, response: ServerResponse, served: Served): Promise<void> {
  const { options, state } = served
  const wire = fakeWires[options.family]
  if (options.key !== undefined && wire.keyOf(request) !== options.key) return fail(response, 401, 'invalid key')
  if (state.behaviour === 'unauthorized') return fail(response, 401, 'invalid key')
  const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1')
  if (request.method === 'GET') {
    const list = wire.list(pathname, options.models ?? ['fake-model'])
    return list ? sendJson(response, list) : fail(response, 404, `no ${pathname}`)
  }
  const body = await readJson(request)
  const details = wire.details(pathname, body)
  if (details) return sendJson(response, details)
  if (pathname !== wire.chatPath) return fail(response, 404, `no ${pathname}`)
  state.requests.push(body)
  response.once('close', () => (state.abandoned += response.writableFinished ? 0 : 1))
  await chat(body, response, served)
}

async function chat(body: JsonObject, response: ServerResponse, { options, state }: Served): Promise<void> {
  const { behaviour } = state
  const wire = fakeWires[options.family]
  const refused = options.refusedFields?.find((field) => Object.hasOwn(body, field))
  if (refused !== undefined) return fail(response, 400, `Unsupported parameter: '${refused}'`)
  if (behaviour === 'not_found') return fail(response, 404, 'model not found')
  if (behaviour === 'server_error') return fail(response, 500, 'out of memory')
  if (behaviour === 'rate_limited') return fail(response, 429, 'slow down', { 'retry-after': '7' })
  if (behaviour === 'stall') return
  if (behaviour === 'reset') return void response.socket?.resetAndDestroy()
  const schema = wire.schemaOf(body)
  if (schema && behaviour === 'no_schema') return fail(response, 400, 'response_format is not supported')
  if (schema && behaviour === 'flat_only' && JSON.stringify(schema).includes('anyOf'))
    return fail(response, 400, 'The compiled grammar is too large')
  state.random.seed += 1
  const text = options.answer?.(body) ?? answerFor(behaviour, { schema, body, seed: state.random.seed })
  const field = behaviour === 'reasoning' && (schema || text.startsWith('{')) ? 'reasoning' : 'text'
  const answer = withinLimits(text, { behaviour, body })
  if (body.stream !== true) return sendJson(response, wire.whole(answer.pieces.join(''), field))
  await stream(response, { ...answer, field, behaviour, wire, dripMs: options.dripMs ?? 20 })
}

/** Cuts an answer into uneven pieces, its tokens, as far as the request allows. Tags and escapes are cut too. */
function withinLimits(text: string, { behaviour, body }: { behaviour: FakeBehaviour; body: JsonObject }): Limited {
  const { maxTokens, stops } = limitsOf(body)
  const ends = stops.map((stop) => text.indexOf(stop)).filter((at) => at !== -1)
  const pieces = text.slice(0, Math.min(text.length, ...ends)).match(/[\s\S]{1,7}/gu) ?? []
  const isHalf = behaviour === 'cut' || behaviour.endsWith('_midway')
  const most = Math.min(maxTokens, isHalf ? Math.ceil(pieces.length / 2) : pieces.length)
  return { pieces: pieces.slice(0, most), reason: most < pieces.length ? 'length' : 'stop' }
}

/** The limits that a request has in the fields of any family. */
function limitsOf(body: JsonObject): { maxTokens: number; stops: string[] } {
  const options = isJsonObject(body.options) ? body.options : {}
  const limits = [body.max_tokens, body.max_completion_tokens, options.num_predict]
  const maxTokens = limits.find((limit) => typeof limit === 'number') ?? Number.POSITIVE_INFINITY
  const stops = [body.stop, body.stop_sequences, options.stop].flat().filter((stop) => typeof stop === 'string')
  return { maxTokens, stops }
}

interface Limited {
  pieces: readonly string[]
  reason: 'stop' | 'length'
}

interface Streamed extends Limited {
  field: 'text' | 'reasoning'
  behaviour: FakeBehaviour
  wire: (typeof fakeWires)[FakeFamily]
  dripMs: number
}

async function stream(response: ServerResponse, streamed: Streamed): Promise<void> {
  const { pieces, reason, field, behaviour, wire, dripMs } = streamed
  response.writeHead(200, { 'content-type': wire.contentType })
  response.write(wire.start())
  for (const piece of pieces) {
    if (response.destroyed) return
    response.write(wire.piece(piece, field))
    if (behaviour === 'drip') await new Promise((resolve) => setTimeout(resolve, dripMs))
  }
  if (behaviour === 'stall_midway') return
  if (behaviour === 'reset_midway') return void setTimeout(() => response.socket?.resetAndDestroy(), 5)
  if (behaviour === 'error_midway') return void response.end(wire.failure('the slot was lost'))
  response.end(wire.end(reason, pieces.length))
}

function sendJson(response: ServerResponse, value: object): void {
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(value))
}

function fail(response: ServerResponse, status: number, message: string, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify({ error: { message, type: 'invalid_request_error' } }))
}

async function readJson(request: IncomingMessage): Promise<JsonObject> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) text += String(chunk)
  const value: unknown = JSON.parse(text === '' ? '{}' : text)
  return isJsonObject(value) ? value : {}
}

interface FakeQuestion {
  /** The schema in the field for formats. */
  schema: JsonObject | undefined
  body: JsonObject
  seed: number
}

const prose = 'You lift the lantern, and the dark {as it were} steps back from the oak door.'

/** The text of a fake server's answer. */
function answerFor(behaviour: FakeBehaviour, { schema, body, seed }: FakeQuestion): string {
  const known = behaviour === 'ignore_schema' ? schemaInPrompt(body) : (schema ?? schemaInPrompt(body))
  if (!known || behaviour === 'prose') return behaviour === 'think' ? `<think>Hm.</think>\n${prose}` : prose
  const json = JSON.stringify(sampleValue(known, seededRandom(seed)))
  if (behaviour === 'think') return `<think>{"steps": maybe}</think>\n${json}`
  if (behaviour === 'fences') return `Here is the answer:\n\`\`\`json\n${json}\n\`\`\`\nI hope that it helps.`
  return json
}

/** The schema that a request has in its system message. */
function schemaInPrompt(body: JsonObject): JsonObject | undefined {
  const [, text] = /JSON Schema:\n(\{.*\})/.exec(systemOf(body)) ?? []
  if (text === undefined) return undefined
  const schema: unknown = JSON.parse(text)
  return isJsonObject(schema) ? schema : undefined
}

function systemOf({ system, messages }: JsonObject): string {
  if (typeof system === 'string') return system
  const first = Array.isArray(messages) ? messages[0] : undefined
  return isJsonObject(first) && typeof first.content === 'string' ? first.content : ''
}
