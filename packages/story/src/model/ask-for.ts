import type { JsonObject } from '@narratoria/protocol'
import { StoryError } from '../errors.ts'
import { findJsonObject } from '../plan/parse-answer.ts'
import type { TextModel, TextRequest } from './text-model.ts'

/** One answer of a model, and why it was rejected, if it was. */
export interface ModelAnswer {
  answer: string
  complaint?: string
}

/** A prompt and the answer that it requires. */
export interface Question {
  prompt: string
  schema: JsonObject
  maxAttempts: number
  /** Lists every problem of an answer. */
  check: (answer: JsonObject) => string[]
}

/**
 * Asks a model for a JSON object until one passes the check. Each retry contains the earlier answers and their problems.
 *
 * @throws {StoryError} `invalid_answer` if no attempt passed; `model_failed`
 */
export async function askFor(
  model: TextModel,
  { prompt, schema, maxAttempts, check }: Question,
  options: { signal?: AbortSignal; answers: ModelAnswer[] },
): Promise<JsonObject> {
  const earlier: { answer: string; complaint: string }[] = []
  let issues: string[] = []
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    const request: TextRequest = { prompt, schema, earlier }
    const answer = await model.complete(request, options)
    const object = findJsonObject(answer)
    issues = object ? check(object) : ['the answer contains no JSON object']
    const complaint = issues.join('; ')
    options.answers.push(issues.length === 0 ? { answer } : { answer, complaint })
    if (object && issues.length === 0) return object
    earlier.push({ answer, complaint })
  }
  throw new StoryError(
    'invalid_answer',
    `${model.name} gave no valid answer in ${maxAttempts} attempts; problems of the last one: ${issues.join('; ')}`,
    { issues },
  )
}
