import { describeIssues, type JsonObject, type SchemaIssue } from '@narratoria/protocol'
import { listForeignIssues, listIssuesWithin, TimeLimitError } from '@narratoria/protocol/bounded'
import type { AttemptFailure } from '../runner/tool-runner.ts'
import type { Cancellation } from './cancellation.ts'
import { checkInThread } from './check-thread.ts'

// Equal schemas share one compiled validator, even if the host reads its manifests anew for every call.
const schemasByText = new Map<string, JsonObject>()
const sharedSchemas = new WeakMap<JsonObject, JsonObject>()
const maxSchemas = 500

/** What almost every check takes less than, in milliseconds of processor time. */
const quickMs = 10

/**
 * Checks `input` against a tool's `inputSchema`. A check that takes longer than a moment goes on in another thread, until its time limit or
 * until the execution stops.
 */
export function checkInput(
  input: JsonObject,
  inputSchema: JsonObject,
  stop: Cancellation,
): AttemptFailure | undefined | Promise<AttemptFailure | undefined> {
  let schema = inputSchema
  try {
    schema = shareSchema(inputSchema)
    return refusalOf(listIssuesWithin(quickMs, schema, input))
  } catch (error) {
    if (!(error instanceof TimeLimitError)) return unusable(error instanceof Error ? error.message : String(error))
  }
  return checkInThread({ schema: JSON.stringify(schema), input }, stop).then((answer) => {
    // No thread was available: checks the input here, unless the caller has cancelled.
    if (!answer) return stop.reason ? undefined : refusalOf(listForeignIssues(schema, input))
    return 'fault' in answer ? unusable(answer.fault) : refusalOf(answer.issues)
  })
}

function refusalOf(issues: SchemaIssue[]): AttemptFailure | undefined {
  if (issues.length === 0) return undefined
  return { errorCode: 'invalid_input', error: `The input was refused: ${describeIssues(issues)}`, retryable: false }
}

function unusable(why: string): AttemptFailure {
  const message = `The tool's inputSchema cannot be used: ${why}`
  return { errorCode: 'invalid_input_schema', error: message, retryable: false }
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
