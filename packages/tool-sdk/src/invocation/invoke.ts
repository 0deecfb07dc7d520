import type { JsonValue, ToolRequest } from '@narratoria/protocol'
import { createContext } from '../context/create-context.ts'
import type { InputCheck } from '../input/check-input.ts'
import { isRefusal } from '../refuse.ts'
import type { AnyTool } from '../tool.ts'
import { ToolError } from '../tool-error.ts'
import type { Emitter } from '../emitter.ts'

/** Longest error message in characters, so that its line stays below the limit. */
const maxMessageLength = 10_000

/** The request and environment of one invocation. */
export interface Invocation {
  request: ToolRequest
  emitter: Emitter
  checkInput: InputCheck
  /** Called when the tool first reads its signal. */
  signal: () => AbortSignal
  /** Whether the host has terminated the tool. */
  isAborted: () => boolean
}

/** Runs a tool once. Never rejects: whatever `run` does, the invocation ends with exactly one `done`. */
export async function invoke(tool: AnyTool, invocation: Invocation): Promise<void> {
  const { request, emitter, checkInput, signal, isAborted } = invocation
  const { context, drained } = createContext(request, emitter, signal)
  try {
    const input = await checkInput(request.input as JsonValue)
    const returned: unknown = await tool.run(input, context)
    await drained()
    if (isAborted()) fail(emitter, terminated())
    else if (isRefusal(returned)) emitter.done(true, returned.sentence, true)
    else emitter.done(true, typeof returned === 'string' ? returned : undefined)
  } catch (error) {
    fail(emitter, isAborted() ? terminated(error) : error)
  }
}

/** The failure of a tool that was terminated. */
export function terminated(cause?: unknown): ToolError {
  return new ToolError('terminated', 'The tool was terminated before it had finished.', { cause })
}

/** Ends a failed invocation: emits `error` and `done` with `ok: false`, and prints the stack of an unexpected error. */
export function fail(emitter: Emitter, error: unknown): void {
  if (emitter.finished) return
  const expected = ToolError.isInstance(error)
  if (!expected) process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
  const errorMessage = (error instanceof Error ? error.message : String(error)).slice(0, maxMessageLength)
  const details = expected ? error.details : undefined
  try {
    emitter.emit({ type: 'error', errorCode: codeOf(error), errorMessage, ...(details && { details }) })
  } finally {
    emitter.done(false, errorMessage)
  }
}

function codeOf(error: unknown): string {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined
  return typeof code === 'string' && code !== '' ? code : 'uncaught_error'
}
