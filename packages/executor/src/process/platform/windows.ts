import { spawn } from 'node:child_process'
import { constants } from 'node:fs'
import { join } from 'node:path'
import type { Platform } from './platform.ts'

/** Windows has no signals and no process groups, and the names of its variables are case-insensitive. */
export const windows: Platform = {
  hasGroups: false,
  environment: ['SYSTEMROOT', 'SYSTEMDRIVE', 'WINDIR', 'COMSPEC', 'PATHEXT', 'USERPROFILE', 'APPDATA', 'LOCALAPPDATA'],
  // A copy of the environment, as in a worker thread, is case-sensitive.
  pickVariables(source, names, extra) {
    const picked: Record<string, string> = {}
    const taken = new Set(Object.keys(extra).map((name) => name.toUpperCase()))
    const wanted = new Set(names.map((name) => name.toUpperCase()))
    for (const [name, value] of Object.entries(source)) {
      const key = name.toUpperCase()
      if (value === undefined || !wanted.has(key) || taken.has(key)) continue
      picked[name] = value
      taken.add(key)
    }
    return Object.assign(picked, extra)
  },
  startAccess: constants.R_OK,
  treeOf: (pid) => ({
    terminate: () => endTree(pid, false),
    kill: () => endTree(pid, true),
    markExited() {},
    hasOrphans: () => false,
  }),
  ownMemoryOf: () => 0,
}

/** Ends a process and its descendants. `taskkill /T` asks them to exit; `/F` kills them. */
function endTree(pid: number, force: boolean): void {
  const taskkill = join(process.env.SystemRoot ?? 'C:\\Windows', 'System32', 'taskkill.exe')
  const child = spawn(taskkill, ['/PID', String(pid), '/T', ...(force ? ['/F'] : [])], {
    stdio: 'ignore',
    windowsHide: true,
  })
  // Falls back to Node's own kill if taskkill is missing.
  child.on('error', () => {
    try {
      process.kill(pid)
    } catch {}
  })
}
