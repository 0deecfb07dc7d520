import { readdirSync, readFileSync } from 'node:fs'

/** The variable that marks every process of a launched tool, so that one that left its group is found as well. */
export const markerName = 'NARRATORIA_LAUNCH'

/**
 * Finds what is left of a tool that has ended, in numbers for `process.kill`: on Linux every process that carries
 * `marker` in its environment, elsewhere its group.
 */
export function listStrays(pid: number, marker: string): number[] {
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
    return '' // It has ended, or is not ours.
  }
}

function canSignal(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
