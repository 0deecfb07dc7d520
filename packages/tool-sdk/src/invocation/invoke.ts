import type { JsonValue, ToolRequest } from '@narratoria/protocol'
import { createContext } from '../context/create-context.ts'
import type { InputCheck } from '../input/check-input.ts'
import type { AnyTool } from '../tool.ts'
import { ToolError } from '../tool-error.ts'
import type { Emitter } from './emitter.ts'

/** The most characters of an error's message that are passed on; a line has its limits. */
const maxMessageLength = 10_000

/** What one invocation needs of the place it runs in. */
export interface Invocation {
  request: ToolRequest
  emitter: Emitter
  checkInput: InputCheck
  /** Called when the tool first asks for its signal. */
  signal: () => AbortSignal
  /** Tells whether the host has asked the tool to end. */
  isAborted: () => boolean
}

/**
 * Runs a tool once. Never rejects: whatever `run` does, the invocation ends with exactly one `done` (spec 001 §4.6).
 */
export async function invoke(tool: AnyTool, invocation: Invocation): Promise<void> {
  const { request, emitter, checkInput, signal, isAborted } = invocation
  const { context, drained } = createContext(request, emitter, signal)
  try {
    const input = await checkInput(request.input as JsonValue)
    const summary: unknown = await tool.run(input, context)
    await drained()
    if (isAborted()) fail(emitter, terminated())
    else emitter.done(true, typeof summary === 'string' ? summary : undefined)
  } catch (error) {
    fail(emitter, isAborted() ? terminated(error) : error)
  }
}

/** What a tool fails with that was asked to end. */
export function terminated(cause?: unknown): ToolError {
  return new ToolError('terminated', 'The tool was asked to end before it had finished.', { cause })
}

/** Ends an invocation that failed: an `error` event, `done` with `ok: false`, and the stack on standard error. */
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
