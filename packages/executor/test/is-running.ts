import { readFileSync } from 'node:fs'

/**
 * Whether a process is running. A zombie is not: it has ended, but its parent has not yet read its exit status. The first process
 * of some systems does that only every two seconds.
 */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return process.platform !== 'linux' || !/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, 'latin1'))
  } catch {
    return false
  }
}
