// Loaded only for schemas that plain-schema.ts does not support, because it loads a validator.
import { Check, Errors } from 'typebox/schema'
import type { JsonObject } from '@narratoria/protocol'
import type { InputIssue } from './input-issue.ts'

/** Lists the problems of a value for any JSON Schema. */
export function listIssues(schema: JsonObject, value: unknown): InputIssue[] {
  if (Check(schema, value)) return []
  return Errors(schema, value)[1].map(({ instancePath, message }) => ({ path: instancePath, message }))
}
