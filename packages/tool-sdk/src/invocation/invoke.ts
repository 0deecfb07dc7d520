import type { JsonValue, ToolRequest } from '@narratoria/protocol'
import { createContext } from '../context/create-context.ts'
import type { InputCheck } from '../input/check-input.ts'
import { isRefusal } from '../refuse.ts'
import type { AnyTool, ToolOutput } from '../tool.ts'
import { ToolError } from '../tool-error.ts'
import type { Emitter, ToolEnd } from '../emitter.ts'

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
  /** Receives the stack of an unexpected error. Defaults to writing to standard error. */
  print?: Print | undefined
}

type Print = (text: string) => void

/** Runs a tool once. Never rejects: whatever `run` does, the invocation ends with exactly one `done`. */
export async function invoke(tool: Pick<AnyTool, 'run'>, invocation: Invocation): Promise<void> {
  const { request, emitter, checkInput, signal, isAborted, print } = invocation
  const { context, drained } = createContext(request, emitter, signal)
  try {
    const input = await checkInput(request.input as JsonValue)
    const returned: unknown = await tool.run(input, context)
    await drained()
    if (isAborted()) fail(emitter, terminated(), print)
    else emitter.done(true, endOf(returned))
  } catch (error) {
    fail(emitter, isAborted() ? terminated(error) : error, print)
  }
}

/** The end of a tool that succeeded, from what its function returned. */
function endOf(returned: unknown): ToolEnd {
  if (typeof returned === 'string') return { summary: returned }
  if (isRefusal(returned)) return { summary: returned.sentence, refused: true }
  if (typeof returned !== 'object' || returned === null || !('result' in returned)) return {}
  const { result, summary } = returned as ToolOutput
  return { result, summary }
}

/** The failure of a tool that was terminated. */
export function terminated(cause?: unknown): ToolError {
  return new ToolError('terminated', 'The tool was terminated before it had finished.', { cause })
}

/** Ends a failed invocation: emits `error` and `done` with `ok: false`, and prints the stack of an unexpected error. */
export function fail(emitter: Emitter, error: unknown, print: Print = (text) => void process.stderr.write(text)): void {
  if (emitter.finished) return
  const expected = ToolError.isInstance(error)
  if (!expected) print(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
  const errorMessage = (error instanceof Error ? error.message : String(error)).slice(0, maxMessageLength)
  const details = expected ? error.details : undefined
  try {
    emitter.emit({ type: 'error', errorCode: codeOf(error), errorMessage, ...(details && { details }) })
  } finally {
    emitter.done(false, { summary: errorMessage })
  }
}

function codeOf(error: unknown): string {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined
  return typeof code === 'string' && code !== '' ? code : 'uncaught_error'
}
