import { type JsonObject, parseEvent, type ProtocolEvent } from '@narratoria/protocol'
import { prepareInputCheck } from '../input/check-input.ts'
import { createEmitter } from '../invocation/emitter.ts'
import { fail, invoke } from '../invocation/invoke.ts'
import { completeRequest } from '../process/read-request.ts'
import type { AnyTool } from '../tool.ts'
import { createRequest, type TestRequestOptions } from './create-request.ts'
import { summarize, type ToolOutcome } from './tool-outcome.ts'

/** Options of {@link testTool}. */
export interface TestToolOptions extends TestRequestOptions {
  /** Stands for the host's wish to end the tool. */
  signal?: AbortSignal
}

/**
 * Runs a tool in this process, as its own process would: the input is checked, every event goes through the wire
 * format, and a failure is an outcome, not an exception.
 *
 * @throws {ProtocolError} when the tool emits what a host would refuse
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
    // As on the wire, where nothing is shared and only JSON arrives.
    const request = completeRequest(JSON.parse(JSON.stringify(createRequest(tool.name, input, options))))
    const checkInput = await prepareInputCheck(tool.input)
    await invoke(tool, { request, emitter, checkInput, signal: () => signal, isAborted: () => signal.aborted })
  } catch (error) {
    fail(emitter, error)
  }
  if (refused) throw refused.error
  return summarize(events)
}
