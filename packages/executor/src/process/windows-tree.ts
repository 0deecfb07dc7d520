import { spawn } from 'node:child_process'
import { join } from 'node:path'

/**
 * Ends a process and its descendants on Windows, which has no signals and no process groups: `taskkill /T` asks,
 * with `/F` it kills.
 */
export function endWindowsTree(pid: number, force: boolean): void {
  const taskkill = join(process.env.SystemRoot ?? 'C:\\Windows', 'System32', 'taskkill.exe')
  const child = spawn(taskkill, ['/PID', String(pid), '/T', ...(force ? ['/F'] : [])], {
    stdio: 'ignore',
    windowsHide: true,
  })
  // The process may be gone already, and taskkill itself may be missing: then Node's own kill is what remains.
  child.on('error', () => {
    try {
      process.kill(pid)
    } catch {}
  })
}
