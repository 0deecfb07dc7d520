// A file of its own, loaded only for the schemas that plain-schema.ts leaves alone: it brings the validator.
import { Check, Errors } from 'typebox/schema'
import type { JsonObject } from '@narratoria/protocol'
import type { InputIssue } from './input-issue.ts'

/** Lists what is wrong with a value by any JSON Schema; empty when it matches. */
export function listIssues(schema: JsonObject, value: unknown): InputIssue[] {
  if (Check(schema, value)) return []
  return Errors(schema, value)[1].map(({ instancePath, message }) => ({ path: instancePath, message }))
}
