import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { systemClock, type Clock } from './clock.ts'
import type { ExecutorOptions } from './options.ts'
import { realRoots } from './plan/tool-roots.ts'
import { defaultMaxInputBytes, defaultMaxTools } from './plan/validate-plan.ts'
import { outputLimitsOf } from './process/output-reader.ts'
import { requireCount, requireNumbers } from './require-numbers.ts'
import { InProcessRunner } from './in-process/in-process-runner.ts'
import type { ToolRunner } from './runner/tool-runner.ts'
import { SandboxRunner } from './sandbox/sandbox-runner.ts'
import { Slots } from './schedule/concurrency.ts'
import { WorkerRunner } from './worker/worker-runner.ts'

/** An executor's options with defaults applied. */
export interface Settings {
  cwd: string
  /** Real paths. */
  roots: readonly string[]
  maxConcurrency: number
  maxTools: number
  maxInputBytes: number
  maxStateChange: number
  toolTimeoutMs: number
  planTimeoutMs: number
  shutdownTimeoutMs: number
  killGraceMs: number
  /** Real paths. */
  assetRoots: readonly string[] | undefined
  describeTool: ExecutorOptions['describeTool']
  runner: ToolRunner
  /** Runs the tools that demand a sandbox. */
  sandboxRunner: ToolRunner
  /** Runs the tools that are functions. */
  functions: InProcessRunner
  clock: Clock
  random: () => number
  /** Shared by all executions of the executor. */
  slots: Slots
}

/**
 * @throws {RangeError} if a limit is not a non-negative number, or `maxConcurrency` is not a positive integer
 * @throws {TypeError} if an entry of `tools` is not a tool
 */
export function resolveSettings(options: ExecutorOptions): Settings {
  requireNumbers(options, ['toolTimeoutMs', 'planTimeoutMs', 'shutdownTimeoutMs', 'killGraceMs'])
  const { clock = systemClock, killGraceMs = 1_000, limits, prewarm, assetRoots, describeTool } = options
  const counts = {
    maxConcurrency: options.maxConcurrency ?? availableParallelism(),
    maxTools: options.maxTools ?? defaultMaxTools,
    maxInputBytes: options.maxInputBytes ?? defaultMaxInputBytes,
    maxStateChange: options.maxStateChange ?? 1_150_000,
  }
  for (const [name, value] of Object.entries(counts)) requireCount(name, value)
  const cwd = resolve(options.cwd ?? process.cwd())
  const processes = { ...limits, clock, killGraceMs, ...(prewarm && { prewarm }) }
  return {
    cwd,
    roots: realRoots(options.roots ?? [cwd], cwd),
    ...counts,
    toolTimeoutMs: options.toolTimeoutMs ?? 30_000,
    planTimeoutMs: options.planTimeoutMs ?? 60_000,
    shutdownTimeoutMs: options.shutdownTimeoutMs ?? 5_000,
    killGraceMs,
    assetRoots: assetRoots && realRoots(assetRoots, cwd),
    describeTool,
    runner: options.runner ?? new WorkerRunner(processes),
    sandboxRunner: options.sandboxRunner ?? new SandboxRunner(processes),
    functions: new InProcessRunner(
      options.tools ?? [],
      { clock, output: outputLimitsOf(limits ?? {}), killGraceMs },
      options.findTool,
    ),
    clock,
    random: options.random ?? Math.random,
    slots: new Slots(counts.maxConcurrency),
  }
}
