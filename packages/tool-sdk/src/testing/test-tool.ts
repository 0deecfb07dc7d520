import { type JsonObject, parseEvent, type ProtocolEvent } from '@narratoria/protocol'
import { prepareInputCheck } from '../input/check-input.ts'
import { createEmitter } from '../emitter.ts'
import { fail, invoke } from '../invocation/invoke.ts'
import { completeRequest } from '../process/read-request.ts'
import type { AnyTool } from '../tool.ts'
import { createRequest, type TestRequestOptions } from './create-request.ts'
import type { ToolOutcome } from '../tool-outcome.ts'
import { summarize } from './summarize.ts'

/** Options of {@link testTool}. */
export interface TestToolOptions extends TestRequestOptions {
  /** Terminates the tool. */
  signal?: AbortSignal
}

/**
 * Runs a tool in this process. The input is checked and every event is serialized and parsed, as with a host. A failure of the
 * tool is an outcome, not an exception.
 *
 * @throws {ProtocolError} if the tool emits an event that a host would refuse
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { defineTool } from '@narratoria/tool-sdk'
 * import { testTool } from '@narratoria/tool-sdk/testing'
 *
 * const bell = defineTool({ name: 'bell', run: (_input, { patch }) => patch({ rung: true }) })
 * const { ok, output } = await testTool(bell)
 * assert.deepEqual([ok, output], [true, { rung: true }])
 * ```
 */
export async function testTool(
  tool: AnyTool,
  input: JsonObject = {},
  options: TestToolOptions = {},
): Promise<ToolOutcome> {
  const events: ProtocolEvent[] = []
  let refused: { error: unknown } | undefined
  const emitter = createEmitter((line) => {
    try {
      events.push(parseEvent(line, events.length + 1))
    } catch (error) {
      refused ??= { error }
    }
  })
  const signal = options.signal ?? new AbortController().signal
  try {
    // Copied as JSON, as on the wire.
    const request = completeRequest(JSON.parse(JSON.stringify(createRequest(tool.name, input, options))))
    const checkInput = await prepareInputCheck(tool.input)
    await invoke(tool, {
      request,
      input: request.input,
      emitter,
      checkInput,
      signal: () => signal,
      isAborted: () => signal.aborted,
    })
  } catch (error) {
    fail(emitter, error)
  }
  if (refused) throw refused.error
  return summarize(events)
}
