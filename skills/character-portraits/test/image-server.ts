import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { JsonObject } from '@narratoria/protocol'
import { onTestFinished } from 'vitest'

/** The smallest PNG. */
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

export interface ImageServer {
  readonly baseUrl: string
  /** Method, path and body of each request. */
  readonly requests: { route: string; body: JsonObject; headers: IncomingMessage['headers'] }[]
  /** Lets requests that wait for a picture go on. */
  release: () => void
  /** Number of requests whose client went away. */
  readonly abandoned: number
}

export interface ImageServerOptions {
  /** The picture is not ready until `release`. */
  slow?: boolean
  /** Status and body of every answer, in place of a picture. */
  refusal?: { status: number; body: string }
  /** OpenAI: gives an address in place of the data. */
  byUrl?: boolean
}

/**
 * Starts a server on loopback that speaks the image APIs of OpenAI, AUTOMATIC1111 and ComfyUI, and is as strict as they are: fields
 * that OpenAI's newer models refuse, sizes that are not multiples of 8, and workflows that name missing nodes are errors.
 */
export async function startImageServer({
  slow = false,
  refusal,
  byUrl = false,
}: ImageServerOptions = {}): Promise<ImageServer> {
  const requests: ImageServer['requests'] = []
  const jobs = new Map<string, boolean>()
  let abandoned = 0
  let release = () => {}
  const released = slow ? new Promise<void>((resolve) => (release = resolve)) : Promise.resolve()
  const server = createServer((request, response) => {
    response.on('close', () => void (response.writableEnded || (abandoned += 1)))
    void answer(request).then(({ status, body }) => {
      if (response.destroyed) return
      response.statusCode = status
      response.end(body instanceof Uint8Array ? body : JSON.stringify(body))
    })
  })

  async function answer(request: IncomingMessage): Promise<{ status: number; body: unknown }> {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    const text = await readAll(request)
    const body = (text === '' ? {} : JSON.parse(text)) as JsonObject
    const route = `${request.method} ${url.pathname}`
    requests.push({ route, body, headers: request.headers })
    if (refusal) return { status: refusal.status, body: Buffer.from(refusal.body) }
    if (route === 'POST /v1/images/generations') {
      if (typeof body['prompt'] !== 'string' || 'response_format' in body)
        return { status: 400, body: { error: { message: 'Unknown parameter.' } } }
      await released
      const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/picture.png`
      return { status: 200, body: { data: [byUrl ? { url: address } : { b64_json: png.toString('base64') }] } }
    }
    if (route === 'GET /picture.png') return { status: 200, body: png }
    if (route === 'POST /sdapi/v1/txt2img') {
      const { prompt, width, height } = body
      const isSized = [width, height].every((side) => typeof side === 'number' && side % 8 === 0)
      if (typeof prompt !== 'string' || !isSized) return { status: 422, body: { detail: 'invalid size' } }
      await released
      return { status: 200, body: { images: [png.toString('base64')], info: '{}' } }
    }
    if (route === 'POST /prompt') {
      const fault = faultIn(body['prompt'] as JsonObject)
      if (fault !== undefined) return { status: 400, body: { error: { message: fault } } }
      const id = `job-${jobs.size + 1}`
      jobs.set(id, !slow)
      if (slow) void released.then(() => jobs.set(id, true))
      return { status: 200, body: { prompt_id: id, number: 1, node_errors: {} } }
    }
    if (route.startsWith('GET /history/')) {
      const id = url.pathname.slice('/history/'.length)
      const images = [{ filename: `${id}.png`, subfolder: '', type: 'output' }]
      return { status: 200, body: jobs.get(id) === true ? { [id]: { outputs: { 7: { images } }, status: {} } } : {} }
    }
    if (route === 'GET /queue')
      return {
        status: 200,
        body: {
          queue_running: [...jobs].filter(([, isDone]) => !isDone).map(([id]) => [0, id, {}]),
          queue_pending: [],
        },
      }
    if (route === 'GET /view' && url.searchParams.get('type') === 'output') return { status: 200, body: png }
    return { status: 404, body: { error: 'not found' } }
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    release()
    server.closeAllConnections()
    return new Promise<void>((resolve) => server.close(() => resolve()))
  })
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    release: () => release(),
    get abandoned() {
      return abandoned
    },
  }
}

/** What ComfyUI would refuse: links to nodes that are missing, or a number that is written as text. */
function faultIn(workflow: JsonObject | undefined): string | undefined {
  const nodes = Object.values(workflow ?? {}) as { class_type?: string; inputs?: JsonObject }[]
  if (nodes.length === 0) return 'no prompt'
  for (const { class_type: type, inputs = {} } of nodes) {
    if (typeof type !== 'string') return 'a node has no class_type'
    for (const [name, value] of Object.entries(inputs)) {
      const [node] = Array.isArray(value) ? value : []
      if (node !== undefined && !(typeof node === 'string' && node in workflow!)) return `${type}.${name} is not linked`
      if (['seed', 'steps', 'width', 'height'].includes(name) && typeof value !== 'number')
        return `${type}.${name} must be a number`
    }
  }
  return undefined
}

async function readAll(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
