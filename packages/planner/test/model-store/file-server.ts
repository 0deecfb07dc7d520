import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'

/** A file server on loopback that can behave badly. */
export interface FileServer {
  url: string
  /** The requests so far: path and range. */
  asked: { path: string; range: string | undefined }[]
  /** The next response stops after so many bytes. */
  pauseAfter: (bytes: number) => void
  /** Breaks the connection of the response that has stopped. */
  breakOff: () => void
  /** How ranges are answered from now on: as asked, not at all, or with another part than the one asked for. */
  ranges: (manner: 'kept' | 'ignored' | 'wrong') => void
  /** Whether responses have no length from now on. */
  hideLength: () => void
  /** What is served from now on. */
  serve: (file: Buffer, tag?: string) => void
  /** Headers of a redirect before the file, as the model hub sends them. */
  redirect: (headers: Record<string, string>) => void
}

export async function startFileServer(): Promise<FileServer> {
  let file = Buffer.alloc(0)
  let tag = '"v1"'
  let pauseAt: number | undefined
  let paused: ServerResponse | undefined
  let redirect: Record<string, string> | undefined
  let manner: 'kept' | 'ignored' | 'wrong' = 'kept'
  let hidden = false
  const asked: FileServer['asked'] = []
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const { range, 'if-range': ifRange } = request.headers
    asked.push({ path: request.url ?? '', range })
    if (redirect && request.url !== '/real') return response.writeHead(302, { location: '/real', ...redirect }).end()
    const heeded = range !== undefined && ifRange === tag && manner !== 'ignored'
    const from = heeded ? Number(/^bytes=(\d+)-/.exec(range)?.[1]) - (manner === 'wrong' ? 1 : 0) : 0
    if (from >= file.length) return response.writeHead(416, { 'content-range': `bytes */${file.length}` }).end()
    const body = file.subarray(from)
    const partial = { 'content-range': `bytes ${from}-${file.length - 1}/${file.length}` }
    const length = !hidden && { 'content-length': body.length }
    response.writeHead(from > 0 ? 206 : 200, { etag: tag, ...length, ...(from > 0 && partial) })
    if (pauseAt === undefined) return response.end(body)
    response.write(body.subarray(0, pauseAt))
    paused = response
    pauseAt = undefined
  }
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    pauseAfter: (bytes) => void (pauseAt = bytes),
    breakOff: () => void paused?.destroy(),
    ranges: (next) => void (manner = next),
    hideLength: () => void (hidden = true),
    serve: (bytes, newTag = '"v1"') => void ([file, tag] = [Buffer.from(bytes), newTag]),
    redirect: (headers) => void (redirect = headers),
  }
}
