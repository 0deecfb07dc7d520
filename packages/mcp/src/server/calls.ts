import { randomUUID } from 'node:crypto'
import { RunningCalls } from '../running-calls.ts'
import { isJSONRPCNotification, isJSONRPCRequest, readRequestBody } from '@modelcontextprotocol/server'

const sessionHeader = 'mcp-session-id'

/** Answers a request, without those that only this file answers. */
type Serve = (request: Request) => Promise<Response>

/**
 * Makes the calls of clients of the 2025 era cancellable. Such a client sends `notifications/cancelled` in a request of its own, with
 * the id of the call, which is unique within its session only. So each client is given a session id when it initializes; nothing is
 * kept of it but the calls that are running. Clients of later eras close the request instead.
 */
export class CancellableCalls {
  readonly #running = new Map<string, AbortController>()
  readonly #tools = new RunningCalls()
  readonly #stopped = new AbortController()

  /** Answers a request. One that cancels a call is answered here, all others by `serve`. */
  async fetch(request: Request, serve: Serve, maxBytes: number): Promise<Response> {
    const body = request.method === 'POST' ? await bodyOf(request.clone(), maxBytes) : undefined
    const messages = body === undefined ? [] : messagesIn(body)
    const calls = messages.some((each) => isJSONRPCRequest(each) && each.method === 'tools/call')
    if (!calls) return this.#answer(request, { body, messages, serve })
    return this.#untilRead(request, body!, (each) => this.#answer(each, { body, messages, serve }))
  }

  /** Cancels every call of a tool. */
  cancelAll(): void {
    this.#stopped.abort(new Error('The server is closing.'))
  }

  /** Resolves when the responses to all calls of tools have been read. */
  ended(): Promise<void> {
    return this.#tools.ended()
  }

  /** Answers a request, which counts as running until its response has been read. */
  async #untilRead(request: Request, body: string, answer: Serve): Promise<Response> {
    const read = Promise.withResolvers<void>()
    void this.#tools.follow(read.promise)
    try {
      const signal = AbortSignal.any([request.signal, this.#stopped.signal])
      const { method, headers } = request
      return followed(await answer(new Request(request.url, { method, headers, body, signal })), read.resolve)
    } catch (error) {
      read.resolve()
      throw error
    }
  }

  async #answer(
    request: Request,
    { body, messages, serve }: { body: string | undefined; messages: readonly unknown[]; serve: Serve },
  ): Promise<Response> {
    const session = request.headers.get(sessionHeader)
    const cancelled = session === null ? [] : messages.flatMap((each) => cancelledBy(each))
    for (const id of cancelled)
      this.#running.get(keyOf(session!, id))?.abort(new Error('The client cancelled the call.'))
    if (cancelled.length > 0 && cancelled.length === messages.length) return new Response(null, { status: 202 })
    if (session === null) {
      const response = await serve(request)
      const isFirst = response.ok && messages.some((each) => isJSONRPCRequest(each) && each.method === 'initialize')
      if (isFirst) response.headers.set(sessionHeader, randomUUID())
      return response
    }
    const keys = messages.flatMap((each) => (isJSONRPCRequest(each) ? [keyOf(session, each.id)] : []))
    return keys.length === 0 ? serve(request) : this.#follow(keys, { request, body: body!, serve })
  }

  async #follow(
    keys: readonly string[],
    { request, body, serve }: { request: Request; body: string; serve: Serve },
  ): Promise<Response> {
    const stop = new AbortController()
    const forget = () => {
      for (const key of keys) if (this.#running.get(key) === stop) this.#running.delete(key)
    }
    for (const key of keys) this.#running.set(key, stop)
    try {
      const signal = AbortSignal.any([request.signal, stop.signal])
      const { method, headers } = request
      return followed(await serve(new Request(request.url, { method, headers, body, signal })), forget)
    } catch (error) {
      forget()
      throw error
    }
  }
}

/** The body of a request; `undefined` if it cannot be read, which is for the server to refuse. */
async function bodyOf(request: Request, maxBytes: number): Promise<string | undefined> {
  const body = await readRequestBody(request, maxBytes).catch(() => ({ tooLarge: true as const }))
  return body.tooLarge ? undefined : body.text
}

function messagesIn(body: string): unknown[] {
  try {
    return [JSON.parse(body) as unknown].flat()
  } catch {
    return []
  }
}

function cancelledBy(message: unknown): (string | number)[] {
  if (!isJSONRPCNotification(message) || message.method !== 'notifications/cancelled') return []
  const { requestId } = (message.params ?? {}) as { requestId?: unknown }
  return typeof requestId === 'string' || typeof requestId === 'number' ? [requestId] : []
}

// The ids 1 and "1" are different calls.
function keyOf(session: string, id: string | number): string {
  return `${session} ${typeof id} ${id}`
}

/** The same response. Calls `ended` when its body has been read, cancelled or broken. */
function followed(response: Response, ended: () => void): Response {
  if (response.body === null) {
    ended()
    return response
  }
  const { status, statusText, headers } = response
  return new Response(observed(response.body, ended), { status, statusText, headers })
}

/** A body that calls `ended` when it has been read, cancelled or broken. */
function observed(body: ReadableStream<Uint8Array>, ended: () => void): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read()
        if (!done) return controller.enqueue(value)
        ended()
        controller.close()
      } catch (error) {
        ended()
        controller.error(error)
      }
    },
    cancel(reason) {
      ended()
      return reader.cancel(reason)
    },
  })
}
