import { spawn } from 'node:child_process'
import { constants } from 'node:fs'
import { join } from 'node:path'
import type { Platform } from './platform.ts'

/** Windows has no signals and no process groups, and its variables' names know no case. */
export const windows: Platform = {
  hasGroups: false,
  environment: ['SYSTEMROOT', 'SYSTEMDRIVE', 'WINDIR', 'COMSPEC', 'PATHEXT', 'USERPROFILE', 'APPDATA', 'LOCALAPPDATA'],
  // A copy of the environment, as a worker thread has one, tells cases apart, so that names are compared here.
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
    ask: () => endTree(pid, false),
    kill: () => endTree(pid, true),
    noteExit() {},
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
