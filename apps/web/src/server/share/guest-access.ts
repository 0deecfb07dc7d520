import { WebError } from '../errors.ts'
import { privateCookie, tokensOf } from '../check-token.ts'
import type { WebContext } from '../web-app.ts'
import type { SharedStories, Visitor } from './shared-stories.ts'

const cookieName = 'narratoria_guest'

/** What a guest may call below the story of the invitation. Everything else is the host's. */
const readable = /^(?:\/(?:events|turns(?:\/[^/]+)?|turns\/[^/]+\/assets\/\d+|view|assets|share))?$/
const writable = new Set(['POST /turns', 'POST /share/votes', 'DELETE /turns/current'])

const visitors = new WeakMap<object, Visitor>()

/** The guest who makes a request that was let in; `undefined` for the host. */
export function visitorOf({ env }: WebContext): Visitor | undefined {
  return visitors.get(env.incoming)
}

/** Lets a guest in who was identified. */
export function admit({ env }: WebContext, visitor: Visitor): void {
  visitors.set(env.incoming, visitor)
}

/** The guest to whom the cookie or bearer token of a request belongs. */
export function identify(context: WebContext, shared: SharedStories | undefined): Visitor | undefined {
  const [bearer, cookie] = tokensOf(context, cookieName)
  return shared?.visitor(bearer) ?? shared?.visitor(cookie)
}

/** The cookie of a guest. */
export function guestCookie(token: string): string {
  return privateCookie(cookieName, token)
}

/** Refuses what a guest may not do: anything in another story, and what changes this one except by playing. @throws {WebError} `not_allowed` */
export function checkGuest({ method, path }: { method: string; path: string }, { sessionId }: Visitor): void {
  const isRead = method === 'GET' || method === 'HEAD'
  if (isRead && !path.startsWith('/api/') && path !== '/mcp') return
  if (isRead && (path === '/api/info' || path === '/api/openapi.json')) return
  const own = `/api/sessions/${encodeURIComponent(sessionId)}`
  if (path === own || path.startsWith(`${own}/`)) {
    const rest = path.slice(own.length)
    if (isRead ? readable.test(rest) : writable.has(`${method} ${rest}`)) return
  }
  throw new WebError('not_allowed', 'Only the host of this story can do this.', { status: 403 })
}
