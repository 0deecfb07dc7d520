import type { JsonObject } from '@narratoria/protocol'
import { findJson } from '../answer/find-json.ts'
import type { StructuredLevel } from '../connection/connection.ts'
import { LanguageModelError } from '../errors.ts'
import type { Answer, ChatMessage, LanguageModel, ModelRequest, TokenUsage } from '../language-model.ts'

/** A question whose answer is a JSON object. */
export interface StructuredQuestion<T> extends Omit<ModelRequest, 'schema' | 'schemaMode'> {
  /** The strict schema of the answer. */
  schema: JsonObject
  /** A strict schema with few branches, for servers that refuse `schema` as too large. Defaults to none. */
  flat?: JsonObject
  /** The strongest form that the server enforces. Defaults to `schema`. */
  level?: StructuredLevel
  /** Reads an object; returns what is wrong with it as `complaint` otherwise. */
  read: (object: JsonObject, level: StructuredLevel) => { value: T } | { complaint: string }
}

/** The answer to a {@link StructuredQuestion}. */
export interface StructuredAnswer<T> {
  value: T
  /** The form that the server accepted; weaker than the asked one if the server refused that. */
  level: StructuredLevel
  usage: TokenUsage
  /** Number of requests that were answered. */
  attempts: number
}

/**
 * Asks a model for a JSON object in the strongest form that its server accepts. The answer is checked in any case; the model may
 * correct it once, and an answer that was cut is asked for once more with twice the tokens.
 *
 * @throws {LanguageModelError} `invalid_answer` or `length` if no answer can be used, or the error of the request
 */
export async function askStructured<T>(
  model: LanguageModel,
  question: StructuredQuestion<T>,
  { signal }: { signal?: AbortSignal } = {},
): Promise<StructuredAnswer<T>> {
  const { flat: _flat, read, messages: asked, level: strongest = 'schema', ...request } = question
  let level: StructuredLevel = strongest
  let messages: readonly ChatMessage[] = asked
  let maxTokens = question.maxTokens ?? 1_024
  const usage: Required<TokenUsage> = { promptTokens: 0, completionTokens: 0 }
  let repaired = false
  let doubled = false
  for (let attempts = 1; ; attempts += 1) {
    const answered = await askAt(model, question, { ...request, messages, maxTokens }, level, signal)
    level = answered.level
    const { answer } = answered
    usage.promptTokens += answer.usage.promptTokens ?? 0
    usage.completionTokens += answer.usage.completionTokens ?? 0
    if (answer.finishReason === 'length') {
      if (doubled)
        throw new LanguageModelError('length', `${model.id} reached the limit of ${maxTokens} tokens in its answer`)
      doubled = true
      maxTokens *= 2
      continue
    }
    const object = findJson(answer.text)
    const outcome = object ? read(object, level) : { complaint: 'the answer contains no JSON object' }
    if ('value' in outcome) return { value: outcome.value, level, usage, attempts }
    if (repaired)
      throw new LanguageModelError(
        'invalid_answer',
        `${model.id} gave no usable answer in two attempts: ${outcome.complaint}`,
      )
    repaired = true
    // A server that ignores the schema without saying so does not show it to the model either.
    if (!object) level = 'prompt'
    messages = [...asked, ...correction(answer.text, outcome.complaint)]
  }
}

/** Asks at the level, and at the next weaker one for as long as the server refuses. */
async function askAt<T>(
  model: LanguageModel,
  { schema, flat }: StructuredQuestion<T>,
  request: ModelRequest,
  strongest: StructuredLevel,
  signal: AbortSignal | undefined,
): Promise<{ answer: Answer; level: StructuredLevel }> {
  let level = strongest
  for (;;) {
    try {
      const form = level === 'flat' && flat ? flat : schema
      const schemaMode = level === 'prompt' || (level === 'flat' && !flat) ? 'prompt' : 'enforced'
      return { level, answer: await model.complete({ ...request, schema: form, schemaMode }, { signal }) }
    } catch (error) {
      if (!LanguageModelError.isInstance(error) || error.code !== 'schema_refused' || level === 'prompt') throw error
      level = level === 'schema' && flat ? 'flat' : 'prompt'
    }
  }
}

function correction(answer: string, complaint: string): ChatMessage[] {
  const shown = answer.trim().slice(0, 2_000)
  return [
    { role: 'assistant', content: shown === '' ? '(empty)' : shown },
    {
      role: 'user',
      content: `That answer cannot be used: ${complaint}. Answer again with only the corrected JSON object.`,
    },
  ]
}
