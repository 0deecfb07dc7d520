import { isJsonObject } from '@narratoria/protocol'
import { LanguageModelError, type LanguageModelErrorCode } from '../errors.ts'
import { failureIn } from './openai-chat.ts'

/** Where a request went, for messages. */
export interface Target {
  /** The origin and path of the server, without credentials or query. */
  address: string
  /** The model's name; undefined for requests that name none. */
  model?: string
  /** The variable that holds the key, if one is used. */
  apiKeyEnv?: string
  key?: string
}

/** Most characters of a server's own words in a message. */
const maxExcerpt = 300

/** The words of a server's error response, shortened and without the key. */
export function serverWords(body: string, { key }: Target): string {
  let words = body
  try {
    const parsed: unknown = JSON.parse(body)
    if (isJsonObject(parsed)) words = failureIn(parsed) ?? (typeof parsed.message === 'string' ? parsed.message : body)
  } catch {
    // Not JSON: a proxy's page or plain text.
  }
  return withoutKey(words.replaceAll(/\s+/g, ' ').trim(), key).slice(0, maxExcerpt)
}

/** Replaces a key in a text by `***`: some servers repeat it in their errors. */
export function withoutKey(text: string, key: string | undefined): string {
  return key === undefined || key === '' ? text : text.replaceAll(key, '***')
}

const schemaWords = /schema|grammar|response_format|output_config|json_object|structured|format/i

/** Explains an HTTP status other than 200. */
export function httpFailure(
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  words: string,
  target: Target,
  hasSchema: boolean,
): LanguageModelError {
  const code = codeOf(status, hasSchema && schemaWords.test(words))
  const retryAfterMs = code === 'rate_limited' || code === 'server_error' ? retryAfter(headers) : undefined
  const said = words === '' ? '' : ` ("${words}")`
  const message = `${target.address} returned status ${status}${said}: ${adviceFor(code, target, retryAfterMs)}`
  return new LanguageModelError(code, message, { status, ...(retryAfterMs !== undefined && { retryAfterMs }) })
}

function codeOf(status: number, refusesSchema: boolean): LanguageModelErrorCode {
  if (status === 401 || status === 403) return 'unauthorized'
  if (status === 404) return 'not_found'
  if (status === 429) return 'rate_limited'
  if (status >= 500) return refusesSchema ? 'schema_refused' : 'server_error'
  return refusesSchema ? 'schema_refused' : 'bad_request'
}

function adviceFor(
  code: LanguageModelErrorCode,
  { model, apiKeyEnv }: Target,
  retryAfterMs: number | undefined,
): string {
  switch (code) {
    case 'unauthorized':
      return apiKeyEnv === undefined
        ? 'it requires a key; connect again with --api-key-env VARIABLE'
        : `check the key in the environment variable ${apiKeyEnv}`
    case 'not_found':
      return model === undefined
        ? 'check the address; OpenAI-compatible servers usually end in /v1'
        : `check that it has a model "${model}" and that the address is right`
    case 'rate_limited':
      return retryAfterMs === undefined
        ? 'wait before the next request, or check the limits of your account'
        : `wait ${Math.ceil(retryAfterMs / 1000)} s before the next request`
    case 'server_error':
      return 'the server failed; try again, and look at its own log'
    case 'schema_refused':
      return 'it does not accept this form of structured output'
    default:
      return 'it does not accept the request'
  }
}

/** The header `Retry-After`, in seconds or as a date, in milliseconds. */
function retryAfter(headers: Headers): number | undefined {
  const value = headers.get('retry-after')
  if (value === null) return undefined
  const ms = /^\d+(?:\.\d+)?$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined
}
