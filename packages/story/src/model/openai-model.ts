import { isJsonObject } from '@narratoria/protocol'
import { StoryError } from '../errors.ts'
import type { StoryConfig } from '../project/config.ts'
import type { TextModel, TextRequest } from './text-model.ts'

type Endpoint = NonNullable<StoryConfig['openai']>

/** Maximum size of a response in bytes, about a thousand times a scene. */
const maxResponseBytes = 4 * 1024 * 1024

/**
 * An OpenAI-compatible endpoint (`POST …/chat/completions`). It is only used by story ticks, and only if the project's config
 * names it. The key is read from an environment variable.
 */
export class OpenAiModel implements TextModel {
  readonly name: string
  readonly #endpoint: Endpoint

  constructor(endpoint: Endpoint) {
    this.#endpoint = endpoint
    this.name = `openai:${endpoint.model}`
  }

  async complete({ prompt, earlier = [] }: TextRequest, { signal }: { signal?: AbortSignal } = {}): Promise<string> {
    const { model, temperature, max_tokens } = this.#endpoint
    const messages = [
      { role: 'user', content: prompt },
      ...earlier.flatMap(({ answer, complaint }) => [
        { role: 'assistant', content: answer },
        {
          role: 'user',
          content: `Your answer was rejected: ${complaint}. Answer again with only the corrected JSON object.`,
        },
      ]),
    ]
    const body = {
      model,
      messages,
      ...(temperature !== undefined && { temperature }),
      ...(max_tokens && { max_tokens }),
    }
    const answer = await this.#post(body, signal)
    const choices = isJsonObject(answer) && Array.isArray(answer.choices) ? answer.choices : []
    const message = isJsonObject(choices[0]) ? choices[0].message : undefined
    if (isJsonObject(message) && typeof message.content === 'string') return message.content
    throw new StoryError('model_failed', `${this.name} returned no choices[0].message.content`)
  }

  async #post(body: object, signal: AbortSignal | undefined): Promise<unknown> {
    const { base_url, timeout_ms = 120_000 } = this.#endpoint
    const limit = AbortSignal.timeout(timeout_ms)
    const url = `${base_url.replace(/\/+$/, '')}/chat/completions`
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...this.#authorization() },
        body: JSON.stringify(body),
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
      })
      const text = await this.#read(response)
      if (response.ok) return JSON.parse(text)
      throw new StoryError(
        'model_failed',
        `${this.name} returned status ${response.status}: ${this.#withoutKey(text.slice(0, 500))}`,
      )
    } catch (error) {
      signal?.throwIfAborted()
      if (StoryError.isInstance(error)) throw error
      const reason = limit.aborted ? `gave no answer within ${timeout_ms} ms` : reasonOf(error)
      throw new StoryError('model_failed', `${this.name} at ${hostOf(url)}: ${this.#withoutKey(reason)}`)
    }
  }

  async #read({ body }: Response): Promise<string> {
    const chunks: Uint8Array[] = []
    let bytes = 0
    // Throwing inside the loop closes the connection.
    for await (const chunk of body ?? []) {
      bytes += chunk.byteLength
      if (bytes > maxResponseBytes) {
        const limit = `${maxResponseBytes / 1024 / 1024} MiB`
        throw new Error(`its answer is longer than ${limit}; set "max_tokens" under "openai" in config.json`)
      }
      chunks.push(chunk)
    }
    return new TextDecoder().decode(Buffer.concat(chunks))
  }

  #authorization(): Record<string, string> {
    const name = this.#endpoint.api_key_env
    if (name === undefined) return {}
    const key = process.env[name]
    if (key) return { authorization: `Bearer ${key}` }
    throw new StoryError(
      'model_failed',
      `the environment variable ${name} is not set; config.json names it in openai.api_key_env`,
    )
  }

  // Some endpoints repeat the key in their error messages.
  #withoutKey(text: string): string {
    const key = process.env[this.#endpoint.api_key_env ?? '']
    return key ? text.replaceAll(key, '***') : text
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause instanceof Error ? error.cause.message : ''
  return cause === '' ? error.message : `${error.message} (${cause})`
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'an invalid address'
}
