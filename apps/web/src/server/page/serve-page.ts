import { randomBytes } from 'node:crypto'
import { isToken, tokenCookie } from '../guard/check-token.ts'
import { pagePolicy } from '../guard/security-headers.ts'
import type { WebApp, WebContext } from '../web-app.ts'
import type { PageFiles } from './page-files.ts'

/** The placeholder of the nonce in index.html. */
const noncePlace = '__NONCE__'

/** Adds the page and its files to the app. */
export function addPage(app: WebApp, files: PageFiles, token: string | undefined): void {
  const html = files.get('/index.html')!.content.toString('utf8')

  app.get('/', (context) => {
    const given = context.req.query('token')
    // A redirect removes the token from the address bar. The cookie replaces it.
    if (token !== undefined && isToken(given, token))
      return context.body(null, 303, { Location: '/', 'Set-Cookie': tokenCookie(token) })
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
    'Cache-Control': file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    Vary: 'Accept-Encoding',
    ...(compressed && { 'Content-Encoding': 'br' }),
  })
}
