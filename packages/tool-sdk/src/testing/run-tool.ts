import { basename, extname } from 'node:path'
import { type JsonObject, parseEvents, type ProtocolError, type ProtocolEvent } from '@narratoria/protocol'
import { type LaunchedTool, launchTool } from '../launch/launch-tool.ts'
import { createRequest, type TestRequestOptions } from './create-request.ts'
import { summarize, type ToolOutcome } from './tool-outcome.ts'

/** Options of {@link runTool}. */
export interface RunToolOptions extends TestRequestOptions {
  cwd?: string
  /** Added to this process's environment. */
  env?: Record<string, string>
  /** When to kill it, in milliseconds; 30,000 unless told. */
  timeoutMs?: number
  signal?: AbortSignal
}

/** What a tool's process came to. */
export interface ToolRun extends ToolOutcome, Omit<LaunchedTool, 'stdout'> {
  /** Standard output as it was written. */
  stdout: string
  /** Why a host would have refused its output; the events before it are there. */
  protocolError: ProtocolError | undefined
}

/**
 * Runs a tool in any language as a process, as a host would: one request on standard input, events from standard
 * output. What goes wrong is an outcome.
 *
 * @throws the system's error when the file cannot be started
 */
export async function runTool(path: string, input: JsonObject = {}, options: RunToolOptions = {}): Promise<ToolRun> {
  const { cwd, env, timeoutMs, signal } = options
  const request = createRequest(basename(path, extname(path)), input, options)
  const launched = await launchTool(path, {
    stdin: `${JSON.stringify(request)}\n`,
    ...(cwd !== undefined && { cwd }),
    ...(env !== undefined && { env: { ...process.env, ...env } }),
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(signal !== undefined && { signal }),
  })
  const events: ProtocolEvent[] = []
  let protocolError: ProtocolError | undefined
  try {
    for await (const event of parseEvents([launched.stdout])) events.push(event)
  } catch (error) {
    protocolError = error as ProtocolError
  }
  return { ...launched, ...summarize(events), stdout: launched.stdout.toString(), protocolError }
}
