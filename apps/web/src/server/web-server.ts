import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type HttpBindings, createAdaptorServer } from '@hono/node-server'
import type { Choice } from '@narratoria/protocol'
import { Hono } from 'hono'
import manifest from '../../package.json' with { type: 'json' }
import { answerError } from './answer-error.ts'
import { WebError } from './errors.ts'
import { isLoopback } from './guard/check-host.ts'
import { guardRequests } from './guard/guard-requests.ts'
import type { Narratoria, NewStory } from '@narratoria/runtime'
import type { HostSettings, McpEndpoint, McpStories, StoryBeginnings } from './host.ts'
import { EventStreams } from './live/event-stream.ts'
import { SessionChannels } from './live/session-channels.ts'
import { readPageFiles } from './page/page-files.ts'
import { refusalPage } from './page/refusal-page.ts'
import { addPage } from './page/serve-page.ts'
import { apiRoutes } from './routes/api-routes.ts'
import { addRoute } from './route/route.ts'
import { SharedStories } from './share/shared-stories.ts'
import { TurnReader } from './turns/turn-reader.ts'
import type { WebApi } from './web-api.ts'

/** Options of a web server. */
export interface WebServerOptions {
  /** The host whose stories are played. The caller closes it. */
  narratoria: Narratoria
  /** The address to listen on. Defaults to 127.0.0.1. An address that is not loopback requires a token. */
  host?: string
  /** The port. Defaults to 0, which selects a free one. */
  port?: number
  /** Required in every request: at least 16 letters, digits, `-` and `_`. */
  token?: string
  /** Additional host names of the server, for example behind a proxy. */
  hostNames?: readonly string[]
  /** Shown in a story without turns. */
  opening?: { title?: string; text: string; choices: Choice[]; story?: NewStory }
  /** The campaigns and premises that new stories can begin with. By default they begin with `opening`. */
  beginnings?: StoryBeginnings
  /**
   * Serves MCP clients at `/mcp`, behind the checks of the API: `createStoryHttpHandler` of `@narratoria/mcp`. Defaults to no such
   * address.
   */
  mcp?: (stories: McpStories) => McpEndpoint
  /** Lets the player change planner and model. By default they are fixed. */
  settings?: HostSettings
  /**
   * Lets other people into stories by invitation: `file` keeps the invitations, `host` is the name or address in their links. Requires
   * a token. Defaults to playing alone.
   */
  share?: { file?: string; host?: string }
  /** The limit of open connections; further ones are closed. Defaults to 1,000. */
  maxConnections?: number
  /** Called with unexpected errors. Defaults to ignoring them. */
  onError?: (error: unknown) => void
}

/** A running web server. */
export interface WebServer extends AsyncDisposable {
  /** The address of the page, including the token. */
  readonly url: string
  readonly port: number
  /**
   * Frees the port, refuses further turns, waits until the turns being played are stored, and then ends every connection.
   * With `force`, those turns are cancelled. `force` defaults to false.
   */
  close(options?: { force?: boolean }): Promise<void>
}

const defaultOpening = { text: 'A new story begins. Say what you do, in your own words.', choices: [] }

/**
 * Listens on a port and serves stories over HTTP: the API, and the page that uses it. Close it after use.
 *
 * @throws {WebError} `token_required`, `address_in_use`, `page_missing`
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { createNarratoria } from '@narratoria/runtime'
 * import { openWebServer } from '@narratoria/web'
 *
 * const narratoria = await createNarratoria({ skillRoots: [], home: '.narratoria' })
 * const server = await openWebServer({ narratoria })
 * const response = await fetch(`${server.url}api/sessions`)
 * assert.deepEqual(await response.json(), { sessions: [] })
 * await server.close()
 * await narratoria.close()
 * ```
 */
