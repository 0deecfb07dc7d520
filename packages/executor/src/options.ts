import type {
  DoneEvent,
  ExecutionEvent,
  JsonObject,
  ToolAttempt,
  ToolInvocation,
  ToolRequest,
  ToolResult,
} from '@narratoria/protocol'
import type { Clock } from './clock.ts'
import type { ExecutionLimits } from './process/output-reader.ts'
import type { PrewarmLimits } from './process/prewarm-pool.ts'
import type { InProcessTool } from './in-process/in-process-runner.ts'
import type { SandboxDemand, ToolRunner } from './runner/tool-runner.ts'

/** What the host knows about a tool beyond its path. */
export interface ToolDescription {
  /** The tool's name in its request. Defaults to the file name without its extension. */
  name?: string
  /** JSON Schema of `input`. The input is checked before a process starts. */
  inputSchema?: JsonObject
  /** Time limit of one attempt in milliseconds. Defaults to the executor's `toolTimeoutMs`. */
  timeoutMs?: number
  /**
   * Whether the tool itself ends when it waits for too long, such as one that waits for a language model. The time of the plan
   * stands still while it runs. Defaults to false.
   */
  limitsItself?: boolean
  /** Environment variables to add to the scrubbed environment. */
  env?: Record<string, string>
  /** Demands a sandbox, with or without access to the network. Defaults to none. */
  sandbox?: SandboxDemand
  /** Whether the tool has no effects before it has read its request, so that it may be started early. Defaults to false. */
  prewarm?: boolean
  /**
   * The name of a worker process that may run the tool: one process for many attempts of all tools with the same name, working directory and
   * environment. The tool must be a JavaScript file whose default export is a tool of `defineTool`, must keep nothing from one
   * attempt for the next, and must start no process. Ignored in a sandbox. Defaults to a process for each attempt.
   */
  worker?: string
  /** Fields to add to the tool's request: its skill's name, data folder and configuration, the host's model endpoint. */
  request?: Pick<ToolRequest, 'skill' | 'host' | 'story'>
}

/** Options of an {@link Executor}. */
export interface ExecutorOptions {
  /** Folders that tools must lie in, compared by real path. Defaults to the working directory. */
  roots?: readonly string[]
  /** The tools' working directory, to which relative tool and asset paths are resolved. Defaults to `process.cwd()`. */
  cwd?: string
  /** Most attempts at the same time, over all executions. Defaults to the number of available cores. */
  maxConcurrency?: number
  /** Most tools of a plan. A plan with more is refused. Defaults to 10,000. */
  maxTools?: number
  /**
   * Most bytes of the inputs of a plan's tools together: their keys and texts as UTF-8, and 512 for each value, so that there are at most
   * 65,536 by default. A plan with more is refused before anything else of it is read; so is one whose text is larger, and a
   * tool whose input is larger with what its references refer to fails. Defaults to 32 MiB.
   */
  maxInputBytes?: number
  /**
   * Largest change of the state by the tools of a plan: the characters of their `state_patch` events as lines of JSON, and 16 for each
   * value. A tool that exceeds it fails. Storing a change holds the event loop for a time in proportion to it, for less than 0.1 s at
   * the default. Defaults to 1,150,000.
   */
  maxStateChange?: number
  /** Time limit of one attempt in milliseconds. Defaults to 30,000. */
  toolTimeoutMs?: number
  /** Time limit of one execution in milliseconds. Defaults to 60,000. */
  planTimeoutMs?: number
  /** Longest duration of {@link Executor.close} in milliseconds, including the time for running tools to finish. Defaults to 5,000. */
  shutdownTimeoutMs?: number
  /** Milliseconds between terminating and killing a process. Defaults to 1,000. */
  killGraceMs?: number
  limits?: ExecutionLimits
  /** Limits on the processes that {@link Executor.prewarm} starts. */
  prewarm?: PrewarmLimits
  /**
   * Folders that assets must lie in, in addition to the request's `assetsDir`. Defaults to the working directory, the data folder of the
   * tool's skill, and the system's folder for temporary files.
   */
  assetRoots?: readonly string[]
  /** Describes a tool by its real path. Defaults to describing none. */
  describeTool?: (toolPath: string) => ToolDescription | undefined | Promise<ToolDescription | undefined>
  /**
   * Tools that run as functions in this process, such as `defineTool` of `@narratoria/tool-sdk` returns them. A plan names one by the
   * path `tool:NAME`. They have the checks, limits and events of other tools, but are not isolated from the host. Defaults to none.
   */
  tools?: readonly InProcessTool[]
  /** Finds further tools of that kind by name, which may come and go. Called for each plan and each attempt. Defaults to none. */
  findTool?: (name: string) => InProcessTool | undefined
  /** Runs the other tools. Defaults to a `WorkerRunner`. */
  runner?: ToolRunner
  /** Runs the tools whose description demands a sandbox, instead of `runner`. Defaults to a `SandboxRunner`. */
  sandboxRunner?: ToolRunner
  /** Time for limits, waits and the trace. Defaults to the clock of the system. */
  clock?: Clock
  /** Random numbers from 0 to 1 for the jitter of retries. Defaults to `Math.random`. */
  random?: () => number
}

