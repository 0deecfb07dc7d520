import { setImmediate } from 'node:timers/promises'
import { type Readable, Transform, type Writable } from 'node:stream'
import { escapeUnsafe } from '@narratoria/protocol/printable'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import { RunningCalls } from '../running-calls.ts'
import type { StoryServerOptions } from './options.ts'
import { createStoryServer } from './story-server.ts'

/** A server that is running on a pair of streams. */
export interface StdioStoryServer extends AsyncDisposable {
  /** Resolves when the client has closed its end. */
  readonly closed: Promise<void>
  /** Waits for calls of tools and ends the connection. With `force`, a turn that is being played is cancelled. `force` defaults to false. */
  close(options?: { force?: boolean }): Promise<void>
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
  const calls = new RunningCalls()
  const served = serveStdio(() => createStoryServer(options, calls), {
    transport: new StdioServerTransport(input, escaping(output)),
    onerror: (error) => options.onError?.(error),
  })
  const forced = Promise.withResolvers<void>()
  async function close({ force = false }: { force?: boolean } = {}): Promise<void> {
    if (force) forced.resolve()
    await Promise.race([calls.ended(), forced.promise])
    // The answer to a call is written after the call.
    if (!force) await setImmediate()
    await served.close()
  }
  return { closed, close, [Symbol.asyncDispose]: () => close() }
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
