import {
  Client,
  type jsonSchemaValidator,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client'
import manifest from '../../../package.json' with { type: 'json' }
import { isStdio, type McpServerEntry } from '../config/server-entry.ts'
import { McpError } from '../errors.ts'
import { StdioTransport } from './stdio-transport.ts'
import { FloodGuard } from './flood-guard.ts'

/** A connection to a server. */
export interface Connection {
  client: Client
  /** The last line of the server's standard error. */
  lastWords: () => string
}

/** Results are data of the server. Its schemas are not run on them: both may be made to take forever. */
const noValidation: jsonSchemaValidator = {
  getValidator: () => (input) => ({ valid: true, data: input as never, errorMessage: undefined }),
}

/**
 * Connects to a server in the 2025 era of the protocol, which servers of both eras speak, or else in the newest one.
 *
 * @throws {McpError} `server_unavailable`
 */
export async function connect(
  entry: McpServerEntry,
  options: { signal: AbortSignal; timeoutMs: number },
): Promise<Connection> {
  try {
    return await connectAs('legacy', entry, options)
  } catch (error) {
    if (options.signal.aborted || !mayBeNewer(error)) throw error
  }
  return connectAs('auto', entry, options)
}

async function connectAs(
  mode: 'legacy' | 'auto',
  entry: McpServerEntry,
  { signal, timeoutMs }: { signal: AbortSignal; timeoutMs: number },
): Promise<Connection> {
  const transport = transportOf(entry)
  const client = new Client(
    { name: 'narratoria', version: manifest.version },
    { versionNegotiation: { mode, probe: { timeoutMs } }, jsonSchemaValidator: noValidation },
  )
  // Faults of single messages; the end of the connection is reported by `onclose`.
  client.onerror = () => {}
  const lastWords = () => (transport instanceof StdioTransport ? transport.lastWords : '')
  try {
    await client.connect(transport, { signal, timeout: timeoutMs })
    return { client, lastWords }
  } catch (error) {
    await transport.close().catch(() => {})
    const said = lastWords()
    const why = refusalOf(error, entry) ?? (error instanceof Error ? error.message : String(error))
    throw new McpError('server_unavailable', said === '' ? why : `${why} It wrote: ${said}`, { cause: error })
  }
}

function transportOf(entry: McpServerEntry): Transport {
  if (isStdio(entry)) return new StdioTransport(entry)
  const options = { requestInit: { headers: entry.headers ?? {} }, fetch: boundedFetch }
  const url = new URL(entry.url)
  return entry.type === 'sse' ? new SSEClientTransport(url, options) : new StreamableHTTPClientTransport(url, options)
}

/** The HTTP status of a refusal, whose text may be empty. Servers before 2025 refuse the first message of later ones with 404 or 405. */
function refusalOf(error: unknown, entry: McpServerEntry): string | undefined {
  if (!(error instanceof SdkHttpError)) return undefined
  const { status, statusText, message } = error
  const hint =
    !isStdio(entry) && entry.type !== 'sse' && (status === 404 || status === 405)
      ? ' Check the address; for a server of the protocol before 2025, add "type": "sse" to its entry.'
      : ''
  return `${message.trim().replace(/[:.]?$/, '.')} The status is ${[status, statusText].filter(Boolean).join(' ')}.${hint}`
}

/** Whether a server refused the 2025 era, rather than failed. */
function mayBeNewer(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  if (cause instanceof SdkError) return cause.code === SdkErrorCode.EraNegotiationFailed
  const code = (cause as { code?: unknown } | undefined)?.code
  return code === -32_022 || code === -32_601 || code === -32_600 || code === -32_602
}

/** Most bytes of one response. A stream that is longer is opened again by the client. */
const maxResponseBytes = 64 * 1024 * 1024

/** `fetch` whose responses have bounded bodies. */
async function boundedFetch(input: string | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, init)
  if (!response.body) return response
  const guard = new FloodGuard()
  let total = 0
  const bounded = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        total += chunk.byteLength
        const excess = guard.take(chunk.byteLength)
        if (excess === undefined && total <= maxResponseBytes) return controller.enqueue(chunk)
        controller.error(new Error(`The response was cut: ${excess ?? 'it has more than 64 MiB'}.`))
      },
    }),
  )
  const { status, statusText, headers } = response
  const copy = new Response(bounded, { status, statusText, headers })
  // The client compares it with the address that it asked for.
  Object.defineProperty(copy, 'url', { value: response.url })
  return copy
}
