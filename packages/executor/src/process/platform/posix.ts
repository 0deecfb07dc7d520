import { constants, readFileSync } from 'node:fs'
import { leaders, findOrphans, mayHaveOrphans } from './linux-orphans.ts'
import type { Platform } from './platform.ts'

const posix = {
  hasGroups: true,
  environment: [],
  pickVariables(source, names, extra) {
    const picked: Record<string, string> = {}
    // Read by name: listing process.env costs a call for every variable.
    for (const name of names) {
      const value = source[name]
      if (value !== undefined) picked[name] = value
    }
    return Object.assign(picked, extra)
  },
  startAccess: constants.X_OK,
} satisfies Partial<Platform>

// After this time, at 100 new processes per millisecond, pids may have wrapped around, and their order says nothing.
let pidCycleMs: number | undefined

/** Linux lists every process, so that those that left the process group are found too. */
export const linux: Platform = {
  ...posix,
  treeOf(pid, marker) {
    const startedAt = performance.now()
    leaders.add(pid)
    return {
      terminate: () => terminate([-pid, ...findOrphans(pid, marker)]),
      kill: () => kill([-pid, ...findOrphans(pid, marker)]),
      markExited: () => leaders.delete(pid),
      hasOrphans: () =>
        (performance.now() - startedAt > (pidCycleMs ??= readPidMax() / 100) || mayHaveOrphans(pid, marker)) &&
        findOrphans(pid, marker).length > 0,
    }
  },
  ownMemoryOf(pid) {
    try {
      const [, resident = 0, shared = 0] = readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ').map(Number)
      return (resident - shared) * 4096
    } catch {
      return 0
    }
  },
}

function readPidMax(): number {
  try {
    return Number(readFileSync('/proc/sys/kernel/pid_max', 'latin1'))
  } catch {
    return 0
  }
}

/** Other systems only know the process group. */
export const otherPosix: Platform = {
  ...posix,
  treeOf: (pid) => ({
    terminate: () => terminate([-pid]),
    kill: () => kill([-pid]),
    markExited() {},
    hasOrphans: () => signal(-pid, 0),
  }),
  ownMemoryOf: () => 0,
}

function terminate(targets: readonly number[]): void {
  for (const target of targets) signal(target, 'SIGTERM')
  for (const target of targets) signal(target, 'SIGCONT')
}

function kill(targets: readonly number[]): void {
  for (const target of targets) signal(target, 'SIGKILL')
}

function signal(target: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(target, name)
  } catch {
    return false // The process is gone, or belongs to another user.
  }
}
