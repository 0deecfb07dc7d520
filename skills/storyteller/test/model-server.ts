import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** The wire format of a server. */
export type Vendor = 'openai' | 'claude' | 'ollama'

/** The behaviour of a server. */
export type Conduct =
  | { says: string[] }
  | { status: number; headers?: Record<string, string> }
  /** Accepts and never answers. */
  | 'silent'
  /** Sends the pieces, then nothing more, and keeps the connection open. */
  | { saysThenHangs: string[] }
  /** Sends the pieces, then drops the connection. */
  | { saysThenBreaks: string[] }
  /** Sends the pieces and closes without the vendor's end event. */
  | { saysThenEnds: string[] }
  /** Sends the pieces, then an error in the vendor's format. */
  | { saysThenFails: string[] }
  /** Sends the pieces and stops at the token limit. */
  | { saysThenIsCut: string[] }
  | { garbage: string }

export interface Asked {
  path: string
  authorization: string | undefined
  /** The W3C trace context. */
  traceparent: string | undefined
  /** The anthropic-version header. */
  version: string | undefined
  body: { model: string; stream: boolean; messages: { role: string; content: string }[]; system?: string }
}

const event = (data: unknown, name?: string) =>
  `${name === undefined ? '' : `event: ${name}\n`}data: ${JSON.stringify(data)}\n\n`

const chunk = (delta: unknown, finish: string | null = null) =>
  event({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'm',
    choices: [{ index: 0, delta, finish_reason: finish }],
  })

const claudeEnd = (reason: string) =>
  event({ type: 'content_block_stop', index: 0 }, 'content_block_stop') +
  event(
    { type: 'message_delta', delta: { stop_reason: reason, stop_sequence: null }, usage: { output_tokens: 20 } },
    'message_delta',
  ) +
  event({ type: 'message_stop' }, 'message_stop')

const ollamaLine = (content: string, end: object = { done: false }) =>
  `${JSON.stringify({ model: 'm', created_at: '2026-01-01T00:00:00Z', message: { role: 'assistant', content }, ...end })}\n`

interface Wire {
  path: string
  type: string
  open: string
  piece: (text: string) => string
  close: string
  /** The end of an answer that reached the token limit. */
  cut: string
  /** An error within the answer. */
  fault: string
  error: (status: number) => unknown
}

/** The wire formats of the vendors. */
const wires: Record<Vendor, Wire> = {
  openai: {
    path: '/v1/chat/completions',
    type: 'text/event-stream',
    open: chunk({ role: 'assistant', content: '' }),
    piece: (content) => chunk({ content }),
    close: `${chunk({}, 'stop')}data: [DONE]\n\n`,
    cut: `${chunk({}, 'length')}data: [DONE]\n\n`,
    fault: event({ error: { message: 'The server had an error', type: 'server_error', param: null, code: null } }),
    error: (status) => ({
      error: {
        message: `Incorrect API key provided: sk-planted-secret (${status})`,
        type: 'invalid_request_error',
        code: 'invalid_api_key',
      },
    }),
  },
  claude: {
    path: '/v1/messages',
    type: 'text/event-stream',
    open:
      event(
        {
          type: 'message_start',
          message: {
            id: 'msg_1',
            type: 'message',
            role: 'assistant',
            model: 'm',
            content: [],
            stop_reason: null,
            stop_sequence: null,
            usage: { input_tokens: 9, output_tokens: 1 },
          },
        },
        'message_start',
      ) +
      event(
        { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
        'content_block_start',
      ) +
      event({ type: 'ping' }, 'ping'),
    piece: (text) =>
      event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } }, 'content_block_delta'),
    close: claudeEnd('end_turn'),
    cut: claudeEnd('max_tokens'),
    fault: event({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }, 'error'),
    error: () => ({
      type: 'error',
      error: { type: 'authentication_error', message: 'invalid x-api-key sk-planted-secret' },
    }),
  },
  ollama: {
    path: '/api/chat',
    type: 'application/x-ndjson',
    open: '',
    piece: (content) => ollamaLine(content),
    close: ollamaLine('', { done: true, done_reason: 'stop' }),
    cut: ollamaLine('', { done: true, done_reason: 'length' }),
    fault: `${JSON.stringify({ error: 'an error was encountered while running the model' })}\n`,
    error: () => ({ error: 'model "m" not found' }),
  },
}

/** Starts a local server with a vendor's wire format. */
export async function startServer(vendor: Vendor, conduct: Conduct) {
  const asked: Asked[] = []
  const wire = wires[vendor]
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    let body = ''
    for await (const data of request) body += String(data)
    asked.push({
      path: request.url ?? '',
      traceparent: request.headers.traceparent as string | undefined,
      authorization: request.headers.authorization ?? String(request.headers['x-api-key']),
      version: request.headers['anthropic-version']?.toString(),
      body: JSON.parse(body) as Asked['body'],
    })
    if (conduct === 'silent') return
    if (request.url?.split('?')[0] !== wire.path) return void response.writeHead(404).end()
    if ('status' in conduct) {
      return void response
        .writeHead(conduct.status, { 'content-type': 'application/json', ...conduct.headers })
        .end(JSON.stringify(wire.error(conduct.status)))
    }
    response.writeHead(200, { 'content-type': wire.type })
    if ('garbage' in conduct) return void response.end(conduct.garbage)
    await speak(response, wire, conduct)
  }
  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`
  return { asked, origin, baseUrl: vendor === 'openai' ? `${origin}/v1` : origin }
}

async function speak(
  response: ServerResponse,
  wire: Wire,
  conduct: Exclude<Conduct, string | { status: number } | { garbage: string }>,
): Promise<void> {
  const pieces = Object.values(conduct).flat() as string[]
  response.write(wire.open)
  for (const piece of pieces) {
    response.write(wire.piece(piece))
    await new Promise((resolve) => setTimeout(resolve, 15))
  }
  if ('says' in conduct) response.end(wire.close)
  else if ('saysThenIsCut' in conduct) response.end(wire.cut)
  else if ('saysThenFails' in conduct) response.end(wire.fault)
  else if ('saysThenEnds' in conduct) response.end()
  else if ('saysThenBreaks' in conduct) response.socket?.destroy()
}

/** The address of a closed server. */
export async function startGone(): Promise<string> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return `http://127.0.0.1:${port}`
}
