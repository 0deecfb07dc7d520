import type { JsonObject, JsonValue } from '@narratoria/protocol'
import type { StandardSchemaV1 } from '@standard-schema/spec'
import type { InputIssue } from './input-issue.ts'
import { ToolError } from '../tool-error.ts'
import { type InputSchema, isStandardSchema } from './input-schema.ts'
import { isPlainSchema, listPlainIssues } from './plain-schema.ts'

/** Checks an input and returns the value for `run`. */
export type InputCheck = (input: JsonValue) => unknown

/** Returns the check for a schema. Loads a validator if needed, so that a prewarmed tool has loaded it before its request arrives. */
export async function prepareInputCheck(schema: InputSchema | undefined): Promise<InputCheck> {
  if (schema === undefined) return (input) => input
  if (isStandardSchema(schema)) return (input) => checkStandard(schema, input)
  const jsonSchema = schema as JsonObject
  const list = isPlainSchema(jsonSchema) ? listPlainIssues : (await import('./full-schema.ts')).listIssues
  return (input) => {
    const issues = list(jsonSchema, input)
    if (issues.length > 0) throw invalidInput(issues)
    return input
  }
}

/** Returns the check for a schema, compiled for many calls in one process. */
export async function compileInputCheck(schema: InputSchema | undefined): Promise<InputCheck> {
  const check = await prepareInputCheck(schema)
  if (schema === undefined || isStandardSchema(schema)) return check
  const isValid = (await import('./full-schema.ts')).compileCheck(schema as JsonObject)
  // The other check lists the problems.
  return (input) => (isValid(input) ? input : check(input))
}

async function checkStandard(schema: StandardSchemaV1, input: JsonValue): Promise<unknown> {
  const result = await schema['~standard'].validate(input)
  if (!result.issues) return result.value
  throw invalidInput(
    result.issues.map(({ path, message }) => ({
      path: (path ?? []).map((step) => `/${String(typeof step === 'object' ? step.key : step)}`).join(''),
      message,
    })),
  )
}

function invalidInput(all: InputIssue[]): ToolError {
  const issues = all.slice(0, 20).map(({ path, message }) => ({ path, message }))
  const text = issues.map(({ path, message }) => `${path === '' ? 'the input' : path} ${message}`).join('; ')
  return new ToolError('invalid_input', `The input does not match the schema: ${text}`, {
    retryable: false,
    details: { issues },
  })
}
