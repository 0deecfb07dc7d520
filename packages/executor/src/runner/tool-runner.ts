import type { DoneEvent, ProtocolEvent, ToolRequest } from '@narratoria/protocol'

/** One attempt to run: the work that a {@link ToolRunner} gets. */
export interface ToolJob {
  /** The tool's real path. */
  readonly toolPath: string
  /** The working directory. */
  readonly cwd: string
  /** Variables to add to the scrubbed environment. */
  readonly env?: Readonly<Record<string, string>>
  /** True when the tool may be started before its request is there. */
  readonly prewarm?: boolean
  /** What the tool gets; made when first read. */
  readonly request: ToolRequest
  /** Takes each event as it comes, up to and including `done`. `text` is the tool's own line, where there is one. */
  readonly onEvent: (event: ProtocolEvent, text?: string) => void
  /** A promise while the host is busy with earlier events: read no further until it settles. */
  readonly hold: () => Promise<void> | undefined
}

/** How an attempt ended. Whether it succeeded is decided by `failure` alone. */
export interface RunOutcome {
  done?: DoneEvent
  exitCode?: number
  exitSignal?: string
  /** Why the attempt failed, unless it succeeded. */
  failure?: RunFailure
  /** True when it had failed before it was cancelled, so that its failure stands. */
  failedFirst?: boolean
  /** The last part of standard error. */
  stderr?: string
  /** Things that are wrong and fail nothing. */
  warnings?: { code: string; message: string }[]
}

/** Why an attempt failed. */
export interface RunFailure {
  errorCode: string
  error: string
  /** False when another attempt could not end otherwise. */
  retryable?: boolean
}

/** An attempt under way. */
export interface ToolRun {
  /** Settles, and never rejects, once the attempt is over and nothing of it is left running. */
  readonly outcome: Promise<RunOutcome>
  /** Ends the attempt early: asked first and then killed, or killed at once. May be called again and at any time. */
  cancel: (how: 'ask' | 'kill') => void
}

/** What a tool is started from before there is a request. */
export type WarmTool = Pick<ToolJob, 'toolPath' | 'cwd' | 'env'>

/** Runs tools. The executor's own runs them as processes; another may run them elsewhere. */
export interface ToolRunner {
  /**
   * Starts one attempt. A tool that cannot be started is an outcome, not an exception: one is taken for a bug and ends the
   * whole execution with it. Events may come before this returns.
   */
  start: (job: ToolJob) => ToolRun
  /** Brings the number of instances that were started ahead of their requests up to `count`; without this all start cold. */
  prewarm?: (tool: WarmTool, count: number) => Promise<void>
  /** Ends what waits for requests, since the files that it was started from may have changed. */
  dropPrewarmed?: () => Promise<void>
  /** Ends everything that waits for requests. Attempts under way are the executor's to cancel. */
  close?: () => Promise<void>
}
