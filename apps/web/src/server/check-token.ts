import { createHash, timingSafeEqual } from 'node:crypto'
import { getCookie } from 'hono/cookie'
import { WebError } from './errors.ts'
import type { WebContext } from './web-app.ts'

const cookieName = 'narratoria_token'

/** Whether a request has the token, in the cookie that the page's address sets or in `Authorization`. */
export function hasToken(token: string | undefined, context: WebContext): boolean {
  return tokensOf(context, cookieName).some((given) => isToken(given, token ?? ''))
}

/** @throws {WebError} `token_required` if a request does not have the token */
export function checkToken(token: string, context: WebContext): void {
  if (hasToken(token, context)) return
  throw new WebError(
    'token_required',
    'This server needs its token. Open the address that it printed when it started, or send it as "Authorization: Bearer …".',
    { status: 401 },
  )
}

/** The tokens that a request has, in `Authorization` and in a cookie. */
export function tokensOf(context: WebContext, cookie: string): (string | undefined)[] {
  const bearer = /^Bearer +(\S+)$/i.exec(context.req.header('Authorization') ?? '')?.[1]
  return [bearer, getCookie(context, cookie)]
}

/** Compares in constant time. */
export function isToken(given: string | undefined, token: string): boolean {
  return given !== undefined && timingSafeEqual(digest(given), digest(token))
}

/** The cookie with the token. */
export function tokenCookie(token: string): string {
  return privateCookie(cookieName, token)
}

/** A cookie that scripts cannot read and other sites cannot send. */
export function privateCookie(name: string, value: string): string {
  return `${name}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=31536000`
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
