import { isIP } from 'node:net'
import { WebError } from '../errors.ts'

const loopback = /^(?:localhost|.+\.localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|::1)$/i

/** Whether an address accepts connections from this machine only. */
export function isLoopback(host: string): boolean {
  return loopback.test(host.replace(/^\[|\]$/g, ''))
}

/**
 * Refuses requests with an unknown `Host`, which protects from DNS rebinding. IP addresses cannot be rebound; a server
 * on loopback accepts only loopback addresses.
 *
 * @throws {WebError} `forbidden_host`
 */
export function checkHost(header: string | undefined, allowed: { host: string; names: readonly string[] }): void {
  const name = hostName(header)
  if (name === undefined) throw refused(header)
  if (loopback.test(name) || allowed.names.includes(name)) return
  if (isLoopback(allowed.host)) throw refused(header)
  if (isIP(name) !== 0 || name === allowed.host.toLowerCase()) return
  throw refused(header)
}

/** The name or address in a `Host`, in lower case, without port and brackets. */
function hostName(header: string | undefined): string | undefined {
  if (!header || !URL.canParse(`http://${header}`)) return undefined
  const url = new URL(`http://${header}`)
  // A Host header contains only a host and a port.
  if (url.pathname !== '/' || url.username !== '' || url.search !== '') return undefined
  return url.hostname.replace(/^\[|\]$/g, '').toLowerCase()
}

function refused(header: string | undefined): WebError {
  return new WebError(
    'forbidden_host',
    `This server does not answer for the host "${(header ?? '').slice(0, 100)}". Use its own address.`,
    { status: 403 },
  )
}
