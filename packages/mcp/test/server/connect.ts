import { PassThrough, type Readable, type Writable } from 'node:stream'
import { Client as V2Client, type Transport } from '@modelcontextprotocol/client'
import { Client as V1Client } from '@modelcontextprotocol/sdk/client/index.js'
import { deserializeMessage, ReadBuffer, serializeMessage } from '@modelcontextprotocol/client'
import { type StdioStoryServer, type StoryServerOptions, serveStoriesOverStdio } from '../../src/index.ts'

/** The clients of both major versions of the SDK, in both eras of the protocol. */
export const eras = ['v1 client', 'v2 client, 2025 era', 'v2 client, 2026 era'] as const
export type Era = (typeof eras)[number]

/** What the tests use of a client of either version. */
export type AnyClient = Pick<
  V2Client,
  'callTool' | 'listTools' | 'listResources' | 'readResource' | 'listPrompts' | 'getPrompt'
> & {
  close(): Promise<void>
}

export function createClient(era: Era): { client: AnyClient; connect: (transport: Transport) => Promise<void> } {
  const about = { name: 'test', version: '1.0.0' }
  if (era === 'v1 client') {
    const client = new V1Client(about)
    const asV2 = {
      callTool: (params: never, options: never) => client.callTool(params, undefined, options),
      listTools: () => client.listTools(),
      listResources: () => client.listResources(),
      readResource: (params: never) => client.readResource(params),
      listPrompts: () => client.listPrompts(),
      getPrompt: (params: never) => client.getPrompt(params),
      close: () => client.close(),
    }
    return { client: asV2 as unknown as AnyClient, connect: (transport) => client.connect(transport as never) }
  }
  const mode = era === 'v2 client, 2026 era' ? 'auto' : 'legacy'
  const client = new V2Client(about, { versionNegotiation: { mode } })
  return { client, connect: (transport) => client.connect(transport) }
}

/** A client of a server over a pair of streams, as standard input and output are. */
export async function connectOverStreams(
  options: StoryServerOptions,
  era: Era,
): Promise<{ client: AnyClient; closed: Promise<void>; server: StdioStoryServer } & AsyncDisposable> {
  const [input, output] = [new PassThrough(), new PassThrough()]
  const server = serveStoriesOverStdio(options, { input, output })
  const { client, connect } = createClient(era)
  await connect(new StreamTransport(output, input))
  return {
    client,
    closed: server.closed,
    server,
    async [Symbol.asyncDispose]() {
      await client.close()
      await server.close()
    },
  }
}

class StreamTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: NonNullable<Transport['onmessage']>
  readonly #buffer = new ReadBuffer()
  readonly #input: Readable
  readonly #output: Writable

  constructor(input: Readable, output: Writable) {
    this.#input = input
    this.#output = output
  }

  async start(): Promise<void> {
    this.#input.on('data', (chunk: Buffer) => {
      this.#buffer.append(chunk)
      for (let message = this.#buffer.readMessage(); message !== null; message = this.#buffer.readMessage())
        this.onmessage?.(deserializeMessage(serializeMessage(message).trim()))
    })
    this.#input.on('close', () => this.onclose?.())
  }

  async send(message: Parameters<Transport['send']>[0]): Promise<void> {
    this.#output.write(serializeMessage(message))
  }

  async close(): Promise<void> {
    this.#output.end()
    this.onclose?.()
  }
}
