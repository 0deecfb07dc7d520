import type { JsonObject } from '@narratoria/protocol'
import { StoryError } from '../errors.ts'
import { findJsonObject } from '../plan/parse-answer.ts'
import type { TextModel, TextRequest } from './text-model.ts'

/** One answer of a model, and why it was refused. */
export interface ModelAnswer {
  answer: string
  complaint?: string
}

/** What {@link askFor} asks for. */
export interface Question {
  prompt: string
  schema: JsonObject
  maxAttempts: number
  /** Everything that is wrong with an answer. */
  check: (answer: JsonObject) => string[]
}

/**
 * Asks a model for a JSON object until one passes the check, each time with what was wrong before (P3 §7.1).
 *
 * @throws {StoryError} `invalid_answer` when no attempt passed; `model_failed`
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
    issues = object ? check(object) : ['the answer holds no JSON object']
    const complaint = issues.join('; ')
    options.answers.push(issues.length === 0 ? { answer } : { answer, complaint })
    if (object && issues.length === 0) return object
    earlier.push({ answer, complaint })
  }
  throw new StoryError(
    'invalid_answer',
    `${model.name} gave no usable answer in ${maxAttempts} attempts; the last one: ${issues.join('; ')}`,
    { issues },
  )
}
