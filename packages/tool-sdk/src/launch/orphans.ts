import { readdirSync, readFileSync } from 'node:fs'

/** The environment variable that marks the processes of a tool, so that those that left its group are found. */
export const markerName = 'NARRATORIA_LAUNCH'

/**
 * Lists what a tool that has ended left running, as arguments for `process.kill`: on Linux every process with `marker` in its
 * environment, on other systems its process group.
 */
export function listOrphans(pid: number, marker: string): number[] {
  if (process.platform === 'win32') return []
  if (process.platform !== 'linux') return canSignal(-pid) ? [-pid] : []
  const text = `${markerName}=${marker}`
  return readdirSync('/proc')
    .map(Number)
    .filter((entry) => Number.isInteger(entry) && environmentOf(entry).includes(text))
}

function environmentOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1')
  } catch {
    return '' // The process has ended, or belongs to another user.
  }
}

function canSignal(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
