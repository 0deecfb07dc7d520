import { isJsonObject, type JsonObject } from '@narratoria/protocol'
import { createLanguageModel } from '../create-language-model.ts'
import { LanguageModelError } from '../errors.ts'
import type { AnswerPart, ChatMessage, LanguageModel, ModelRequest, TokenUsage } from '../language-model.ts'
import { defaultPatience, type Patience } from '../wire/patience.ts'
import { defaultMaxTokens } from '../wire/wire.ts'
import { httpFailure, serverWords } from '../wire/http-failure.ts'

/**
 * What is used of a model of the Vercel AI SDK. Every model of a provider of its versions 5 to 7 fits (`LanguageModelV2`,
 * `LanguageModelV3` and `LanguageModelV4`).
 */
export interface AiSdkModel {
  readonly specificationVersion: string
  readonly provider: string
  readonly modelId: string
  doStream(options: AiSdkCall): PromiseLike<{ stream: AsyncIterable<{ type: string }> }>
}

/** The settings of a request that are the same in all versions. */
interface AiSdkCall {
  prompt: (
    | { role: 'system'; content: string }
    | { role: 'user' | 'assistant'; content: { type: 'text'; text: string }[] }
  )[]
  maxOutputTokens: number
  temperature?: number
  topP?: number
  stopSequences?: string[]
  responseFormat?: { type: 'json'; schema: JsonObject; name: string }
  abortSignal: AbortSignal
}

/** Options of {@link fromAiSdk}. */
export interface FromAiSdkOptions {
  /** Most tokens of a request and its answer together. Defaults to unknown. */
  contextTokens?: number
  /** How long the model may be silent. Defaults to 60 s until the first token, and 20 s between two tokens. */
  patience?: Patience
}

/**
 * Makes a model of the Vercel AI SDK a language model, so that every provider of that ecosystem can be used. The SDK's own
 * packages are not needed for it.
 *
 * @example
 * ```ts
 * import { fromAiSdk } from '@narratoria/models/ai-sdk'
 * import { MockLanguageModelV4, simulateReadableStream } from 'ai/test'
 *
 * const usage = { inputTokens: { total: 5 }, outputTokens: { total: 1 } }
 * const chunks = [
 *   { type: 'text-delta', id: '1', delta: 'Hello.' },
 *   { type: 'finish', finishReason: { unified: 'stop' }, usage },
 * ]
 * const mock = new MockLanguageModelV4({ doStream: async () => ({ stream: simulateReadableStream({ chunks }) }) as never })
 * const { text } = await fromAiSdk(mock).complete({ messages: [{ role: 'user', content: 'Greet me.' }] })
 * if (text !== 'Hello.') throw new Error(text)
 * ```
 */
export function fromAiSdk(model: AiSdkModel, { contextTokens, patience }: FromAiSdkOptions = {}): LanguageModel {
  return createLanguageModel({
    id: model.modelId,
    provider: model.provider,
    contextTokens,
    patience: { ...defaultPatience, ...patience },
    generate: (request, { signal }) => answerOf(model, request, signal),
  })
}

async function* answerOf(model: AiSdkModel, request: ModelRequest, signal: AbortSignal): AsyncGenerator<AnswerPart> {
  try {
    const { stream } = await model.doStream(callOf(request, signal))
    for await (const part of stream) {
      if (request.schema && part.type === 'stream-start') assertEnforces(model, part)
      const answered = readPart(part, model)
      if (answered) yield answered
    }
  } catch (error) {
    signal.throwIfAborted()
    throw LanguageModelError.isInstance(error) ? error : failureOf(error, model, request.schema !== undefined)
  }
}

function callOf(request: ModelRequest, abortSignal: AbortSignal): AiSdkCall {
  const { messages, schema, temperature, topP, maxTokens = defaultMaxTokens, stop } = request
  return {
    prompt: messages.map(messageOf),
    maxOutputTokens: maxTokens,
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && { topP }),
    ...(stop && stop.length > 0 && { stopSequences: [...stop] }),
    ...(schema && { responseFormat: { type: 'json', schema, name: 'answer' } }),
    abortSignal,
  }
}

function messageOf({ role, content }: ChatMessage): AiSdkCall['prompt'][number] {
  return role === 'system' ? { role, content } : { role, content: [{ type: 'text', text: content }] }
}

/** Providers warn about settings that they ignore. @throws {LanguageModelError} `schema_refused` */
function assertEnforces({ modelId }: AiSdkModel, part: object): void {
  const warnings = 'warnings' in part && Array.isArray(part.warnings) ? part.warnings : []
  const ignored = warnings.some(
    (warning) => isJsonObject(warning) && [warning.feature, warning.setting].includes('responseFormat'),
  )
  if (ignored) throw new LanguageModelError('schema_refused', `${modelId} enforces no schemas`)
}

function readPart(part: { type: string }, { modelId }: AiSdkModel): AnswerPart | undefined {
  if (part.type === 'error' && 'error' in part) throw part.error
  // Reasoning is not part of the answer, but the model is not silent.
  if (part.type === 'reasoning-delta') return { type: 'text', text: '' }
  if (part.type === 'text-delta' && 'delta' in part) return { type: 'text', text: String(part.delta) }
  if (part.type !== 'finish' || !('finishReason' in part)) return undefined
  const reason = finishReasonOf(part.finishReason)
  if (reason === 'content-filter') throw new LanguageModelError('refused', `${modelId} refused to answer this request`)
  return {
    type: 'finish',
    finishReason: reason === 'length' ? 'length' : 'stop',
    usage: usageOf('usage' in part ? part.usage : undefined),
  }
}

/** A text in version 2, and `{unified}` since then. */
function finishReasonOf(reason: unknown): unknown {
  return typeof reason === 'object' && reason !== null && 'unified' in reason ? reason.unified : reason
}

function usageOf(usage: unknown): TokenUsage {
  const { inputTokens, outputTokens } = isJsonObject(usage) ? usage : {}
  const [promptTokens, completionTokens] = [inputTokens, outputTokens].map(countOf)
  return {
    ...(promptTokens !== undefined && { promptTokens }),
    ...(completionTokens !== undefined && { completionTokens }),
  }
}

/** A number in version 2, and `{total}` since then. */
function countOf(tokens: unknown): number | undefined {
  const count = isJsonObject(tokens) ? tokens.total : tokens
  return typeof count === 'number' ? count : undefined
}

/** Explains an error of the AI SDK. Its `APICallError` has the status and the words of the server. */
function failureOf(error: unknown, { modelId }: { modelId: string }, hasSchema: boolean): LanguageModelError {
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