/** An attempt that is about to start. */
export interface StartingAttempt {
  planId: string
  toolId: string
  /** Its real path, or `tool:NAME`. */
  toolPath: string
  /** Counts from 1. */
  attempt: number
  input: JsonObject
}

/** Follows one attempt. */
export interface AttemptObserver {
  /** Fields to add to the tool's request. */
  readonly request?: Pick<ToolRequest, 'traceparent' | 'tracestate'>
  /** Calls `start`, which starts the attempt, in a context of its own. Defaults to calling it. */
  run?<T>(start: () => T): T
  /** Called when the attempt has ended, with its `done` event if there was one. */
  ended(attempt: ToolAttempt, done: DoneEvent | undefined): void
}

/** Options of one execution. */
export interface ExecuteOptions {
  /** Cancels the execution. */
  signal?: AbortSignal
  /** The session state that tools read and patches merge into. Defaults to `{}`. */
  state?: JsonObject
  /** Called with each event, in order. While a returned promise is pending, no further event is delivered and no output is read. */
  onEvent?: (event: ExecutionEvent) => void | Promise<void>
  /** Called with the same events as NDJSON, one or more lines at a time; see {@link traceTo}. Backpressure as for `onEvent`. */
  trace?: (lines: string) => void | Promise<void>
  /** Session and turn for the tools' requests. Each invocation gets a folder of its own within `assetsDir`. */
  request?: Pick<ToolRequest, 'sessionId' | 'sessionName' | 'turn' | 'campaign' | 'assetsDir'>
  /** Called before each attempt. The observer that it returns follows the attempt. */
  observeAttempt?: (attempt: StartingAttempt) => AttemptObserver
  /** Returns a recorded result to use instead of running the tool. */
  reuse?: (tool: ToolInvocation) => ToolResult | undefined
  /** Folders that this plan's tools must lie in. Defaults to the executor's. */
  roots?: readonly string[]
  /** Further folders that this plan's assets may lie in. Defaults to none. */
  assetRoots?: readonly string[]
  /** Describes this plan's tools. Defaults to the executor's. */
  describeTool?: ExecutorOptions['describeTool']
  /** Returns the idempotency key of an invocation. Defaults to the plan's `requestId` and the `toolId`. */
  idempotencyKey?: (tool: ToolInvocation) => string
}

/** Options of {@link Executor.prewarm}. */
export interface PrewarmOptions extends Pick<ExecuteOptions, 'roots' | 'describeTool'> {
  /** Number of processes of the tool that should wait. Defaults to 1. */
  count?: number
}

/** Options of {@link Executor.close}. */
export interface CloseOptions {
  /** Whether to kill running tools at once. Defaults to false. */
  force?: boolean
}
