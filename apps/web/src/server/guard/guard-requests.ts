import { securityHeaders } from './security-headers.ts'
import type { WebApp, WebContext } from '../web-app.ts'
import { checkHost } from './check-host.ts'
import { checkOrigin } from './check-origin.ts'
import { checkToken, hasToken, isToken } from '../check-token.ts'
import { admit, checkGuest, identify } from '../share/guest-access.ts'
import type { SharedStories } from '../share/shared-stories.ts'
import { type Rate, RateLimit } from './rate-limit.ts'

/** The requests that the server accepts. */
export interface GuardOptions {
  host: string
  hostNames: readonly string[]
  token: string | undefined
  /** Guests have tokens of their own, and may do less. Defaults to none. */
  shared?: SharedStories | undefined
}

const readRate: Rate = { perSecond: 200, burst: 600 }
const writeRate: Rate = { perSecond: 10, burst: 60 }

/** Refuses requests that neither the server's page nor a permitted program would send. */
export function guardRequests(app: WebApp, options: GuardOptions): void {
  const reads = new RateLimit(readRate)
  const writes = new RateLimit(writeRate)

  // Outermost, so that all responses have these headers.
  app.use(async (context, next) => {
    await next()
    if (context.env.outgoing.headersSent) return
    for (const [name, value] of Object.entries(securityHeaders))
      if (!context.res.headers.has(name)) context.header(name, value)
  })
  app.use(async (context, next) => {
    const { method, path } = context.req
    checkHost(context.req.header('Host'), { host: options.host, names: options.hostNames })
    checkOrigin({
      method,
      path,
      host: context.req.header('Host') ?? '',
      origin: context.req.header('Origin'),
      fetchSite: context.req.header('Sec-Fetch-Site'),
    })
    const client = context.env.incoming.socket.remoteAddress ?? ''
    ;(method === 'GET' || method === 'HEAD' ? reads : writes).take(client)
    if (options.token !== undefined && !bringsToken(context, options) && !isGuest(context, options))
      checkToken(options.token, context)
    await next()
  })
}

/** The printed address contains the token, and an invitation contains one of a guest. Opening it sets the cookie. */
function bringsToken(context: WebContext, { token, shared }: GuardOptions): boolean {
  if (context.req.method !== 'GET' || context.req.path !== '/') return false
  return isToken(context.req.query('token'), token ?? '') || shared?.visitor(context.req.query('invite')) !== undefined
}

/** Whether a guest makes the request, who is not the host as well. @throws {WebError} `not_allowed` for what guests may not do */
function isGuest(context: WebContext, { token, shared }: GuardOptions): boolean {
  const visitor = identify(context, shared)
  if (!visitor || hasToken(token, context)) return false
  checkGuest({ method: context.req.method, path: context.req.path }, visitor)
  admit(context, visitor)
  return true
}
