import type { ExecutionEvent, JsonObject, ToolInvocation, ToolRequest, ToolResult } from '@narratoria/protocol'
import type { Clock } from './clock.ts'
import type { PrewarmLimits } from './process/prewarm-pool.ts'
import type { ToolRunner } from './runner/tool-runner.ts'

/** What the executor must know of a tool beyond its path. The host answers with it; the executor knows no skills. */
export interface ToolDescription {
  /** The tool's name in its request; the file name without extension unless told. */
  name?: string
  /** JSON Schema of `input`, checked before a process starts. */
  inputSchema?: JsonObject
  /** Time limit of one attempt in milliseconds, instead of the executor's. */
  timeoutMs?: number
  /** Environment variables to add to the scrubbed environment. */
  env?: Record<string, string>
  /** True when the tool promises to do nothing before it has read its request, so that it may be started early. */
  prewarm?: boolean
  /** What to add to the tool's request: its skill's name, data folder and configuration, the host's model endpoint. */
  request?: Pick<ToolRequest, 'skill' | 'host'>
}

/** Bounds on what one attempt may produce. A bound that is hit fails the attempt with a clear error. */
export interface ExecutionLimits {
  /** Longest line of output in bytes; 8 MiB. */
  maxLineBytes?: number
  /** Most events of one attempt; 250,000. */
  maxEvents?: number
  /** Most bytes of standard output of one attempt; 256 MiB. */
  maxOutputBytes?: number
}

/** Options of an executor. */
export interface ExecutorOptions {
  /** Folders that tools must lie in, by the real paths they have now; the working directory unless told. */
  roots?: readonly string[]
  /** What relative tool and asset paths start from, and where tools run; `process.cwd()` unless told. */
  cwd?: string
  /** Most processes at once; the available cores unless told. */
  maxConcurrency?: number
  /** Time limit of one attempt; 30,000 ms. */
  toolTimeoutMs?: number
  /** Time limit of one plan; 60,000 ms. */
  planTimeoutMs?: number
  /** How long {@link Executor.shutdown} takes at most, what it leaves running tools to finish included; 5,000 ms. */
  shutdownTimeoutMs?: number
  /** What a process gets between being asked to end and being killed; 1,000 ms. */
  killGraceMs?: number
  limits?: ExecutionLimits
  /** Bounds on the processes that {@link Executor.prewarm} starts. */
  prewarm?: PrewarmLimits
  /** Folders that assets must lie in; anywhere unless told. */
  assetRoots?: readonly string[]
  /** Describes a tool by its real path; may be asynchronous. */
  describeTool?: (toolPath: string) => ToolDescription | undefined | Promise<ToolDescription | undefined>
  /** What runs the tools; local processes unless told. */
  runner?: ToolRunner
  /** Time for timeouts, waits and the trace; the system's unless told. */
  clock?: Clock
  /** Numbers from 0 to 1 for the jitter of retries; `Math.random` unless told. */
  random?: () => number
}

/** Options of one execution. */
export interface ExecuteOptions {
  signal?: AbortSignal
  /** The session state that tools see and patches merge into; `{}` unless told. */
  state?: JsonObject
  /** Everything that happens, in order. A promise holds back the reading of tool output until it settles. */
  onEvent?: (event: ExecutionEvent) => void | Promise<void>
  /** The same as lines of NDJSON, one or more at a time; see {@link traceTo}. A promise holds back reading too. */
  trace?: (lines: string) => void | Promise<void>
  /** Session and turn for the tools' requests. */
  request?: Pick<ToolRequest, 'sessionId' | 'sessionName' | 'turn'>
  /** A recorded result of the same work, used in place of a run. */
  reuse?: (tool: ToolInvocation) => ToolResult | undefined
  /** Folders that this plan's tools must lie in, instead of the executor's. */
  roots?: readonly string[]
  /** Describes this plan's tools, instead of the executor's. */
  describeTool?: ExecutorOptions['describeTool']
  /** The key of an invocation's work; made from plan and tool unless told. */
  idempotencyKey?: (tool: ToolInvocation) => string
}

/** Options of one call for prewarming. */
export interface PrewarmOptions extends Pick<ExecuteOptions, 'roots' | 'describeTool'> {
  /** How many processes of the tool should wait; 1. */
  count?: number
}
