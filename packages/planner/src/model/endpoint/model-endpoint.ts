import type { JsonValue } from '@narratoria/protocol'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { CloseOptions, Completion } from '../local-model.ts'
import { LanguageModelError, type StructuredLevel } from '@narratoria/models'
import { ModelError } from '../model-error.ts'
import { BadRequest, readChatRequest, readEmbeddingRequest } from './chat-request.ts'
import { FairQueue } from './fair-queue.ts'
import type { ServedModel } from './served-model.ts'

/** Most bytes of a request's body. */
const maxBodyBytes = 4 * 1024 * 1024
/** Most open requests of one client. */
const maxOpen = 32
/** The client name of the host. No skill can have it. */
const hostClient = ''

/** A model that skill scripts can use over HTTP on loopback. */
export interface ModelEndpoint extends AsyncDisposable {
  /** The base URL for OpenAI clients, such as `http://127.0.0.1:41234/v1`. */
  readonly baseUrl: string
  /** The bearer token of the host. It is a secret: keep it out of logs. */
  readonly token: string
  /** Most tokens of a request and its answer together, if the model says so. */
  readonly contextTokens?: number
  /** The strongest form of structured output that the model enforces. */
  readonly structured: StructuredLevel
  /** Whether schemas may have bounds, such as `maxLength`, which are enforced too. */
  readonly enforcesBounds: boolean
  /**
   * Returns the bearer token of a client, such as a skill; the same for the same name. Clients take turns, so one that sends
   * many requests delays only itself.
   */
  tokenFor(client: string): string
  /** Refuses new connections and waits for open requests. With `force`, cancels them. Does not close the model. */
  close(options?: CloseOptions): Promise<void>
}

/**
 * Serves a model as an OpenAI-compatible endpoint: `/v1/chat/completions` (streaming or not, with JSON schema
 * response formats), `/v1/embeddings` and `/v1/models`. It listens on 127.0.0.1 and requires a bearer token, one for each
 * client. Of the waiting clients, the one that was served least recently is next; plans always come first.
 */
