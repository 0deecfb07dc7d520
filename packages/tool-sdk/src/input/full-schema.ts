// Loaded only for schemas that plain-schema.ts does not support and in hosts, because it loads a validator.
import { Check, Compile, Errors } from 'typebox/schema'
import type { JsonObject } from '@narratoria/protocol'
import type { InputIssue } from './input-issue.ts'

/** Lists the problems of a value for any JSON Schema. */
export function listIssues(schema: JsonObject, value: unknown): InputIssue[] {
  if (Check(schema, value)) return []
  return Errors(schema, value)[1].map(({ instancePath, message }) => ({ path: instancePath, message }))
}

/** Compiles a schema for frequent checks. Takes longer than some checks by {@link listIssues}. */
export function compileCheck(schema: JsonObject): (value: unknown) => boolean {
  const validator = Compile(schema)
  return (value) => validator.Check(value)
}
