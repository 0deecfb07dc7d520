import type { JsonObject } from '@narratoria/protocol'
import { findJson } from '../answer/find-json.ts'
import type { StructuredLevel } from '../structured-level.ts'
import { LanguageModelError } from '../errors.ts'
import type { Answer, ChatMessage, LanguageModel, ModelRequest, TokenUsage } from '../language-model.ts'

/** A question whose answer is a JSON object. */
export interface StructuredQuestion<T> extends Omit<ModelRequest, 'schema' | 'schemaMode'> {
  /** The strict schema of the answer. */
  schema: JsonObject
  /** A strict schema with few branches, for servers that refuse `schema` as too large. Defaults to none. */
  flat?: JsonObject
  /** `schema` with bounds, such as `maxLength`, for models that enforce them. Defaults to `schema`. */
  bounded?: JsonObject
  /** The strongest form that is enforced. Defaults to that of the model. */
  level?: StructuredLevel
  /** Most attempts at a usable answer. Defaults to 2. */
  maxAttempts?: number
  /** Called with the tokens of each answer, usable or not. */
  onUsage?: (usage: TokenUsage) => void
  /** Called with each whole answer, and with what is wrong with it. */
  onAnswer?: (text: string, complaint?: string) => void
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
 * Asks a model for a JSON object in the strongest form that is accepted. The answer is checked in any case; the model may correct
 * it, once by default, and an answer that was cut is asked for once more with twice the tokens.
 *
 * @throws {LanguageModelError} `invalid_answer` or `length` if no answer can be used, or the error of the request
 * @example
 * ```ts
 * import { askStructured, createLanguageModel } from '@narratoria/models'
 *
 * const model = createLanguageModel({
 *   id: 'counter',
 *   provider: 'mine',
 *   structured: 'schema',
 *   async *generate() {
 *     yield { type: 'text', text: '{"doors": 3}' }
 *     yield { type: 'finish', finishReason: 'stop', usage: {} }
 *   },
 * })
 * const { value } = await askStructured(model, {
 *   messages: [{ role: 'user', content: 'How many doors has the tower?' }],
 *   schema: {
 *     type: 'object',
 *     additionalProperties: false,
 *     required: ['doors'],
 *     properties: { doors: { type: 'integer' } },
 *   },
 *   read: ({ doors }) => (typeof doors === 'number' ? { value: doors } : { complaint: 'doors must be a number' }),
 * })
 * if (value !== 3) throw new Error(`${value} doors`)
 * ```
 */
export async function askStructured<T>(
  model: LanguageModel,
  question: StructuredQuestion<T>,
  { signal }: { signal?: AbortSignal } = {},
): Promise<StructuredAnswer<T>> {
  const { messages: asked, temperature, topP, stop, maxAttempts = 2, onAnswer } = question
  let level: StructuredLevel = question.level ?? model.structured ?? 'schema'
  let messages: readonly ChatMessage[] = asked
  let maxTokens = question.maxTokens ?? 1_024
  const usage: Required<TokenUsage> = { promptTokens: 0, completionTokens: 0 }
  let unusable = 0
  let doubled = false
  for (let attempts = 1; ; attempts += 1) {
    const request = { messages, temperature, topP, stop, maxTokens }
    const answered = await askAt(model, question, request, level, signal)
    level = answered.level
    const { answer } = answered
    question.onUsage?.(answer.usage)
    usage.promptTokens += answer.usage.promptTokens ?? 0
    usage.completionTokens += answer.usage.completionTokens ?? 0
    if (answer.finishReason === 'length') {
      const room = roomOf(model, answer)
      if (doubled || room <= maxTokens)
        throw new LanguageModelError('length', `${model.id} reached the limit of ${maxTokens} tokens in its answer`)
      doubled = true
      maxTokens = Math.min(maxTokens * 2, room)
      continue
    }
    const object = findJson(answer.text)
    const outcome = object ? question.read(object, level) : { complaint: 'the answer contains no JSON object' }
    onAnswer?.(answer.text, 'value' in outcome ? undefined : outcome.complaint)
    if ('value' in outcome) return { value: outcome.value, level, usage, attempts }
    unusable += 1
    if (unusable >= maxAttempts)
      throw new LanguageModelError(
        'invalid_answer',
        `${model.id} gave no usable answer in ${maxAttempts} attempts: ${outcome.complaint}`,
      )
    // A server that ignores the schema without saying so does not show it to the model either.
    if (!object) level = 'prompt'
    messages = [...asked, ...correction(answer.text, outcome.complaint)]
  }
}

/** Tokens that an answer to the same prompt can have. */
function roomOf({ contextTokens = Infinity }: LanguageModel, { usage: { promptTokens = 0 } }: Answer): number {
  return contextTokens - promptTokens
}

/** Asks at the level, and at the next weaker one for as long as the server refuses. */
async function askAt<T>(
  model: LanguageModel,
  question: StructuredQuestion<T>,
  request: ModelRequest,
  from: StructuredLevel,
  signal: AbortSignal | undefined,
): Promise<{ answer: Answer; level: StructuredLevel }> {
  let level = from
  for (;;) {
    try {
      return { level, answer: await model.complete({ ...request, ...formAt(level, model, question) }, { signal }) }
    } catch (error) {
      if (!LanguageModelError.isInstance(error) || error.code !== 'schema_refused' || level === 'prompt') throw error
      level = level === 'schema' && question.flat ? 'flat' : 'prompt'
    }
  }
}

function formAt<T>(
  level: StructuredLevel,
  { enforcesBounds }: LanguageModel,
  { schema, flat, bounded }: StructuredQuestion<T>,
): Pick<ModelRequest, 'schema' | 'schemaMode'> {
  if (level === 'schema') return { schema: (enforcesBounds === true ? bounded : undefined) ?? schema }
  return level === 'flat' && flat ? { schema: flat } : { schema, schemaMode: 'prompt' }
}

function correction(answer: string, complaint: string): ChatMessage[] {
  const shown = answer.trim().slice(0, 8_000)
  return [
    { role: 'assistant', content: shown === '' ? '(empty)' : shown },
    {
      role: 'user',
      content: `That answer cannot be used: ${complaint}. Answer again with only the corrected JSON object.`,
    },
  ]
}
