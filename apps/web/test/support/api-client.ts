import type { SessionDetail, StateView, TurnPage } from '../../src/api/resources.ts'
import type { SessionMessage } from '../../src/api/session-message.ts'
import { checkAnswer, checkMessage } from './api-contract.ts'

/** A response of the API. */
export interface Answer<T = Record<string, never>> {
  status: number
  headers: Headers
  body: T
}

/** Calls the API as another front end would. Throws if a response does not match the published description. */
export function apiClient(url: string, { headers: own = {} }: { headers?: Record<string, string> } = {}) {
  async function call<T>(method: string, path: string, body?: unknown): Promise<Answer<T>> {
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: { ...own, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const { status, headers } = response
    const answer = (text === '' ? undefined : JSON.parse(text)) as T
    checkAnswer({ method, path: `/api${path}`, status, contentType: headers.get('content-type') ?? '', body: answer })
    return { status, headers, body: answer }
  }
  return {
    call,
    get: <T>(path: string) => call<T>('GET', path),
    post: <T>(path: string, body?: unknown) => call<T>('POST', path, body),
    async createSession(name?: string): Promise<string> {
      return (await call<SessionDetail>('POST', '/sessions', name === undefined ? {} : { name })).body.sessionId
    },
    session: (id: string) => call<SessionDetail>('GET', `/sessions/${id}`),
    turns: async (id: string) => (await call<TurnPage>('GET', `/sessions/${id}/turns`)).body.turns,
    state: async (id: string) => (await call<StateView>('GET', `/sessions/${id}/state`)).body,
    /** Plays a turn and waits for its end. */
    async play(id: string, prompt: string): Promise<SessionMessage[]> {
      const stream = await openStream(url, id)
      try {
        await stream.next()
        const started = await call('POST', `/sessions/${id}/turns`, { prompt })
        if (started.status !== 202) throw new Error(`The turn did not start: ${JSON.stringify(started.body)}`)
        return await stream.until((message) => message.type === 'session')
      } finally {
        stream.close()
      }
    },
  }
}

/** A message with its id. */
export type Received = SessionMessage & { id: string }

/** An event stream that is being read. */
export interface MessageStream {
  next(): Promise<Received>
  until(isLast: (message: SessionMessage) => boolean): Promise<Received[]>
  close(): void
}

/** Opens a session's event stream, after `lastEventId` if that is given. */
export async function openStream(
  url: string,
  id: string,
  { lastEventId, headers = {} }: { lastEventId?: string; headers?: Record<string, string> } = {},
): Promise<MessageStream> {
  const controller = new AbortController()
  const response = await fetch(`${url}/api/sessions/${id}/events`, {
    headers: { ...headers, ...(lastEventId !== undefined && { 'Last-Event-ID': lastEventId }) },
    signal: controller.signal,
  })
  if (!response.ok) throw new Error(`The stream answered ${response.status}: ${await response.text()}`)
  const messages = readMessages(response.body!)
  const checked = new Map<string, number>()
  // The first hundred messages of each kind are checked.
  function checkOnce({ id: _id, ...message }: Received): void {
    const kind = message.type === 'turn' ? message.event.type : message.type
    const count = checked.get(kind) ?? 0
    checked.set(kind, count + 1)
    if (count < 100) checkMessage(message)
  }
  async function next(): Promise<Received> {
    const { value, done } = await messages.next()
    if (done) throw new Error('The stream has ended.')
    checkOnce(value)
    return value
  }
  return {
    next,
    async until(isLast) {
      const received: Received[] = []
      do received.push(await next())
      while (!isLast(received.at(-1)!))
      return received
    },
    close: () => controller.abort(),
  }
}

async function* readMessages(body: ReadableStream<Uint8Array>): AsyncGenerator<Received> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true })
    const frames = text.split('\n\n')
    text = frames.pop()!
    for (const frame of frames) {
      const id = /^id: (.*)$/m.exec(frame)?.[1] ?? ''
      const data = /^data: (.*)$/m.exec(frame)?.[1]
      if (data !== undefined) yield { ...(JSON.parse(data) as SessionMessage), id }
    }
  }
}