export async function openWebServer(options: WebServerOptions): Promise<WebServer> {
  const { host = '127.0.0.1', port = 0, token, hostNames = [] } = options
  checkExposure(host, token)
  if (options.share && token === undefined)
    throw new WebError('token_required', 'Sharing stories needs a token, which distinguishes the host from guests.')
  const files = await readPageFiles(dirname(fileURLToPath(import.meta.resolve('#page/index.html'))))
  const shared = options.share && new SharedStories(options.share.file)
  const { api, unwatch } = createApi(options, shared)

  const app = new Hono<{ Bindings: HttpBindings }>()
  app.onError((error, context) => {
    const { status, body } = answerError(error)
    if (status >= 500) options.onError?.(error)
    // The page's own address, in a browser.
    if (context.req.path === '/' && context.req.header('Accept')?.includes('text/html'))
      return context.html(refusalPage(body.error.message), status as 500, { 'Cache-Control': 'no-store' })
    return context.json(body, status as 500, { 'Cache-Control': 'no-store' })
  })
  app.notFound(() => {
    throw new WebError('unknown_address', 'There is nothing at this address.', { status: 404 })
  })
  guardRequests(app, { host, hostNames: hostNames.map((name) => name.toLowerCase()), token, shared })
  for (const route of apiRoutes(api)) addRoute(app, route)
  const mcp = options.mcp?.({ narratoria: api.host, onChanged: (id) => api.channels.sendChanged(id) })
  if (mcp) app.all('/mcp', ({ req }) => mcp.fetch(req.raw))
  addPage(app, files, { token, shared })

  // A library does not change the globals of its host.
  const server = createAdaptorServer({ fetch: app.fetch, overrideGlobalObjects: false }) as Server
  server.maxConnections = options.maxConnections ?? 1_000
  await listen(server, { host, port })
  const address = server.address() as AddressInfo
  const linkHost = options.share?.host
  if (linkHost !== undefined) api.linkHost = `${linkHost.includes(':') ? `[${linkHost}]` : linkHost}:${address.port}`

  let closing: Promise<void> | undefined
  async function closeParts(): Promise<void> {
    const closed = new Promise((resolve) => server.close(resolve))
    await mcp?.close()
    await api.channels.close()
    unwatch()
    api.streams.close()
    server.closeAllConnections()
    await closed
  }
  async function close({ force = false }: { force?: boolean } = {}): Promise<void> {
    closing ??= closeParts()
    if (force) {
      api.channels.cancelTurns()
      await mcp?.close({ force })
    }
    await closing
  }

  return {
    port: address.port,
    url: `http://${host.includes(':') ? `[${host}]` : host}:${address.port}/${token === undefined ? '' : `?token=${token}`}`,
    close,
    [Symbol.asyncDispose]: () => close(),
  }
}

/** Joins the parts that the routes work with, and watches the skills of the host until `unwatch` is called. */
function createApi(options: WebServerOptions, shared: SharedStories | undefined): { api: WebApi; unwatch: () => void } {
  let current = options.narratoria
  const host = () => current
  const turns = new TurnReader(host)
  const report = (error: unknown) => options.onError?.(error)
  const channels = new SessionChannels(host, turns, report, shared)
  const streams = new EventStreams()
  const sendSkills = () => channels.sendSkillsChanged()
  let unwatchTurns = () => {}
  const watch = () => {
    unwatchTurns = current.onTurnStarted((sessionId) => channels.turnStarted(sessionId))
    current.skills.on('changed', sendSkills).on('health', sendSkills)
    // A page that is not connected now gets the notice when it connects.
    void current.store.checked?.then((notice) => notice && channels.sendSessions()).catch(() => {})
  }
  const unwatch = () => {
    unwatchTurns()
    current.skills.off('changed', sendSkills).off('health', sendSkills)
  }
  watch()
  const api: WebApi = {
    host,
    channels,
    streams,
    turns,
    version: manifest.version,
    report,
    settings: options.settings,
    beginnings: options.beginnings,
    shared,
    opening: options.opening ?? defaultOpening,
    async replaceHost(next) {
      // A turn that started while the other host was opened is played to its end.
      await channels.quiet()
      const before = current
      unwatch()
      current = next
      watch()
      await channels.reset()
      await options.settings?.release?.(before)
    },
  }
  return { api, unwatch }
}

function checkExposure(host: string, token: string | undefined): void {
  if (token !== undefined && !/^[\w-]{16,}$/.test(token))
    throw new WebError('token_required', 'A token needs at least 16 characters: letters, digits, - and _.')
  if (token === undefined && !isLoopback(host))
    throw new WebError('token_required', `Listening on ${host} lets others in, so it needs a token.`)
}

function listen(server: Server, { host, port }: { host: string; port: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const used = cause.code === 'EADDRINUSE'
      const why = used
        ? `Port ${port} is in use. Choose another one, or 0 for any.`
        : `Cannot listen on ${host}:${port}.`
      reject(new WebError('address_in_use', why, { cause }))
    })
    server.listen(port, host, resolve)
  })
}
