import type { ToolInvocation } from '@narratoria/protocol'
import { isPromise } from '@narratoria/protocol/event-sink'
import type { ExecutorOptions, ToolDescription } from '../options.ts'
import { requireNumbers } from '../require-numbers.ts'
import type { AttemptFailure } from '../runner/tool-runner.ts'
import type { Cancellation } from './cancellation.ts'
import { checkInput } from './check-input.ts'

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
