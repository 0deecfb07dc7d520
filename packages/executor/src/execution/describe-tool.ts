import type { ToolInvocation } from '@narratoria/protocol'
import { isPromise } from '@narratoria/protocol/event-sink'
import type { ExecutorOptions, ToolDescription } from '../options.ts'
import { requireNumbers } from '../require-numbers.ts'
import type { AttemptFailure } from '../runner/tool-runner.ts'
import { checkInput } from './check-input.ts'

/** The host's description of a tool, or why the tool cannot be run. */
export interface Described {
  description?: ToolDescription | undefined
  failure?: AttemptFailure | undefined
}

/** Asks the host for the tool's description and checks the input. Synchronous if the host's answer is. */
export function describeTool(
  describe: ExecutorOptions['describeTool'],
  path: string,
  tool: ToolInvocation,
): Described | Promise<Described> {
  try {
    const description = describe?.(path)
    if (!isPromise(description)) return check(description, tool)
    return description.then((resolved) => check(resolved, tool)).catch(explain)
  } catch (error) {
    return explain(error)
  }
}

function check(description: ToolDescription | undefined, tool: ToolInvocation): Described {
  if (description) requireNumbers(description, ['timeoutMs'])
  if (!description?.inputSchema) return { description }
  return { description, failure: checkInput(tool.input ?? {}, description.inputSchema) }
}

function explain(error: unknown): Described {
  const why = error instanceof Error ? error.message : String(error)
  return { failure: { errorCode: 'description_failed', error: `The host could not describe the tool: ${why}` } }
}
