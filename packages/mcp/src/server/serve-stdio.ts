import { type Readable, Transform, type Writable } from 'node:stream'
import { escapeUnsafe } from '@narratoria/protocol/printable'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import type { StoryServerOptions } from './options.ts'
import { createStoryServer } from './story-server.ts'

/** A server that is running on a pair of streams. */
export interface StdioStoryServer extends AsyncDisposable {
  /** Resolves when the client has closed its end. */
  readonly closed: Promise<void>
  /** Ends the connection. A turn that is being played is cancelled. */
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
    transport: new StdioServerTransport(input, escaping(output)),
    onerror: (error) => options.onError?.(error),
  })
  return { closed, close: () => served.close(), [Symbol.asyncDispose]: () => served.close() }
}

/** Writes messages without characters that control a terminal. JSON has an escape sequence for each, which means the same to clients. */
function escaping(output: Writable): Writable {
  const escaper = new Transform({
    decodeStrings: false,
    transform: (chunk: string | Buffer, _encoding, done) => done(null, escapeUnsafe(String(chunk))),
  })
  escaper.pipe(output)
  return escaper
}
