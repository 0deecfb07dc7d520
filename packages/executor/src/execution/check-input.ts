import { describeIssues, type JsonObject } from '@narratoria/protocol'
import { listForeignIssues } from '@narratoria/protocol/bounded'
import type { AttemptFailure } from '../runner/tool-runner.ts'

// Equal schemas share one compiled validator, even if the host reads its manifests anew for every call.
const schemasByText = new Map<string, JsonObject>()
const sharedSchemas = new WeakMap<JsonObject, JsonObject>()
const maxSchemas = 500

/** Checks `input` against a tool's `inputSchema`. */
export function checkInput(input: JsonObject, inputSchema: JsonObject): AttemptFailure | undefined {
  try {
    const issues = listForeignIssues(shareSchema(inputSchema), input)
    if (issues.length === 0) return undefined
    return { errorCode: 'invalid_input', error: `The input was refused: ${describeIssues(issues)}`, retryable: false }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    const message = `The tool's inputSchema cannot be used: ${why}`
    return { errorCode: 'invalid_input_schema', error: message, retryable: false }
  }
}

function shareSchema(schema: JsonObject): JsonObject {
  let shared = sharedSchemas.get(schema)
  if (shared) return shared
  const text = JSON.stringify(schema)
  shared = schemasByText.get(text)
  if (!shared) {
    if (schemasByText.size >= maxSchemas) schemasByText.clear()
    schemasByText.set(text, (shared = schema))
  }
  sharedSchemas.set(schema, shared)
  return shared
}
