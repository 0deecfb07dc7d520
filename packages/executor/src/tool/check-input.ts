import { describeIssues, listIssues, type JsonObject } from '@narratoria/protocol'
import type { RunFailure } from '../runner/tool-runner.ts'

// Schemas that say the same share one compiled check, also when a host reads its manifests anew for every call.
const known = new Map<string, JsonObject>()
const maxKnown = 500

/** Checks `input` against a script's `inputSchema`, so that a bad input costs no process. */
export function checkInput(input: JsonObject, inputSchema: JsonObject): RunFailure | undefined {
  try {
    const issues = listIssues(sameSchema(inputSchema), input)
    if (issues.length === 0) return undefined
    return { errorCode: 'invalid_input', error: `The input was refused: ${describeIssues(issues)}`, retryable: false }
  } catch (error) {
    const error_ = `The tool's inputSchema cannot be used: ${error instanceof Error ? error.message : String(error)}`
    return { errorCode: 'invalid_input_schema', error: error_, retryable: false }
  }
}

const texts = new WeakMap<JsonObject, JsonObject>()

function sameSchema(schema: JsonObject): JsonObject {
  let same = texts.get(schema)
  if (same) return same
  const text = JSON.stringify(schema)
  same = known.get(text)
  if (!same) {
    if (known.size >= maxKnown) known.clear()
    known.set(text, (same = schema))
  }
  texts.set(schema, same)
  return same
}
