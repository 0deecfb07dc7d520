import {
  askStructured,
  fromStrict,
  type LanguageModel,
  LanguageModelError,
  type ModelRequest,
  strictSchema,
} from '@narratoria/models'
import { isJsonObject, type JsonObject } from '@narratoria/protocol'
import { StoryError } from '../errors.ts'
import type { CallJournal } from './call-journal.ts'

/** One answer of a model, and why it was rejected, if it was. */
export interface ModelAnswer {
  answer: string
  complaint?: string
}

export type AnswerSettings = Pick<ModelRequest, 'temperature' | 'maxTokens'>

/** A prompt and the answer that it requires. */
export interface Question extends AnswerSettings {
  prompt: string
  schema: JsonObject
  maxAttempts: number
  /** Lists every problem of an answer. */
  check: (answer: JsonObject) => string[]
  /** Repairs the answer to the last attempt before its check. Defaults to no repair. */
  repair?: ((answer: JsonObject) => JsonObject) | undefined
}

export const answerTokens = 4_096

/**
 * Asks a model for a JSON object until one passes the check. Each retry contains the last answer and its problems. An answer in
 * the journal is used without asking.
 *
 * @throws {StoryError} `invalid_answer` if no attempt passed; `model_failed`
 */
export async function askFor(
  model: LanguageModel,
  { prompt, schema, maxAttempts, check, repair = (answer) => answer, temperature, maxTokens = answerTokens }: Question,
  {
    signal,
    answers,
    step = '',
    journal,
  }: { signal?: AbortSignal; answers: ModelAnswer[]; step?: string; journal?: CallJournal | undefined },
): Promise<JsonObject> {
  const stored = journal?.read(step, prompt)
  if (stored && check(stored).length === 0) return stored
  let issues: string[] = ['the answer contains no JSON object']
  let attempt = 0
  try {
    const { value } = await askStructured<JsonObject>(
      model,
      {
        messages: [{ role: 'user', content: prompt }],
        schema: strictSchema(schema),
        bounded: schema,
        temperature,
        maxTokens,
        maxAttempts,
        read(answer) {
          attempt += 1
          const given = fromStrict(schema, answer)
          const object = isJsonObject(given) && attempt === maxAttempts ? repair(given) : given
          issues = isJsonObject(object) ? check(object) : ['the answer is not a JSON object']
          return isJsonObject(object) && issues.length === 0 ? { value: object } : { complaint: issues.join('; ') }
        },
        onAnswer: (answer, complaint) => answers.push({ answer, ...(complaint !== undefined && { complaint }) }),
      },
      { signal },
    )
    journal?.write(step, prompt, value)
    return value
  } catch (error) {
    signal?.throwIfAborted()
    if (StoryError.isInstance(error)) throw error
    const [name, reason] = [modelName(model), error instanceof Error ? error.message : String(error)]
    if (!LanguageModelError.isInstance(error) || error.code !== 'invalid_answer' || answers.length === 0)
      throw new StoryError('model_failed', `${name}: ${reason}`, { cause: error })
    const complaint = answers.at(-1)?.complaint ?? reason
    throw new StoryError(
      'invalid_answer',
      `${name} gave no valid answer in ${maxAttempts} attempts; problems of the last one: ${complaint}`,
      { issues },
    )
  }
}

/** The name of a model in plan files and messages. */
export function modelName({ provider, id }: LanguageModel): string {
  return `${provider}:${id}`
}
