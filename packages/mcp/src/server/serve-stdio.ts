import type { Readable, Writable } from 'node:stream'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import type { StoryServerOptions } from './options.ts'
import { createStoryServer } from './story-server.ts'

/** A server that is running on a pair of streams. */
export interface StdioStoryServer extends AsyncDisposable {
  /** Resolves when the client has closed its end. */
  readonly closed: Promise<void>
  close(): Promise<void>
}

/**
 * Serves stories to one MCP client over a pair of streams, in both eras of the protocol. The turn that is being played when the client
 * disconnects is cancelled.
 */
export function serveStoriesOverStdio(
  options: StoryServerOptions,
  { input, output }: { input: Readable; output: Writable },
): StdioStoryServer {
  const closed = new Promise<void>((resolve) => {
    input.once('end', resolve).once('close', resolve)
    output.once('close', resolve).once('error', () => resolve())
  })
  const served = serveStdio(() => createStoryServer(options), {
    transport: new StdioServerTransport(input, output),
    onerror: (error) => options.onError?.(error),
  })
  return { closed, close: () => served.close(), [Symbol.asyncDispose]: () => served.close() }
}
