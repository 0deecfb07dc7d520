import { isJsonObject, type JsonObject, type JsonValue } from '@narratoria/protocol'
import { toGbnf } from '../../grammar/to-gbnf.ts'
import type { ChatMessage, CompletionRequest } from '../local-model.ts'

/** A request that the endpoint refuses with an HTTP status. */
export class BadRequest extends Error {
  readonly status: number

  constructor(message: string, status = 400) {
    super(message)
    this.status = status
  }
}

/** A client's request for a chat completion. */
export interface ChatRequest {
  completion: CompletionRequest
  stream: boolean
  includeUsage: boolean
}

const defaultMaxTokens = 512

/**
 * Parses the body of `POST /v1/chat/completions`. Unsupported options that would change the completion (tools, images,
 * several choices) are refused.
 *
 * @throws {BadRequest} with the invalid field
 */
export function readChatRequest(body: JsonValue): ChatRequest {
  if (!isJsonObject(body)) throw new BadRequest('the body must be a JSON object')
  if (!Array.isArray(body.messages) || body.messages.length === 0)
    throw new BadRequest('"messages" must be an array with at least one message')
  if (body.n !== undefined && body.n !== null && body.n !== 1) throw new BadRequest('"n" can only be 1')
  if (Array.isArray(body.tools) && body.tools.length > 0) throw new BadRequest('"tools" are not supported')
  const maxTokens =
    positiveInteger(body, 'max_completion_tokens') ?? positiveInteger(body, 'max_tokens') ?? defaultMaxTokens
  const temperature = body.temperature ?? 0.7
  if (typeof temperature !== 'number' || temperature < 0 || temperature > 2)
    throw new BadRequest('"temperature" must be a number from 0 to 2')
  const topP = body.top_p ?? undefined
  if (topP !== undefined && (typeof topP !== 'number' || topP <= 0 || topP > 1))
    throw new BadRequest('"top_p" must be a number above 0 and at most 1')
  const stop = stopOf(body.stop)
  const { grammar, schema } = formatOf(body.response_format)
  const seed = positiveInteger(body, 'seed')
  const options = body.stream_options
  return {
    completion: {
      lane: 'host',
      messages: body.messages.map(readMessage),
      maxTokens,
      temperature,
      ...(topP !== undefined && { topP }),
      ...(stop && { stop }),
      ...(grammar !== undefined && { grammar }),
      ...(schema && { schema }),
      ...(seed !== undefined && { seed }),
    },
    stream: body.stream === true,
    includeUsage: isJsonObject(options) && options.include_usage === true,
  }
}

function readMessage(message: JsonValue, index: number): ChatMessage {
  const role = isJsonObject(message) ? message.role : undefined
  const content = isJsonObject(message) ? textOf(message.content) : undefined
  const known = role === 'system' || role === 'developer' || role === 'user' || role === 'assistant'
  if (!known || content === undefined)
    throw new BadRequest(`messages[${index}] must have a role (system, developer, user, assistant) and text content`)
  return { role: role === 'developer' ? 'system' : role, content }
}

function textOf(content: JsonValue | undefined): string | undefined {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return undefined
  const parts = content.map((part) =>
    isJsonObject(part) && part.type === 'text' && typeof part.text === 'string' ? part.text : undefined,
  )
  return parts.some((part) => part === undefined) ? undefined : parts.join('')
}

function positiveInteger(body: JsonObject, key: string): number | undefined {
  const value = body[key]
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'number' || !Number.isInteger(value) || value < (key === 'seed' ? 0 : 1))
    throw new BadRequest(`"${key}" must be a positive integer`)
  return value
}

function stopOf(stop: JsonValue | undefined): string[] | undefined {
  if (stop === undefined || stop === null) return undefined
  const texts = typeof stop === 'string' ? [stop] : stop
  if (Array.isArray(texts) && texts.every((text) => typeof text === 'string')) return texts
  throw new BadRequest('"stop" must be a string or an array of strings')
}

const anyJson = `root ::= object
value ::= object | array | string | number | "true" | "false" | "null"
object ::= "{" (string ":" value ("," string ":" value)*)? "}"
array ::= "[" (value ("," value)*)? "]"
string ::= "\\"" ([^"\\\\\\x00-\\x1F\\x7F] | "\\\\" ["\\\\/bfnrt])* "\\""
number ::= "-"? ("0" | [1-9] [0-9]{0,8}) ("." [0-9]{1,6})?
`

function formatOf(format: JsonValue | undefined): { grammar?: string; schema?: JsonObject } {
  if (format === undefined || format === null) return {}
  if (!isJsonObject(format)) throw new BadRequest('"response_format" must be an object')
  if (format.type === 'text') return {}
  if (format.type === 'json_object') return { grammar: anyJson }
  const schema = isJsonObject(format.json_schema) ? format.json_schema.schema : undefined
  if (format.type !== 'json_schema' || !isJsonObject(schema))
    throw new BadRequest('"response_format" must be text, json_object or json_schema with a schema')
  const grammar = toGbnf(schema)
  if (typeof grammar !== 'string')
    throw new BadRequest(`the schema has ${grammar.what} at "${grammar.path}", which is not supported`)
  return { grammar, schema }
}

/** Parses the body of `POST /v1/embeddings`. @throws {BadRequest} */
export function readEmbeddingRequest(body: JsonValue): { texts: string[]; base64: boolean } {
  const input = isJsonObject(body) ? body.input : undefined
  const texts = typeof input === 'string' ? [input] : input
  const isTexts =
    Array.isArray(texts) && texts.length > 0 && texts.length <= 256 && texts.every((text) => typeof text === 'string')
  if (!isTexts) throw new BadRequest('"input" must be a string or an array of 1 to 256 strings')
  return { texts, base64: isJsonObject(body) && body.encoding_format === 'base64' }
}
