import type { FileFact } from '../rules/asset-fault.ts'

/** Everything that a host can know of one invocation when it is over. */
export interface Transcript {
  /** All of standard output. */
  stdout: Uint8Array
  /** The exit code; `null` when a signal or the host ended the process. */
  exitCode: number | null
  /** The signal that ended the process, where the host did not send it. */
  exitSignal?: string | null
  /** True when the host ended the process because it took too long. */
  timedOut?: boolean
  /** True when something of the tool still ran two seconds after `done`, or after its output had ended. */
  outstayed?: boolean
  /** What was found at each asset's path as the event wrote it; paths that are not named are not judged. */
  files?: Readonly<Record<string, FileFact>>
}
