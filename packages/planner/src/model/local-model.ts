import type { JsonObject } from '@narratoria/protocol'

/** One message of a chat. */
export interface ChatMessage {
  role: 'system' | 'user' | 'assistant'
  content: string
}

/** A request for a completion. */
export interface CompletionRequest {
  messages: readonly ChatMessage[]
  /** `planner` has priority and keeps its prompt evaluated; `host` yields to it between two tokens. */
  lane: 'planner' | 'host'
  /** A GBNF grammar for the completion. Defaults to none. */
  grammar?: string
  /** The JSON Schema of `grammar`, for models of servers. Local models ignore it. */
  schema?: JsonObject
  /** Most tokens of the completion. Defaults to 512. */
  maxTokens?: number
  /** Randomness of the choice of tokens. Defaults to 0, which always takes the likeliest token. */
  temperature?: number
  /** Share of the likeliest tokens to choose from with a `temperature` above 0. Defaults to 1. */
  topP?: number
  /** Texts that end the completion; it does not contain them. Defaults to none. */
  stop?: readonly string[]
  /** Seed for a `temperature` above 0. Defaults to a random one. */
  seed?: number
}

/** A completion and its measures. */
export interface Completion {
  text: string
  /** `length` if `maxTokens` was reached. */
  finishReason: 'stop' | 'length'
  promptTokens: number
  /** Prompt tokens that were evaluated; the others were cached. */
  evaluatedTokens: number
  completionTokens: number
  prefillMs: number
  decodeMs: number
}

/** Properties of a loaded model. */
export interface ModelInfo {
  /** The file's name without `.gguf`. */
  name: string
  /** Most tokens of a prompt and its completion. */
  contextSize: number
  loadMs: number
}

/** Options of one completion. */
export interface CompletionOptions {
  /** Cancels the completion; the promise rejects. */
  signal?: AbortSignal
  /** Called with each piece of text as it is written. */
  onText?: (text: string) => void
  /** The W3C trace context of the caller. Defaults to none. */
  traceparent?: string
}

/** A language model on this machine, in this process or in a separate one. */
export interface LocalModel extends AsyncDisposable {
  readonly info: ModelInfo
  /** Writes a completion. */
  complete(request: CompletionRequest, options?: CompletionOptions): Promise<Completion>
  /** Evaluates the first messages of later prompts in advance. Resolves to the number of evaluated tokens. */
  warm(messages: readonly ChatMessage[], options?: CompletionOptions): Promise<number>
  /** Resolves to the number of tokens of a text. */
  countTokens(text: string): Promise<number>
  /** Resolves to an embedding for each text: a vector of length 1. */
  embed(texts: readonly string[], options?: CompletionOptions): Promise<number[][]>
  /** Waits for running completions, then releases the model. With `force`, cancels them. Later calls reject. */
  close(options?: CloseOptions): Promise<void>
}

/** Options of `close`. */
export interface CloseOptions {
  /** Whether to end running work at once instead of waiting for it. Defaults to `false`. */
  force?: boolean
}
