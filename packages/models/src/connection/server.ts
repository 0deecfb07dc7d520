import { isJsonObject, type JsonObject } from '@narratoria/protocol'
import { LanguageModelError } from '../errors.ts'
import { httpFailure, serverWords, type Target } from '../wire/http-failure.ts'
import type { Preset } from './presets.ts'

/** A server, before one of its models is chosen. */
export interface Server {
  preset: Preset
  baseUrl: string
  key?: string
  apiKeyEnv?: string
}

/** A model that a server lists. */
export interface ListedModel {
  id: string
  contextTokens?: number
}

/** Ollama reserves memory for the whole context, so no more than this is asked for. */
const maxOllamaContext = 8_192
const defaultTimeoutMs = 10_000

/** The models of a server. @throws {LanguageModelError} */
export async function listModels(
  server: Server,
  { signal, timeoutMs = defaultTimeoutMs }: { signal?: AbortSignal; timeoutMs?: number } = {},
): Promise<ListedModel[]> {
  const path = { ollama: '/api/tags', anthropic: '/v1/models?limit=1000' }[server.preset.name as string] ?? '/models'
  const list = await request(server, path, { signal, timeoutMs })
  const entries = [list.data, list.models].find((value) => Array.isArray(value)) ?? []
  return (Array.isArray(entries) ? entries : []).filter(isJsonObject).flatMap((entry) => {
    const id = [entry.id, entry.model, entry.name].find((value) => typeof value === 'string')
    if (typeof id !== 'string') return []
    const contextTokens = numberAt(entry, 'max_model_len', 'context_length', 'max_context_length', 'max_input_tokens')
    return [{ id, ...(contextTokens !== undefined && { contextTokens }) }]
  })
}

/** The context of a model in tokens, where the server says it in another place than its list. */
export async function askContext(
  server: Server,
  model: string,
  { signal }: { signal?: AbortSignal } = {},
): Promise<number | undefined> {
  const ask = (path: string, body?: JsonObject) =>
    request({ ...server, baseUrl: new URL(server.baseUrl).origin }, path, { signal, timeoutMs: 3_000, body }).catch(
      (): JsonObject => ({}),
    )
  switch (server.preset.name) {
    case 'ollama': {
      const { model_info: info } = await ask('/api/show', { model })
      const size = isJsonObject(info)
        ? Object.entries(info).find(([key]) => key.endsWith('.context_length'))?.[1]
        : undefined
      return typeof size === 'number' ? Math.min(size, maxOllamaContext) : undefined
    }
    case 'llamacpp': {
      const { default_generation_settings: settings } = await ask('/props')
      return isJsonObject(settings) ? numberAt(settings, 'n_ctx') : undefined
    }
    case 'koboldcpp':
      return numberAt(await ask('/api/extra/true_max_context_length'), 'value')
    case 'lmstudio': {
      const { data } = await ask('/api/v0/models')
      const entry = Array.isArray(data) ? data.find((item) => isJsonObject(item) && item.id === model) : undefined
      return isJsonObject(entry) ? numberAt(entry, 'loaded_context_length', 'max_context_length') : undefined
    }
    default:
      return undefined
  }
}

async function request(
  { preset, baseUrl, key, apiKeyEnv }: Server,
  path: string,
  { signal, timeoutMs, body }: { signal?: AbortSignal; timeoutMs: number; body?: JsonObject },
): Promise<JsonObject> {
  const address = `${baseUrl.replace(/\/+$/, '')}${path}`
  const target: Target = { address, key, apiKeyEnv }
  const limit = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(address, {
      headers: { ...preset.wire.headers(key), ...(body && { 'content-type': 'application/json' }) },
      redirect: 'error',
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw httpFailure(response, serverWords(text, target), target, false)
    const value: unknown = JSON.parse(text)
    if (isJsonObject(value)) return value
    throw new SyntaxError('the response is not a JSON object')
  } catch (error) {
    signal?.throwIfAborted()
    if (LanguageModelError.isInstance(error)) throw error
    if (error instanceof SyntaxError)
      throw new LanguageModelError('invalid_answer', `${address} is not the address of a model server; check it`)
    const reason = limit.aborted ? `no answer within ${timeoutMs / 1000} s` : 'no connection'
    throw new LanguageModelError(
      'unreachable',
      `${address} cannot be reached (${reason}): check that the server runs and that the address is right`,
    )
  }
}

function numberAt(value: JsonObject, ...keys: string[]): number | undefined {
  const found = keys.map((key) => value[key]).find((number) => typeof number === 'number' && number > 0)
  return typeof found === 'number' ? found : undefined
}
