import { isJsonObject, type JsonObject } from '@narratoria/protocol'
import { ThinkFilter, withoutThinking } from '../answer/think-filter.ts'
import { LanguageModelError } from '../errors.ts'
import type {
  Answer,
  AnswerPart,
  FinishReason,
  LanguageModel,
  ModelCallOptions,
  ModelRequest,
  TokenUsage,
} from '../language-model.ts'
import type { StructuredLevel } from '../structured-level.ts'
import { BadFrame, readFrames } from './frames.ts'
import { httpFailure, serverWords, type Target, withoutKey } from './http-failure.ts'
import { type Patience, SilenceWatch } from './patience.ts'
import { type Sampling, withSampling } from './sampling.ts'
import { withSchemaInPrompt } from './schema-prompt.ts'
import type { Delta, Wire, WireModel } from './wire.ts'

export interface HttpModelOptions extends WireModel {
  provider: string
  baseUrl: string
  wire: Wire
  key?: string
  structured?: StructuredLevel
  /** The variable that the key came from, for messages. */
  apiKeyEnv?: string
  patience?: Patience
  sampling?: Sampling
}

/** Fields that servers may refuse and that an answer does not need. */
const optionalFields = ['stream_options', 'temperature', 'top_p', 'stop', 'stop_sequences']

/** A model of a server. Each request is streamed, so that its silence can be measured. */
export class HttpModel implements LanguageModel {
  readonly id: string
  readonly provider: string
  readonly contextTokens?: number
  readonly structured?: StructuredLevel
  readonly #options: HttpModelOptions
  readonly #target: Target & { address: string }
  /** Fields that the server refused once. */
  readonly #omitted = new Set<string>()

  constructor(options: HttpModelOptions) {
    const { model, provider, contextTokens, structured, baseUrl, wire, key, apiKeyEnv } = options
    this.id = model
    this.provider = provider
    if (contextTokens !== undefined) this.contextTokens = contextTokens
    if (structured !== undefined) this.structured = structured
    this.#options = { ...options }
    this.#target = { address: `${baseUrl.replace(/\/+$/, '')}${wire.chatPath}`, model, key, apiKeyEnv }
  }