export async function serveModel(model: ServedModel): Promise<ModelEndpoint> {
  const tokens = new ClientTokens()
  const open = new Map<string, number>()
  const queue = new FairQueue()
  const cancelling = new AbortController()
  const server = createServer((request, response) => {
    // A connection that is kept alive would delay a graceful close.
    response.once('close', () => server.listening || setImmediate(() => server.closeIdleConnections()))
    void respond({ request, response, model, queue, tokens, open, closing: cancelling.signal })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  server.unref()
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    token: tokens.of(hostClient),
    ...(model.info.contextSize > 0 && { contextTokens: model.info.contextSize }),
    structured: model.schemas?.structured ?? 'schema',
    enforcesBounds: model.schemas === undefined || model.schemas.enforcesBounds === true,
    tokenFor: (client) => tokens.of(client),
    close,
    [Symbol.asyncDispose]: () => close(),
  }

  async function close({ force = false }: CloseOptions = {}): Promise<void> {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    if (force) {
      cancelling.abort()
      server.closeAllConnections()
    }
    await closed
  }
}

/** The tokens of the clients. A client is identified by its token alone. */
class ClientTokens {
  readonly #tokens = new Map<string, string>()
  readonly #clients = new Map<string, string>()

  of(client: string): string {
    const known = this.#tokens.get(client)
    if (known !== undefined) return known
    const token = randomBytes(32).toString('base64url')
    this.#tokens.set(client, token)
    this.#clients.set(hash(token), client)
    return token
  }

  /** The client of a token. Hashes are compared, so the time of a comparison reveals nothing about a token. */
  ownerOf(token: string): string | undefined {
    return this.#clients.get(hash(token))
  }
}

function hash(token: string): string {
  return createHash('sha256').update(token).digest('base64')
}

interface Exchange {
  request: IncomingMessage
  response: ServerResponse
  model: ServedModel
  queue: FairQueue
  tokens: ClientTokens
  /** Number of open requests of each client. */
  open: Map<string, number>
  closing: AbortSignal
}

async function respond(exchange: Exchange): Promise<void> {
  const { request, response, closing } = exchange
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  try {
    await route(exchange, AbortSignal.any([gone.signal, closing]))
  } catch (error) {
    if (response.destroyed || gone.signal.aborted) return
    const { status, code } = explain(error)
    const message = error instanceof Error ? error.message : String(error)
    if (response.headersSent) response.end(`data: ${JSON.stringify({ error: { message, code } })}\n\n`)
    else
      sendJson(
        response,
        { error: { message, type: status < 500 ? 'invalid_request_error' : 'server_error', code } },
        status,
      )
  } finally {
    request.resume()
  }
}

function explain(error: unknown): { status: number; code: string } {
  if (error instanceof BadRequest) return { status: error.status, code: 'bad_request' }
  if (LanguageModelError.isInstance(error)) return { status: error.status ?? 503, code: error.code }
  if (ModelError.isInstance(error)) return { status: error.code === 'context_overrun' ? 400 : 503, code: error.code }
  return { status: 500, code: 'internal_error' }
}

async function route(exchange: Exchange, signal: AbortSignal): Promise<void> {
  const { request, response, model } = exchange
  const client = clientOf(exchange)
  if (client === undefined) throw new BadRequest('a valid bearer token is required', 401)
  const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1')
  const name = model.info.name
  if (pathname === '/v1/models' && request.method === 'GET')
    return sendJson(response, { object: 'list', data: [{ id: name, object: 'model', created: 0, owned_by: 'local' }] })
  const serve = { '/v1/chat/completions': chat, '/v1/embeddings': embeddings }[pathname]
  if (!serve) throw new BadRequest(`${pathname} does not exist`, 404)
  if (request.method !== 'POST') throw new BadRequest(`${pathname} accepts only POST`, 405)
  await countOpen(client, exchange, async (queue) => {
    const body = await readBody(request)
    const traceparent = traceparentOf(request)
    await queue.add(client, () => serve({ response, model, body, signal, traceparent }), signal)
  })
}

// Requests count from before their bodies are read, because waiting bodies take memory.
async function countOpen(
  client: string,
  { open, queue }: Exchange,
  work: (queue: FairQueue) => Promise<void>,
): Promise<void> {
  const others = open.get(client) ?? 0
  if (others >= maxOpen)
    throw new BadRequest(`this client has ${maxOpen} open requests, the most allowed; wait for a response`, 429)
  open.set(client, others + 1)
  try {
    await work(queue)
  } finally {
    const left = (open.get(client) ?? 1) - 1
    if (left > 0) open.set(client, left)
    else open.delete(client)
  }
}

/** The W3C trace context of the client, if it has the form of one. */
function traceparentOf({ headers: { traceparent } }: IncomingMessage): string | undefined {
  return typeof traceparent === 'string' && /^[\da-f]{2}(?:-[\da-f]{2,32}){3}$/.test(traceparent)
    ? traceparent
    : undefined
}

// Browsers send an origin; no page may use the endpoint.
function clientOf({ request, tokens }: Exchange): string | undefined {
  const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
  return token === undefined || request.headers.origin !== undefined ? undefined : tokens.ownerOf(token)
}

interface Work {
  response: ServerResponse
  model: ServedModel
  body: JsonValue
  signal: AbortSignal
  traceparent: string | undefined
}

async function chat({ response, model, body, signal, traceparent }: Work): Promise<void> {
  const { completion, stream, includeUsage } = readChatRequest(body)
  const options = { signal, ...(traceparent !== undefined && { traceparent }) }
  const id = `chatcmpl-${randomUUID()}`
  const head = { id, created: Math.floor(Date.now() / 1000), model: model.info.name }
  if (!stream) {
    const done = await model.complete(completion, options)
    const message = { role: 'assistant', content: done.text, refusal: null }
    const choices = [{ index: 0, message, logprobs: null, finish_reason: done.finishReason }]
    return sendJson(response, { ...head, object: 'chat.completion', choices, usage: usage(done) })
  }
  const chunk = (delta: object, finishReason: string | null = null) => ({
    ...head,
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta, logprobs: null, finish_reason: finishReason }],
  })
  const send = (data: object) => response.write(`data: ${JSON.stringify(data)}\n\n`)
  const onText = (content: string) => {
    if (!response.headersSent) startStream(response, chunk({ role: 'assistant', content: '' }))
    send(chunk({ content }))
  }
  const done = await model.complete(completion, { ...options, onText })
  if (!response.headersSent) startStream(response, chunk({ role: 'assistant', content: '' }))
  send(chunk({}, done.finishReason))
  if (includeUsage) send({ ...head, object: 'chat.completion.chunk', choices: [], usage: usage(done) })
  response.end('data: [DONE]\n\n')
}

function startStream(response: ServerResponse, first: object): void {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' })
  response.write(`data: ${JSON.stringify(first)}\n\n`)
}

async function embeddings({ response, model, body, signal }: Work): Promise<void> {
  const { texts, base64 } = readEmbeddingRequest(body)
  const vectors = await model.embed(texts, { signal })
  const data = vectors.map((vector, index) => ({
    object: 'embedding',
    index,
    embedding: base64 ? Buffer.from(new Float32Array(vector).buffer).toString('base64') : vector,
  }))
  const tokens = (await Promise.all(texts.map((text) => model.countTokens(text)))).reduce((a, b) => a + b, 0)
  const counted = { prompt_tokens: tokens, total_tokens: tokens }
  sendJson(response, { object: 'list', data, model: model.info.name, usage: counted })
}

function usage({ promptTokens, completionTokens, evaluatedTokens }: Completion) {
  return {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
    prompt_tokens_details: { cached_tokens: promptTokens - evaluatedTokens },
  }
}

async function readBody(request: IncomingMessage): Promise<JsonValue> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxBodyBytes) throw new BadRequest(`the body exceeds ${maxBodyBytes} bytes`, 413)
    chunks.push(chunk)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString()) as JsonValue
  } catch {
    throw new BadRequest('the body is not valid JSON')
  }
}

function sendJson(response: ServerResponse, value: object, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
  response.end(JSON.stringify(value))
}
