/** What the host found at the path of an asset event. */
export type FileFact = 'file' | 'missing' | 'not_a_file' | 'unreadable'

/** Everything that a host can know of one invocation when it is over. */
export interface Transcript {
  /** All of standard output. */
  stdout: Uint8Array
  /** The exit code, or `null` when a signal ended the process. */
  exitCode: number | null
  /** The signal that ended the process. */
  exitSignal?: string | null
  /** True when the host ended the process because it took too long. */
  timedOut?: boolean
  /** What was found at each asset's path as the event wrote it; paths that are not named are not judged. */
  files?: Readonly<Record<string, FileFact>>
}
