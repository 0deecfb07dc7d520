import type { Clock } from '../clock.ts'
import type { ExecutorOptions } from '../options.ts'
import type { ToolRunner } from '../runner/tool-runner.ts'
import type { Places } from './places.ts'

/** An executor's options with everything decided. */
export interface Settings {
  cwd: string
  maxConcurrency: number
  toolTimeoutMs: number
  planTimeoutMs: number
  /** Real paths. */
  assetRoots?: readonly string[]
  describeTool?: ExecutorOptions['describeTool']
  runner: ToolRunner
  clock: Clock
  random: () => number
  /** The places for attempts, shared by all executions of an executor. */
  places: Places
}
