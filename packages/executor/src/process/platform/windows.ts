import { spawn } from 'node:child_process'
import { constants } from 'node:fs'
import { join } from 'node:path'
import type { Platform } from './platform.ts'

/** Windows has no signals and no process groups. */
export const windows: Platform = {
  hasGroups: false,
  environment: ['SYSTEMROOT', 'SYSTEMDRIVE', 'WINDIR', 'COMSPEC', 'PATHEXT', 'USERPROFILE', 'APPDATA', 'LOCALAPPDATA'],
  startAccess: constants.R_OK,
  treeOf: (pid) => ({
    ask: () => endTree(pid, false),
    kill: () => endTree(pid, true),
    hasRest: () => false,
  }),
  ownMemoryOf: () => 0,
}

/** Ends a process and its descendants: `taskkill /T` asks, with `/F` it kills. */
function endTree(pid: number, force: boolean): void {
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
