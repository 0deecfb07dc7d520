import type { ChildProcess } from 'node:child_process'
import { judge, type Problem } from '@narratoria/protocol/conformance'
import { type LaunchOptions, launchTool } from '../launch/launch-tool.ts'
import type { CheckCode } from './check-problem.ts'

/** How long a tool runs before it is asked to end, and how long it then has. */
const patience = { beforeMs: 400, graceMs: 3_000 }

/**
 * Asks a tool that waits for the end of its request to end itself, and looks at what it wrote until then. A tool that
 * is done before has nothing to be asked.
 */
export async function probeTermination(path: string, options: LaunchOptions): Promise<Problem<CheckCode>[]> {
  let asked = false
  let patient: NodeJS.Timeout | undefined
  const ask = (tool: ChildProcess): void => {
    if (tool.exitCode !== null || tool.signalCode !== null || tool.pid === undefined) return
    asked = true
    process.kill(-tool.pid, 'SIGTERM')
  }
  const launched = await launchTool(path, {
    ...options,
    keepStdinOpen: true,
    timeoutMs: patience.beforeMs + patience.graceMs,
    onStart: (tool) => {
      patient = setTimeout(ask, patience.beforeMs, tool)
      tool.once('exit', () => clearTimeout(patient))
    },
  })
  clearTimeout(patient)
  if (asked && launched.timedOut) {
    const message = `The tool was still running ${patience.graceMs / 1000} s after it had been asked to end.`
    return [
      {
        code: 'ignores_termination',
        message,
        expected: 'an end soon after SIGTERM; hosts kill what stays',
        fix: 'Do not catch SIGTERM, or end in its handler.',
      },
    ]
  }
  if (!asked) return []
  // The last line may have been cut off by the end.
  const stdout = launched.stdout.subarray(0, launched.stdout.lastIndexOf(0x0a) + 1)
  return judge({ stdout, exitCode: 0 }).problems.filter(({ code }) => code !== 'no_done')
}
