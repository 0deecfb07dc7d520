import type { ToolRequest } from '@narratoria/protocol'
import { createEmitter } from '../emitter.ts'
import type { AnyTool, CallOptions } from '../tool.ts'
import type { HostCheck } from './direct-call.ts'
import { invoke } from './invoke.ts'

const never = new AbortController().signal

/** Runs a tool in this process. */
export async function call(
  tool: AnyTool,
  check: HostCheck,
  request: ToolRequest,
  { write, signal = never, print = () => {} }: CallOptions,
): Promise<void> {
  await invoke(tool, {
    request,
    input: request.input,
    emitter: createEmitter(write),
    checkInput: check.ready ?? (await check.prepare()),
    signal: () => signal,
    isAborted: () => signal.aborted,
    print,
  })
}
