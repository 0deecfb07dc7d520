import { constants, readFileSync } from 'node:fs'
import { leaders, listStrays, mayHaveRest } from './linux-strays.ts'
import type { Platform } from './platform.ts'

const posix = {
  hasGroups: true,
  environment: [],
  pickVariables(source, names, extra) {
    const picked: Record<string, string> = {}
    // Each by its name: to list the real environment costs a call for everything in it.
    for (const name of names) {
      const value = source[name]
      if (value !== undefined) picked[name] = value
    }
    return Object.assign(picked, extra)
  },
  startAccess: constants.X_OK,
} satisfies Partial<Platform>

// In so long, at a hundred a millisecond, all pids may have been given out, so that they tell no more what came after what.
let pidRoundMs: number | undefined

/** Linux shows every process, so that those which left the group are found too. */
export const linux: Platform = {
  ...posix,
  treeOf(pid, marker) {
    const startedAt = performance.now()
    leaders.add(pid)
    return {
      ask: () => ask([-pid, ...listStrays(pid, marker)]),
      kill: () => kill([-pid, ...listStrays(pid, marker)]),
      noteExit: () => leaders.delete(pid),
      // Only a look at each process tells for sure.
      hasRest: () =>
        (performance.now() - startedAt > (pidRoundMs ??= readPidMax() / 100) || mayHaveRest(pid, marker)) &&
        listStrays(pid, marker).length > 0,
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

/** Elsewhere the group is all that is known. */
export const otherPosix: Platform = {
  ...posix,
  treeOf: (pid) => ({
    ask: () => ask([-pid]),
    kill: () => kill([-pid]),
    noteExit() {},
    hasRest: () => signal(-pid, 0),
  }),
  ownMemoryOf: () => 0,
}

function ask(targets: readonly number[]): void {
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
    return false // It is gone, or was never ours.
  }
}
