import { WebError } from '../errors.ts'

/** The parts of a request that identify its origin. */
interface RequestOrigin {
  method: string
  path: string
  host: string
  origin: string | undefined
  /** `Sec-Fetch-Site`, which browsers send and pages cannot set. */
  fetchSite: string | undefined
}

/**
 * Refuses requests of other sites: an unknown `Origin`, or a `Sec-Fetch-Site` that is cross-site.
 * Programs send neither and pass. Following a link from elsewhere to the page itself is allowed.
 *
 * @throws {WebError} `forbidden_origin`
 */
export function checkOrigin({ method, path, host, origin, fetchSite }: RequestOrigin): void {
  if (origin !== undefined && !isOwn(origin, host)) throw refused()
  const foreign = fetchSite === 'cross-site' || fetchSite === 'same-site'
  const opensPage = method === 'GET' && path === '/'
  if (foreign && !opensPage) throw refused()
}

function isOwn(origin: string, host: string): boolean {
  return URL.canParse(origin) && new URL(origin).host === new URL(`http://${host}`).host.toLowerCase()
}

function refused(): WebError {
  return new WebError('forbidden_origin', 'Requests from other sites are refused.', { status: 403 })
}
