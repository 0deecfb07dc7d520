import type { JsonValue } from '@narratoria/protocol'
import { type ContextSource, InvocationContext } from '../context/invocation-context.ts'
import type { InputCheck } from '../input/check-input.ts'
import { isRefusal } from '../refuse.ts'
import type { AnyTool, ToolOutput } from '../tool.ts'
import { ToolError } from '../tool-error.ts'
import type { Emitter, ToolEnd } from '../emitter.ts'

/** Longest error message in characters, so that its line stays below the limit. */
const maxMessageLength = 10_000

/** The request and environment of one invocation. */
export interface Invocation<Outcome = void> extends ContextSource {
  readonly input: JsonValue
  readonly emitter: Emitter
  readonly checkInput: InputCheck
  /** Whether the host has terminated the tool. */
  isAborted: () => boolean
  /** Receives the stack of an unexpected error. Defaults to writing to standard error. */
  readonly print?: Print | undefined
  /** Called after `done`. */
  readonly outcome?: () => Outcome | Promise<Outcome>
}

type Print = (text: string) => void

/**
 * Runs a tool once and resolves to the outcome of the invocation. Never rejects: whatever `run` does, the invocation ends with
 * exactly one `done`. Not an async function, which takes a third longer for a short call.
 */
export function invoke<Outcome = void>(tool: Pick<AnyTool, 'run'>, invocation: Invocation<Outcome>): Promise<Outcome> {
  const context = new InvocationContext(invocation, invocation.emitter)
  const view = InvocationContext.viewOf(context)
  const failed = (error: unknown) => failWith(error, invocation)
  const ended = (returned: unknown) => {
    const drained = InvocationContext.drained(context)
    return drained ? drained.then(() => succeed(returned, invocation), failed) : succeed(returned, invocation)
  }
  try {
    if (invocation.isAborted()) return Promise.resolve(failed(undefined))
    const checked = invocation.checkInput(invocation.input)
    const running: unknown =
      checked instanceof Promise ? checked.then((input) => tool.run(input, view)) : tool.run(checked, view)
    if (!isThenable(running)) return Promise.resolve(ended(running))
    return (running instanceof Promise ? running : Promise.resolve(running)).then(ended, failed)
  } catch (error) {
    return Promise.resolve(failed(error))
  }
}

function succeed<Outcome>(returned: unknown, invocation: Invocation<Outcome>): Outcome | Promise<Outcome> {
  const { emitter, print } = invocation
  try {
    if (invocation.isAborted()) fail(emitter, terminated(), print)
    else emitter.done(true, endOf(returned))
  } catch (error) {
    return failWith(error, invocation)
  }
  return invocation.outcome?.() as Outcome
}

function failWith<Outcome>(error: unknown, invocation: Invocation<Outcome>): Outcome | Promise<Outcome> {
  try {
    fail(invocation.emitter, invocation.isAborted() ? terminated(error) : error, invocation.print)
  } catch {
    // The error event could not be written; `done` follows it even so.
  }
  return invocation.outcome?.() as Outcome
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'
}

const noEnd: ToolEnd = {}

/** The end of a tool that succeeded, from what its function returned. */
function endOf(returned: unknown): ToolEnd {
  if (typeof returned === 'string') return { summary: returned }
  if (typeof returned !== 'object' || returned === null) return noEnd
  // A copy of the object would take as long as the rest of a short call.
  if ('result' in returned) return returned as ToolOutput
  return isRefusal(returned) ? { summary: returned.sentence, refused: true } : noEnd
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
