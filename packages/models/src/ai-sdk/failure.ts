import { isJsonObject } from '@narratoria/protocol'
import { LanguageModelError } from '../errors.ts'
import { httpFailure, serverWords } from '../wire/http-failure.ts'

/** Explains an error of the AI SDK. Its `APICallError` has the status and the words of the server. */
export function failureOf(error: unknown, { modelId }: { modelId: string }, hasSchema: boolean): LanguageModelError {
  const reason = error instanceof Error ? error.message : isJsonObject(error) ? JSON.stringify(error) : String(error)
  const { statusCode, responseHeaders, url } = partsOf(error)
  if (typeof statusCode !== 'number')
    return new LanguageModelError('interrupted', `${modelId} failed: ${reason.slice(0, 300)}`, { cause: error })
  const target = { address: addressOf(url) ?? modelId, model: modelId }
  const headers = new Headers(isJsonObject(responseHeaders) ? (responseHeaders as Record<string, string>) : {})
  return httpFailure({ status: statusCode, headers }, serverWords(reason, target), target, hasSchema)
}

function partsOf(error: unknown): { statusCode?: unknown; responseHeaders?: unknown; url?: unknown } {
  return typeof error === 'object' && error !== null ? error : {}
}

/** An address without its query, which may contain a key. */
function addressOf(url: unknown): string | undefined {
  if (typeof url !== 'string' || !URL.canParse(url)) return undefined
  const { origin, pathname } = new URL(url)
  return `${origin}${pathname}`
}
