import { readFileSync, realpathSync, statSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { type ExecutorOptions, Executor, toMermaid } from '@narratoria/executor'
import {
  type ExecutionEvent,
  type ExecutionResult,
  type JsonObject,
  type Plan,
  isJsonObject,
} from '@narratoria/protocol'
import { UsageError, exitCodes } from '../exit-codes.ts'
import { abortOnInterrupt } from '../host/interrupt.ts'

interface RunOptions {
  cwd: string
  allow: string[]
  state?: string
  timeout?: number
  planTimeout?: number
  maxConcurrency?: number
  json?: boolean
  ndjson?: boolean
  graph?: boolean
}

/** `narratoria run`: executes a plan; 0 it succeeded, 1 it ran and failed, 2 it was refused before anything ran. */
export async function run(file: string, options: RunOptions): Promise<void> {
  const text = await readPlanText(file)
  const executor = new Executor(executorOptions(options))
  const interrupt = abortOnInterrupt()
  try {
    // The executor checks the plan itself: what is wrong with it comes back as a result.
    const result = await executor.execute(text, {
      signal: interrupt.signal,
      state: readState(options.state),
      onEvent: options.ndjson ? writeEvent : options.json ? undefined : tellEvent,
    })
    report(text, result, options)
  } finally {
    interrupt.release()
    await executor.shutdown()
  }
}

async function readPlanText(file: string): Promise<string> {
  if (file === '-') return (await buffer(process.stdin)).toString('utf8')
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new UsageError(`the plan "${file}" cannot be read: ${(error as Error).message}`)
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function executorOptions(options: RunOptions): ExecutorOptions {
  const cwd = folder(options.cwd)
  return {
    cwd,
    roots: [cwd, ...options.allow.map(folder)],
    toolTimeoutMs: options.timeout,
    planTimeoutMs: options.planTimeout,
    maxConcurrency: options.maxConcurrency,
  }
}

function folder(path: string): string {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory())
    throw new UsageError(`the folder "${path}" does not exist`)
  return realpathSync(resolve(path))
}

function readState(file: string | undefined): JsonObject {
  if (file === undefined) return {}
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new UsageError(`the state "${file}" cannot be read: ${(error as Error).message}`)
  }
  const state = parseJson(text)
  if (!isJsonObject(state)) throw new UsageError(`the state "${file}" must be one JSON object`)
  return state
}

function writeEvent(event: ExecutionEvent): void | Promise<void> {
  if (process.stdout.write(`${JSON.stringify(event)}\n`)) return
  return new Promise((resume) => process.stdout.once('drain', resume))
}

function tellEvent(event: ExecutionEvent): void {
  if (event.type === 'tool_started')
    tell(
      `${event.toolId}: started ${basename(event.toolPath)}${event.attempt > 1 ? ` (attempt ${event.attempt})` : ''}`,
    )
  if (event.type === 'tool_retry') tell(`${event.toolId}: ${event.error}; trying again`)
  if (event.type === 'warning') tell(`${event.toolId ?? 'plan'}: ${event.message}`)
  if (event.type === 'tool_event' && event.event.type === 'log') tell(`${event.toolId}: ${event.event.message}`)
  if (event.type === 'tool_finished') {
    const { result } = event
    tell(
      `${event.toolId}: ${result.state} after ${Math.round(result.executionTime)} ms${result.error ? ` – ${result.error}` : ''}`,
    )
  }
}

function tell(line: string): void {
  process.stderr.write(`${line}\n`)
}

const refusals = new Set<string | undefined>(['invalid_plan', 'invalid_json', 'circular_dependency'])

function report(text: string, result: ExecutionResult, options: RunOptions): void {
  const refused = refusals.has(result.failureReason)
  if (options.json) process.stdout.write(`${JSON.stringify(result)}\n`)
  else if (options.graph && !refused) process.stdout.write(`${toMermaid(JSON.parse(text) as Plan, result)}\n`)
  else if (!options.ndjson && !refused) process.stdout.write(`${JSON.stringify(result.state, null, 2)}\n`)
  for (const issue of result.issues ?? []) tell(`narratoria: ${issue}`)
  process.exitCode = result.success ? exitCodes.success : refused ? exitCodes.refused : exitCodes.failure
}
