import type { FileFact } from '../rules/asset-fault.ts'

/** Everything that a host knows about a finished invocation. */
export interface Transcript {
  /** All of standard output. */
  stdout: Uint8Array
  /** The exit code; `null` if a signal or the host ended the process. */
  exitCode: number | null
  /** The signal that ended the process, if the host did not send it. */
  exitSignal?: string | null
  /** True if the host ended the process at the time limit. */
  timedOut?: boolean
  /** True if a process of the tool was still running two seconds after `done` or after the end of its output. */
  outstayed?: boolean
  /** What was found at each asset's path, by the path in the event. Other paths are not checked. */
  files?: Readonly<Record<string, FileFact>>
}
