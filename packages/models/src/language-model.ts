import type { JsonObject } from '@narratoria/protocol'
import type { StructuredLevel } from './structured-level.ts'

/** One message of a chat. */
export interface ChatMessage {
  role: 'system' | 'user' | 'assistant'
  content: string
}

/**
 * How a JSON schema is sent with a request: `enforced` as a format that the server is asked to enforce, `prompt` as text in the
 * last system message.
 */
export type SchemaMode = 'enforced' | 'prompt'

/** What a model is asked. */
export interface ModelRequest {
  /** System messages first; then user and assistant alternate, and a user message is last. */
  messages: readonly ChatMessage[]
  /** JSON Schema of the answer, within the rules of `strictSchema` unless the model `enforcesBounds`. Defaults to free text. */
  schema?: JsonObject
  /** How `schema` is sent. Defaults to `enforced`. An answer must be checked in either case. */
  schemaMode?: SchemaMode
  /** Randomness from 0 to 2. Defaults to the server's own. */
  temperature?: number
  /** Share of the likeliest tokens to choose from, above 0 and at most 1. Defaults to the server's own. */
  topP?: number
  /** Most tokens of the answer. Defaults to 1,024. */
  maxTokens?: number
  /** Texts that end the answer. Defaults to none. */
  stop?: readonly string[]
}

/** Options of one request. */
export interface ModelCallOptions {
  /** Cancels the request at once. The promise or the iterator rejects with the signal's reason. */
  signal?: AbortSignal
  /** The W3C trace context of the caller, which is sent with the request. Defaults to none. */
  traceparent?: string
}

/** Number of tokens, as far as the server reports them. */
export interface TokenUsage {
  promptTokens?: number
  completionTokens?: number
}

/** Why an answer ended: `length` means that `maxTokens` or the context was reached. */
export type FinishReason = 'stop' | 'length'

/** A whole answer. */
export interface Answer {
  /** The text without the model's reasoning. */
  text: string
  finishReason: FinishReason
  usage: TokenUsage
}

/** A part of a streamed answer: pieces of text, then one `finish`. */
export type AnswerPart =
  | { type: 'text'; text: string }
  | { type: 'finish'; finishReason: FinishReason; usage: TokenUsage }

/** A language model. Any object with this shape can plan, narrate and write. */
export interface LanguageModel {
  /** The server's name of the model. */
  readonly id: string
  /** Who runs it, such as `openai`, `ollama` or `local`. */
  readonly provider: string
  /** Most tokens of a request and its answer together, if known. */
  readonly contextTokens?: number
  /** The strongest form of structured output that is enforced. Defaults to `schema`. */
  readonly structured?: StructuredLevel
  /** Whether schemas may have bounds, such as `maxLength` and `maxItems`, which are enforced too. Defaults to false. */
  readonly enforcesBounds?: boolean
  /**
   * Resolves to the whole answer.
   *
   * @throws {LanguageModelError}
   */
  complete(request: ModelRequest, options?: ModelCallOptions): Promise<Answer>
  /**
   * Yields the answer piece by piece, without the model's reasoning. Ending the loop early cancels the request.
   *
   * @throws {LanguageModelError}
   */
  stream(request: ModelRequest, options?: ModelCallOptions): AsyncIterable<AnswerPart>
  /** Waits for running answers and releases the model. Defaults to nothing. */
  close?(): Promise<void>
}
