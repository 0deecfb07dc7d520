import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a health server reports. */
export interface HealthSource {
  isReady(): Promise<boolean>
  /** The text of Prometheus. */
  metrics(): Promise<string>
}

/** A server for the probes of a cluster's operator. */
export interface HealthServer extends AsyncDisposable {
  readonly port: number
  /** Answers the requests that it has, and ends. With `force`, it ends open connections at once. `force` defaults to false. */
  close(options?: { force?: boolean }): Promise<void>
}

/**
 * Serves `/health` (200 while the process runs), `/ready` (200 while it takes work, or else 503) and `/metrics`. Nothing that it serves is
 * secret.
 *
 * @param options `port`: 0 for any free one of 127.0.0.1
 */
export async function openHealthServer(source: HealthSource, { port }: { port: number }): Promise<HealthServer> {
  const answer = async (path: string): Promise<[status: number, text: string]> => {
    if (path === '/health') return [200, 'ok\n']
    if (path === '/ready') return (await source.isReady()) ? [200, 'ready\n'] : [503, 'not ready\n']
    if (path === '/metrics') return [200, await source.metrics()]
    return [404, 'There are /health, /ready and /metrics here.\n']
  }
  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?')[0]!
    const read = request.method === 'GET' || request.method === 'HEAD'
    void (read ? answer(path) : Promise.resolve<[number, string]>([405, 'Only GET.\n']))
      .catch((): [number, string] => [503, 'the database does not answer\n'])
      .then(([status, text]) => {
        response.writeHead(status, {
          'Content-Type': 'text/plain; version=0.0.4; charset=utf-8',
          'Cache-Control': 'no-store',
        })
        response.end(request.method === 'HEAD' ? undefined : text)
      })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const closed = once(server, 'close')
  const close: HealthServer['close'] = async ({ force = false } = {}) => {
    server.close()
    if (force) server.closeAllConnections()
    await closed
  }
  return { port: (server.address() as AddressInfo).port, close, [Symbol.asyncDispose]: () => close() }
}
