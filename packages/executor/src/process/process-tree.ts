import { isMarkerAlive, listStrays } from './linux-strays.ts'
import { endWindowsTree } from './windows-tree.ts'

/** A process and all it started. */
export interface ProcessTree {
  /** Asks all of it to end; wakes what is suspended, so that it can. */
  ask: () => void
  /** Kills all of it. */
  kill: () => void
  /** Tells, once the first process is over, whether anything it started still runs. */
  hasRest: () => boolean
}

/** The tree of the process `pid`, which leads its own group (POSIX) and carries `marker` in its environment. */
export function processTree(pid: number | undefined, marker: string): ProcessTree {
  // It could not be started: there is nothing to end, and a signal to group 0 would be for ourselves.
  if (pid === undefined) return { ask() {}, kill() {}, hasRest: () => false }
  if (process.platform === 'win32') return windowsTree(pid)
  const strays = () => (process.platform === 'linux' ? listStrays(pid, marker) : [])
  return {
    ask() {
      const targets = [-pid, ...strays()]
      for (const target of targets) signal(target, 'SIGTERM')
      for (const target of targets) signal(target, 'SIGCONT')
    },
    kill() {
      for (const target of [-pid, ...strays()]) signal(target, 'SIGKILL')
    },
    hasRest() {
      if (process.platform !== 'linux') return signal(-pid, 0)
      // A group would answer for its zombies too; only a look at each process tells.
      return isMarkerAlive(pid, marker) && strays().length > 0
    },
  }
}

function windowsTree(pid: number): ProcessTree {
  return { ask: () => endWindowsTree(pid, false), kill: () => endWindowsTree(pid, true), hasRest: () => false }
}

function signal(target: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(target, name)
  } catch {
    return false // It is gone, or was never ours.
  }
}
