import { linux, otherPosix } from './posix.ts'
import { windows } from './windows.ts'

/** A process and all it started. */
export interface ProcessTree {
  /** Asks all of it to end; wakes what is suspended, so that it can. */
  ask: () => void
  /** Kills all of it. */
  kill: () => void
  /** Takes note that the first process is over. */
  noteExit: () => void
  /** Tells, once the first process is over, whether anything it started still runs. */
  hasRest: () => boolean
}

/** What differs between operating systems. */
export interface Platform {
  /** True where a process can lead a group of its own, which signals reach whole. */
  readonly hasGroups: boolean
  /** Environment variables, besides those that tools get everywhere, without which programs do not start. */
  readonly environment: readonly string[]
  /** The variables of those names in `source`, and `extra`, which stand before them. */
  pickVariables: (
    source: NodeJS.ProcessEnv,
    names: readonly string[],
    extra: Readonly<Record<string, string>>,
  ) => Record<string, string>
  /** What `fs.access` must grant for a file to be started. */
  readonly startAccess: number
  /** The tree of a process that was started with `marker` in its environment. */
  treeOf: (pid: number, marker: string) => ProcessTree
  /** The memory that a process shares with no other, in bytes; 0 where that cannot be told. */
  ownMemoryOf: (pid: number) => number
}

/** The operating system that this process runs on. */
export const platform: Platform =
  process.platform === 'win32' ? windows : process.platform === 'linux' ? linux : otherPosix
