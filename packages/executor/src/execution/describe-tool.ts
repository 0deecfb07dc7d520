import { type ToolInvocation, describeIssues, type JsonObject, type SchemaIssue } from '@narratoria/protocol'
import { isPromise } from '@narratoria/protocol/event-sink'
import type { ExecutorOptions, ToolDescription } from '../options.ts'
import { requireNumbers } from '../require-numbers.ts'
import type { AttemptFailure } from '../runner/tool-runner.ts'
import type { Cancellation } from './cancellation.ts'
import { listForeignIssues, listIssuesWithin, TimeLimitError } from '@narratoria/protocol/bounded'
import { checkInThread } from './check-thread.ts'

/** The host's description of a tool, or why the tool cannot be run. */
export interface Described {
  description?: ToolDescription | undefined
  failure?: AttemptFailure | undefined
}

/** Asks the host for the tool's description and checks the input. Synchronous if the host's answer is and the check is short. */
export function describeTool(
  describe: ExecutorOptions['describeTool'],
  path: string,
  { tool, stop }: { tool: ToolInvocation; stop: Cancellation },
): Described | Promise<Described> {
  const check = (description: ToolDescription | undefined): Described | Promise<Described> => {
    if (description) requireNumbers(description, ['timeoutMs'])
    if (!description?.inputSchema) return { description }
    const failure = checkInput(tool.input ?? {}, description.inputSchema, stop)
    return failure instanceof Promise
      ? failure.then((found) => ({ description, failure: found }))
      : { description, failure }
  }
  try {
    const description = describe?.(path)
    if (!isPromise(description)) return check(description)
    return description.then(check).catch(explain)
  } catch (error) {
    return explain(error)
  }
}

function explain(error: unknown): Described {
  const why = error instanceof Error ? error.message : String(error)
  return { failure: { errorCode: 'description_failed', error: `The host could not describe the tool: ${why}` } }
}

// Equal schemas share one compiled validator, even if the host reads its manifests anew for every call.
const schemasByText = new Map<string, JsonObject>()
const sharedSchemas = new WeakMap<JsonObject, JsonObject>()
const maxSchemas = 500

/** The longest check in this thread, in milliseconds of processor time; almost every check takes less. */
const quickMs = 10

/**
 * Checks `input` against a tool's `inputSchema`. A check that takes longer than 10 ms is repeated in another thread, until its time limit or
 * until the execution stops.
 */
function checkInput(
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
