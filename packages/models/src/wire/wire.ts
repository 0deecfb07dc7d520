import type { JsonObject } from '@narratoria/protocol'
import type { ModelRequest, TokenUsage } from '../language-model.ts'

export interface Delta {
  text?: string
  /** Text that the server marks as reasoning. */
  reasoning?: string
  finish?: 'stop' | 'length' | 'refused'
  usage?: TokenUsage
  /** An error that the server sends within a response that began with status 200. */
  failure?: string
}

/** What a wire needs to know about a model to make a request. */
export interface WireModel {
  model: string
  contextTokens?: number
  /** The field for the limit of an answer's tokens on OpenAI-compatible servers. Defaults to `max_tokens`. */
  maxTokensField?: 'max_tokens' | 'max_completion_tokens'
  /** Further fields of a request with a schema. */
  schemaFields?: JsonObject
}

/** The HTTP format of a family of servers. */
export interface Wire {
  /** The path of a chat request after the base URL. */
  readonly chatPath: string
  readonly framing: 'sse' | 'ndjson'
  headers(key: string | undefined): Record<string, string>
  body(request: ModelRequest, model: WireModel): JsonObject
  /** Reads one frame of a stream, or a whole response of a server that does not stream. */
  read(frame: JsonObject): Delta
}

/** Tokens that an answer may have unless the request limits them. */
export const defaultMaxTokens = 1_024

/** The text at `key`, or nothing. */
export function textAt(value: JsonObject, ...keys: string[]): string | undefined {
  for (const key of keys) {
    const text = value[key]
    if (typeof text === 'string' && text !== '') return text
  }
  return undefined
}

/** The token counts at two keys, as far as they are numbers. */
export function usageAt(value: JsonObject, prompt: string, completion: string): TokenUsage {
  const [promptTokens, completionTokens] = [value[prompt], value[completion]]
  return {
    ...(typeof promptTokens === 'number' && { promptTokens }),
    ...(typeof completionTokens === 'number' && { completionTokens }),
  }
}
