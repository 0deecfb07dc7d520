import { describeIssues, listIssues } from '@narratoria/protocol'
import type { Static, TSchema } from 'typebox'
import { StoryError } from '../errors.ts'
import { readText } from './read-text.ts'

/** Reads and validates a JSON file. @throws {StoryError} `invalid_project`, naming the file and the invalid fields */
export function readJson<Schema extends TSchema, Value = Static<Schema>>(path: string, schema: Schema): Value {
  const text = readText(path)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new StoryError('invalid_project', `${path} cannot be read: ${(error as Error).message}`, { cause: error })
  }
  const issues = listIssues(schema, value)
  if (issues.length === 0) return value as Value
  throw new StoryError('invalid_project', `${path}: ${describeIssues(issues)}; fix the file and try again`)
}

/** A value in the JSON format of the project's files. */
export function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
