import { createHash, timingSafeEqual } from 'node:crypto'
import { WebError } from '../errors.ts'

const cookieName = 'narratoria_token'

import type { WebContext } from '../web-app.ts'

/** Whether a request has the token. */
export function hasToken(token: string | undefined, { req }: WebContext): boolean {
  try {
    checkToken(token ?? '', { authorization: req.header('Authorization'), cookie: req.header('Cookie') })
    return true
  } catch {
    return false
  }
}

/** Checks that a request has the token, in the cookie that the page's address sets or in `Authorization`. @throws {WebError} `token_required` */
export function checkToken(
  token: string,
  headers: { authorization?: string | undefined; cookie?: string | undefined },
): void {
  const bearer = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
  const cookie = (headers.cookie ?? '')
    .split(';')
    .map((pair) => pair.trim().split('='))
    .find(([name]) => name === cookieName)?.[1]
  if (isToken(bearer, token) || isToken(cookie, token)) return
  throw new WebError(
    'token_required',
    'This server needs its token. Open the address that it printed when it started, or send it as "Authorization: Bearer …".',
    { status: 401 },
  )
}

/** Compares in constant time. */
export function isToken(given: string | undefined, token: string): boolean {
  return given !== undefined && timingSafeEqual(digest(given), digest(token))
}

/** The cookie with the token. Scripts cannot read it and other sites cannot send it. */
export function tokenCookie(token: string): string {
  return `${cookieName}=${token}; Path=/; HttpOnly; SameSite=Strict; Max-Age=31536000`
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
