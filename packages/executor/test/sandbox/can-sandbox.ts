import { execFileSync } from 'node:child_process'

/** Whether bubblewrap works here. Continuous integration installs it. */
export const canSandbox = (() => {
  try {
    execFileSync('bwrap', ['--ro-bind', '/', '/', '--unshare-all', 'true'])
    return true
  } catch {
    if (process.env.CI && process.platform === 'linux') throw new Error('bubblewrap is missing or does not work')
    return false
  }
})()
