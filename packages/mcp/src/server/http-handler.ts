import { createMcpHandler } from '@modelcontextprotocol/server'
import { CancellableCalls } from './calls.ts'
import type { StoryServerOptions } from './options.ts'
import { createStoryServer } from './story-server.ts'

const maxRequestBytes = 1024 * 1024

/** Answers the requests of MCP clients at one address. */
export interface StoryHttpHandler extends AsyncDisposable {
  /** Answers a request. The caller has checked its token, `Host` and `Origin`. */
  fetch(request: Request): Promise<Response>
  /**
   * Waits until the responses to calls of tools have been read, and ends all others, such as those that report changes. With `force`, calls
   * are cancelled. `force` defaults to false. Later requests get status 503.
   */
  close(options?: { force?: boolean }): Promise<void>
}

/**
 * Serves stories to MCP clients over streamable HTTP, in both eras of the protocol. It keeps nothing between requests but
 * which calls are running, so that a client can cancel its own.
 *
 *
 * @example
 * ```ts
 * import { createStoryHttpHandler } from '@narratoria/mcp'
 * import { createNarratoria } from '@narratoria/runtime'
 *
 * const narratoria = await createNarratoria({ skillRoots: [], home: '.narratoria' })
 * const handler = createStoryHttpHandler({ narratoria })
 * const response = await handler.fetch(
 *   new Request('http://127.0.0.1/mcp', {
 *     method: 'POST',
 *     headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
 *     body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
 *   }),
 * )
 * const text = await response.text()
 * await handler.close()
 * await narratoria.close()
 * if (!text.includes('start_story')) throw new Error(text)
 * ```
 */
export function createStoryHttpHandler(options: StoryServerOptions): StoryHttpHandler {
  const handler = createMcpHandler(() => createStoryServer(options), {
    maxRequestBodySize: maxRequestBytes,
    onerror: (error) => options.onError?.(error),
  })
  const calls = new CancellableCalls()
  const forced = Promise.withResolvers<void>()
  let isClosed = false
  async function close({ force = false }: { force?: boolean } = {}): Promise<void> {
    isClosed = true
    if (force) {
      calls.cancelAll()
      forced.resolve()
    }
    await Promise.race([calls.ended(), forced.promise])
    await handler.close()
  }
  return {
    async fetch(request) {
      if (isClosed) return new Response('This server is closing.', { status: 503 })
      return calls.fetch(request, (each) => handler.fetch(each), maxRequestBytes)
    },
    close,
    [Symbol.asyncDispose]: () => close(),
  }
}
