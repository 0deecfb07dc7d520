import { randomBytes } from 'node:crypto'
import { isToken, tokenCookie } from '../check-token.ts'
import { offlinePolicy, pagePolicy } from '../guard/security-headers.ts'
import { guestCookie } from '../share/guest-access.ts'
import type { SharedStories } from '../share/shared-stories.ts'
import type { WebApp, WebContext } from '../web-app.ts'
import type { PageFiles } from './page-files.ts'

/** Files that run without the page: the script that works in its absence, and the page that it shows. */
const ownPolicies = new Set(['/sw.js', '/offline.html'])

/** The placeholder of the nonce in index.html. */
const noncePlace = '__NONCE__'

export function addPage(
  app: WebApp,
  files: PageFiles,
  { token, shared }: { token: string | undefined; shared?: SharedStories | undefined },
): void {
  const html = files.get('/index.html')!.content.toString('utf8')

  app.get('/', (context) => {
    const given = context.req.query('token')
    // A redirect removes the token from the address bar. The cookie replaces it.
    if (token !== undefined && isToken(given, token))
      return context.body(null, 303, { Location: '/', 'Set-Cookie': tokenCookie(token) })
    const invitation = context.req.query('invite')
    const visitor = shared?.visitor(invitation)
    if (invitation !== undefined && visitor) {
      const Location = `/#/s/${encodeURIComponent(visitor.sessionId)}/narrative`
      return context.body(null, 303, { Location, 'Set-Cookie': guestCookie(invitation) })
    }
    const nonce = randomBytes(16).toString('base64')
    return context.html(html.replaceAll(noncePlace, nonce), 200, {
      'Content-Security-Policy': pagePolicy(nonce),
      'Cache-Control': 'no-store',
    })
  })

  app.get('*', (context) => {
    const file = context.req.path === '/index.html' ? undefined : files.get(context.req.path)
    return file ? sendPageFile(context, file) : context.notFound()
  })
}

function sendPageFile(context: WebContext, file: NonNullable<ReturnType<PageFiles['get']>>): Response {
  const compressed = file.brotli && /\bbr\b/.test(context.req.header('Accept-Encoding') ?? '')
  return context.body(compressed ? file.brotli! : file.content, 200, {
    'Content-Type': file.contentType,
    ...(ownPolicies.has(context.req.path) && { 'Content-Security-Policy': offlinePolicy }),
    'Cache-Control': file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    Vary: 'Accept-Encoding',
    ...(compressed && { 'Content-Encoding': 'br' }),
  })
}
