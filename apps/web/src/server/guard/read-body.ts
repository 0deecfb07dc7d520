import { listIssues } from '@narratoria/protocol'
import type { TSchema } from 'typebox'
import { WebError } from '../errors.ts'

/** The limit of a request's body, in bytes. */
export const maxBodyBytes = 256 * 1024

/**
 * Reads and checks a JSON body.
 *
 * @throws {WebError} `unsupported_media_type`, `request_too_large`, `invalid_json`, `invalid_request`
 */
export async function readBody(request: Request, schema: TSchema, maxBytes = maxBodyBytes): Promise<unknown> {
  // A form of another site cannot send this type, so requiring it also refuses cross-site posts.
  if (!/^application\/json\s*(?:;|$)/i.test(request.headers.get('content-type') ?? ''))
    throw new WebError('unsupported_media_type', 'Send the body as application/json.', { status: 415 })
  return checkShape(schema, parse(await readText(request, maxBytes)), 'The request')
}

/** Returns `value` if it matches the schema. @throws {WebError} `invalid_request` */
export function checkShape(schema: TSchema, value: unknown, what: string): unknown {
  const issues = listIssues(schema, value).map(({ path, message }) => ({
    field: path.split('/').slice(1).join('.'),
    message,
  }))
  if (issues.length === 0) return value
  const list = issues.map(({ field, message }) => (field ? `${field} ${message}` : message)).join('; ')
  throw new WebError('invalid_request', `${what} is not right: ${list}.`, { status: 422, issues })
}

async function readText(request: Request, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of chunksOf(request, maxBytes, `A request may hold ${maxBytes / 1024} KiB at most.`))
    chunks.push(chunk)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
  } catch (cause) {
    throw new WebError('invalid_json', 'The body is not UTF-8 text.', { status: 400, cause })
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new WebError('invalid_json', 'The body is not valid JSON.', { status: 400, cause })
  }
}

/** The chunks of a body. @throws {WebError} `request_too_large` with the message */
export async function* chunksOf(request: Request, maxBytes: number, message: string): AsyncGenerator<Uint8Array> {
  const tooLarge = () => new WebError('request_too_large', message, { status: 413 })
  if (Number(request.headers.get('content-length')) > maxBytes) throw tooLarge()
  let bytes = 0
  for await (const chunk of request.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) throw tooLarge()
    yield chunk
  }
}
