import { readFileSync, realpathSync, statSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { text as readAll } from 'node:stream/consumers'
import { type ExecutorOptions, Executor, toMermaid } from '@narratoria/executor'
import {
  type ExecutionEvent,
  type ExecutionResult,
  type JsonObject,
  type Plan,
  isJsonObject,
} from '@narratoria/protocol'
import { UsageError, exitCodes } from '../../exit-codes.ts'
import { abortOnInterrupt } from '../../host/interrupt.ts'
import type { Io } from '../../io.ts'
import { notify, print, streamJson, printError, printJson } from '../../terminal/print.ts'
import { oneLine } from '../../terminal/terminal.ts'
import type { RunOptions } from './command.ts'

export async function runPlan(options: RunOptions, io: Io): Promise<number> {
  const plan = options.file === '-' ? await readAll(io.stdin) : readText(io, options.file, 'plan')
  const executor = new Executor(executorOptions(io, options))
  const interrupt = abortOnInterrupt(io)
  try {
    // The executor validates the plan. An invalid one is a result.
    const result = await executor.execute(plan, {
      signal: interrupt.signal,
      state: readState(io, options.state),
      onEvent: eventWriter(io, options),
    })
    return report(io, plan, result, options)
  } finally {
    interrupt.release()
    await executor.close()
  }
}

function executorOptions(io: Io, options: RunOptions): ExecutorOptions {
  const folder = (path: string): string => {
    const absolute = resolve(io.cwd, path)
    if (statSync(absolute, { throwIfNoEntry: false })?.isDirectory()) return realpathSync(absolute)
    throw new UsageError(`the folder "${path}" does not exist`)
  }
  const cwd = folder(options.cwd ?? '.')
  return {
    cwd,
    roots: [cwd, ...options.allow.map(folder)],
    toolTimeoutMs: options.timeout,
    planTimeoutMs: options.planTimeout,
    maxConcurrency: options.maxConcurrency,
  }
}

function readText(io: Io, file: string, what: string): string {
  try {
    return readFileSync(resolve(io.cwd, file), 'utf8')
  } catch (error) {
    throw new UsageError(`the ${what} "${file}" cannot be read: ${(error as Error).message}`)
  }
}

function readState(io: Io, file: string | undefined): JsonObject {
  if (file === undefined) return {}
  const text = readText(io, file, 'state')
  try {
    const state: unknown = JSON.parse(text)
    if (isJsonObject(state)) return state
  } catch {
    // Reported below.
  }
  throw new UsageError(`the state "${file}" must be one JSON object`)
}

function eventWriter(
  io: Io,
  { ndjson, json }: RunOptions,
): ((event: ExecutionEvent) => void | Promise<void>) | undefined {
  if (ndjson) return (event) => streamJson(io, event)
  if (json) return undefined
  return (event) => {
    const line = describeEvent(event)
    // A tool's id or message could otherwise pretend to be a line of another tool.
    if (line !== undefined) printError(io, oneLine(line))
  }
}

function describeEvent(event: ExecutionEvent): string | undefined {
  switch (event.type) {
    case 'tool_started': {
      const attempt = event.attempt > 1 ? ` (attempt ${event.attempt})` : ''
      return `${event.toolId}: started ${basename(event.toolPath)}${attempt}`
    }
    case 'tool_retry':
      return `${event.toolId}: ${event.error}; retrying`
    case 'warning':
      return `${event.toolId ?? 'plan'}: ${event.message}`
    case 'tool_event':
      return event.event.type === 'log' ? `${event.toolId}: ${event.event.message}` : undefined
    case 'tool_finished': {
      const { state, executionTime, error } = event.result
      return `${event.toolId}: ${state} after ${Math.round(executionTime)} ms${error ? ` – ${error}` : ''}`
    }
    default:
      return undefined
  }
}

const refusals = new Set<string | undefined>(['invalid_plan', 'invalid_json', 'circular_dependency'])

function report(io: Io, plan: string, result: ExecutionResult, options: RunOptions): number {
  const isRefused = refusals.has(result.failureReason)
  if (options.json) printJson(io, result)
  else if (options.graph && !isRefused) print(io, toMermaid(JSON.parse(plan) as Plan, result))
  else if (!options.ndjson && !isRefused) printJson(io, result.state, 2)
  for (const issue of result.issues ?? []) notify(io, issue)
  return result.success ? exitCodes.success : isRefused ? exitCodes.refused : exitCodes.failure
}
