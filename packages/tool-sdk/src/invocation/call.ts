import type { ToolRequest } from '@narratoria/protocol'
import { createEmitter } from '../emitter.ts'
import { type InputCheck, prepareInputCheck } from '../input/check-input.ts'
import type { AnyTool, CallOptions } from '../tool.ts'
import { fail, invoke } from './invoke.ts'

const never = new AbortController().signal
const checks = new WeakMap<AnyTool, InputCheck>()

/** Runs a tool in this process. */
export async function call(
  tool: AnyTool,
  request: ToolRequest,
  { write, signal = never, print = () => {} }: CallOptions,
): Promise<void> {
  const emitter = createEmitter(write)
  try {
    let checkInput = checks.get(tool)
    if (!checkInput) checks.set(tool, (checkInput = await prepareInputCheck(tool.input)))
    const isAborted = () => signal.aborted
    await invoke(tool, { request, emitter, checkInput, signal: () => signal, isAborted, print })
  } catch (error) {
    fail(emitter, error, print)
  }
}