  async complete(request: ModelRequest, options: ModelCallOptions = {}): Promise<Answer> {
    let [content, reasoning] = ['', '']
    const last = await this.#each(request, options, (delta) => {
      content += delta.text ?? ''
      reasoning += delta.reasoning ?? ''
    })
    const text = withoutThinking(content)
    // Some servers put the whole answer into the field for reasoning when a schema is enforced.
    return { text: text === '' && request.schema ? withoutThinking(reasoning) : text, ...last }
  }

  async *stream(request: ModelRequest, options: ModelCallOptions = {}): AsyncGenerator<AnswerPart> {
    const filter = new ThinkFilter()
    const state = new StreamState()
    for await (const delta of this.#deltas(request, options)) {
      state.take(delta)
      const text = filter.push(delta.text ?? '')
      if (text !== '') yield { type: 'text', text }
    }
    const rest = filter.end()
    if (rest !== '') yield { type: 'text', text: rest }
    yield { type: 'finish', ...state.outcome(this.#target) }
  }

  async #each(request: ModelRequest, options: ModelCallOptions, take: (delta: Delta) => void) {
    const state = new StreamState()
    for await (const delta of this.#deltas(request, options)) {
      state.take(delta)
      take(delta)
    }
    return state.outcome(this.#target)
  }

  async *#deltas(request: ModelRequest, { signal, traceparent }: ModelCallOptions): AsyncGenerator<Delta> {
    signal?.throwIfAborted()
    const { address, key } = this.#target
    const watch = new SilenceWatch(address, this.#options.patience ?? {})
    const ended = new AbortController()
    const all = AbortSignal.any([watch.signal, ended.signal, ...(signal ? [signal] : [])])
    let started = false
    try {
      const response = await this.#send(request, { signal: all, ...(traceparent !== undefined && { traceparent }) })
      started = true
      for await (const frame of readFrames(response, this.#options.wire.framing)) {
        if (frame === 'done') return yield { finish: 'stop' }
        const delta = this.#options.wire.read(frame)
        if (delta.failure !== undefined) throw this.#failureWithin(delta.failure)
        if (delta.text !== undefined || delta.reasoning !== undefined) watch.heard()
        yield delta
      }
    } catch (error) {
      signal?.throwIfAborted()
      if (watch.signal.aborted) throw watch.signal.reason
      if (LanguageModelError.isInstance(error)) throw error
      throw connectionFailure(error, { address, key, started })
    } finally {
      watch.stop()
      ended.abort()
    }
  }

  /** Sends a request; without the fields that the server refuses. */
  async #send(asked: ModelRequest, options: ModelCallOptions): Promise<Response> {
    const { wire, sampling } = this.#options
    const request = withSampling(asked, sampling)
    const isEnforced = request.schema !== undefined && request.schemaMode !== 'prompt'
    const sent = isEnforced ? request : withSchemaInPrompt(request)
    for (;;) {
      const body = this.#adapted(wire.body(sent, this.#options))
      const response = await post(this.#target, wire.headers(this.#target.key), body, options)
      if (response.ok) return response
      const words = serverWords((await response.text()).slice(0, 10_000), this.#target)
      if (response.status < 500 && this.#adaptTo(words, body)) continue
      throw httpFailure(response, words, this.#target, isEnforced)
    }
  }

  /** An error that the server sends within a response that began with status 200. */
  #failureWithin(failure: string): LanguageModelError {
    const { address, key } = this.#target
    const words = withoutKey(failure, key).slice(0, 300)
    return new LanguageModelError('server_error', `${address} failed ("${words}"); try again, and look at its own log`)
  }

  #adapted(body: JsonObject): JsonObject {
    return Object.fromEntries(Object.entries(body).filter(([name]) => !this.#omitted.has(name)))
  }

  /** Whether a request without the field that the words complain about is worth a try. */
  #adaptTo(words: string, body: JsonObject): boolean {
    const field = optionalFields.find((name) => Object.hasOwn(body, name) && mentions(words, name))
    if (field !== undefined) {
      this.#omitted.add(field)
      return true
    }
    if (!Object.hasOwn(body, 'max_tokens') || !mentions(words, 'max_completion_tokens')) return false
    this.#options.maxTokensField = 'max_completion_tokens'
    return true
  }
}

function mentions(words: string, field: string): boolean {
  return new RegExp(`\\b${field}\\b`).test(words)
}

async function post(
  { address }: Target,
  headers: Record<string, string>,
  body: JsonObject,
  { signal, traceparent }: ModelCallOptions,
): Promise<Response> {
  return fetch(address, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'text/event-stream, application/json',
      ...headers,
      ...(traceparent !== undefined && { traceparent }),
    },
    body: JSON.stringify(body),
    // A redirect could carry the key to another server.
    redirect: 'error',
    signal,
  })
}

/** Why and with how many tokens an answer ended. */
class StreamState {
  #finish: Delta['finish']
  #usage: TokenUsage = {}

  take({ finish, usage }: Delta): void {
    this.#finish ??= finish
    this.#usage = { ...this.#usage, ...usage }
  }

  outcome({ address, model }: Target): { finishReason: FinishReason; usage: TokenUsage } {
    if (this.#finish === undefined)
      throw new LanguageModelError('interrupted', `${address} ended its answer before it was complete; try again`)
    if (this.#finish === 'refused')
      throw new LanguageModelError('refused', `${model ?? 'the model'} at ${address} refused to answer this request`)
    return { finishReason: this.#finish, usage: this.#usage }
  }
}

function connectionFailure(
  error: unknown,
  { address, key, started }: { address: string; key: string | undefined; started: boolean },
): LanguageModelError {
  const reason = withoutKey(reasonOf(error), key)
  if (error instanceof BadFrame)
    return new LanguageModelError('invalid_answer', `${address}: ${reason}; check that the address is right`)
  if (started)
    return new LanguageModelError(
      'interrupted',
      `${address} closed the connection during its answer (${reason}); try again`,
    )
  return new LanguageModelError(
    'unreachable',
    `${address} cannot be reached (${reason}): check that the server runs and that the address is right`,
  )
}

/** The reason of a failed fetch, which is in the cause. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  if (!isJsonObject(cause) && !(cause instanceof Error)) return String(cause)
  const { code, message } = cause as { code?: unknown; message?: unknown }
  return typeof code === 'string' ? code : String(message)
}
