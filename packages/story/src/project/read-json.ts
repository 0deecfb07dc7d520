import { readFileSync } from 'node:fs'
import { describeIssues, listIssues } from '@narratoria/protocol'
import type { Static, TSchema } from 'typebox'
import { StoryError } from '../errors.ts'

/** Reads a JSON file of the project and checks it. @throws {StoryError} `invalid_project` that names file and fields */
export function readJson<Schema extends TSchema>(path: string, schema: Schema): Static<Schema> {
  let value: unknown
  try {
    value = JSON.parse(readFileSync(path, 'utf8').replace(/^\uFEFF/, ''))
  } catch (error) {
    throw new StoryError('invalid_project', `${path} cannot be read: ${(error as Error).message}`, { cause: error })
  }
  const issues = listIssues(schema, value)
  if (issues.length === 0) return value as Static<Schema>
  throw new StoryError('invalid_project', `${path}: ${describeIssues(issues)}; mend the file and try again`)
}

/** A value as the project's files hold it. */
export function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
