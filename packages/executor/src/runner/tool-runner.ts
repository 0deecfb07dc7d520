import type { DoneEvent, ProtocolEvent, ToolRequest } from '@narratoria/protocol'

/** What a tool that runs in a sandbox may use. */
export interface SandboxDemand {
  /** Defaults to false. */
  readonly network?: boolean
}

/** One attempt of a tool, as a {@link ToolRunner} receives it. */
export interface Attempt {
  /** The tool's real path. */
  readonly toolPath: string
  /** The working directory. */
  readonly cwd: string
  /** Environment variables to add to the scrubbed environment. */
  readonly env?: Readonly<Record<string, string>>
  /** The private folder of the tool's skill, if there is one. */
  readonly dataDir?: string | undefined
  /** Demands a sandbox. Defaults to none. */
  readonly sandbox?: SandboxDemand | undefined
  /** The name of the worker process that may run the tool. Defaults to none. */
  readonly worker?: string | undefined
  /** Whether the tool may be started before its request is known. Defaults to false. */
  readonly prewarm?: boolean
  /** The tool's request. Built on first read. */
  readonly request: ToolRequest
  /** Call with each event as it arrives, up to and including `done`. `text` is the line as the tool wrote it, if there is one. */
  readonly onEvent: (event: ProtocolEvent, text?: string) => void
  /** Backpressure: a promise while the host is busy with earlier events. Read no more output until it settles. */
  readonly backpressure: () => Promise<void> | undefined
}

/** The outcome of an attempt. The attempt succeeded if `failure` is undefined. */
export interface AttemptOutcome {
  done?: DoneEvent
  exitCode?: number
  exitSignal?: string
  failure?: AttemptFailure
  /** True if the attempt failed before it was cancelled. The failure is then reported instead of the cancellation. */
  failedFirst?: boolean
  /** The last 64 KiB of standard error. */
  stderr?: string
  /** Problems that do not fail the attempt. */
  warnings?: { code: string; message: string }[]
}

/** Why an attempt failed. */
export interface AttemptFailure {
  errorCode: string
  error: string
  /** False if a further attempt would fail in the same way. Defaults to true. */
  retryable?: boolean
}

/** An attempt that a {@link ToolRunner} has started. */
export interface RunningAttempt {
  /** Resolves when the attempt has ended and has left nothing running. Never rejects. */
  readonly outcome: Promise<AttemptOutcome>
  /**
   * Ends the attempt early. `terminate` asks it to exit and kills it after a grace period, `kill` kills it at once. May be
   * called repeatedly and at any time.
   */
  cancel: (how: 'terminate' | 'kill') => void
  /**
   * Returns the content of a file that the tool named as an asset, for tools whose files the host cannot open. Called after the
   * attempt has succeeded. Without this method the host opens the file itself.
   */
  readAsset?: (path: string) => AsyncIterable<Uint8Array>
}

/** What a tool is started from, before there is a request. */
export type ToolProgram = Pick<Attempt, 'toolPath' | 'cwd' | 'env' | 'dataDir' | 'sandbox' | 'worker'>

/** Runs tools. {@link ProcessRunner} runs them as local processes; a host may provide another implementation. */
export interface ToolRunner {
  /**
   * Starts an attempt. A tool that cannot be started is a failed outcome. An exception is treated as a bug and ends the
   * execution. Events may be emitted before this returns.
   */
  start: (attempt: Attempt) => RunningAttempt
  /** Starts instances ahead of their requests until `count` of them wait. A runner without this method starts every tool cold. */
  prewarm?: (program: ToolProgram, count: number) => Promise<void>
  /** Ends the instances that wait for a request, for example because the tool's files have changed. */
  dropPrewarmed?: () => Promise<void>
  /** Ends the instances that wait for a request. The executor cancels running attempts itself. */
  close?: () => Promise<void>
}
