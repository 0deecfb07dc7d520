import { basename, extname } from 'node:path'
import { type JsonObject, parseEvents, type ProtocolError, type ProtocolEvent } from '@narratoria/protocol'
import { type LaunchedTool, launchTool } from '../launch/launch-tool.ts'
import { createRequest, type TestRequestOptions } from './create-request.ts'
import type { ToolOutcome } from '../tool-outcome.ts'
import { summarize } from './summarize.ts'

/** Options of {@link runTool}. */
export interface RunToolOptions extends TestRequestOptions {
  cwd?: string
  /** Variables to add to this process's environment. */
  env?: Record<string, string>
  /** Milliseconds after which the tool is killed. Defaults to 30,000. */
  timeoutMs?: number
  signal?: AbortSignal
}

/** The outcome of a tool's process. */
export interface ProcessOutcome extends ToolOutcome, Omit<LaunchedTool, 'stdout'> {
  /** Standard output as text. */
  stdout: string
  /** The first protocol error of the output. `events` contains the events before it. */
  protocolError: ProtocolError | undefined
}

/**
 * Runs a tool in any language as a process, as a host would. A failure of the tool is an outcome, not an exception.
 *
 * @throws {Error} the system's error if the file cannot be started
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
 * import { tmpdir } from 'node:os'
 * import { join } from 'node:path'
 * import { runTool } from '@narratoria/tool-sdk/testing'
 *
 * const folder = mkdtempSync(join(tmpdir(), 'tools-'))
 * writeFileSync(join(folder, 'bell.mjs'), `console.log('{"version":"0","type":"done","ok":true}')`)
 * const { ok, exitCode } = await runTool(join(folder, 'bell.mjs'))
 * assert.deepEqual([ok, exitCode], [true, 0])
 * rmSync(folder, { recursive: true })
 * ```
 */
export async function runTool(
  path: string,
  input: JsonObject = {},
  options: RunToolOptions = {},
): Promise<ProcessOutcome> {
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
