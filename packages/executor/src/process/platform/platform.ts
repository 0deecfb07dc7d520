import { linux, otherPosix } from './posix.ts'
import { windows } from './windows.ts'

/** A process and everything it started. */
export interface ProcessTree {
  /** Asks the whole tree to exit. Suspended processes are resumed, so that they can. */
  terminate: () => void
  /** Kills the whole tree. */
  kill: () => void
  /** Records that the first process has exited. */
  markExited: () => void
  /** Whether anything that the process started still runs after its exit. */
  hasOrphans: () => boolean
}

/** What differs between operating systems. */
export interface Platform {
  /** Whether a process can lead its own process group, which receives signals as a whole. */
  readonly hasGroups: boolean
  /** Further environment variables that programs need to start. */
  readonly environment: readonly string[]
  /** Returns the variables `names` of `source`, and `extra`, which takes precedence. */
  pickVariables: (
    source: NodeJS.ProcessEnv,
    names: readonly string[],
    extra: Readonly<Record<string, string>>,
  ) => Record<string, string>
  /** The `fs.access` mode that a file needs to be started. */
  readonly startAccess: number
  /** Returns the tree of a process that was started with `marker` in its environment. */
  treeOf: (pid: number, marker: string) => ProcessTree
  /** The unshared memory of a process in bytes; 0 where it is unknown. */
  ownMemoryOf: (pid: number) => number
}

/** The current operating system. */
export const platform: Platform =
  process.platform === 'win32' ? windows : process.platform === 'linux' ? linux : otherPosix
