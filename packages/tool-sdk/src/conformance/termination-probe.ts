import type { ChildProcess } from 'node:child_process'
import { judge, type Problem } from '@narratoria/protocol/conformance'
import { type LaunchedTool, type LaunchOptions, launchTool } from '../launch/launch-tool.ts'
import type { CheckCode } from './check-problem.ts'

/** Blanks behind the request, more than a pipe or socket holds: when they are gone, the tool has read them. */
const padding = ' '.repeat(512 * 1024)

/** What the probe needs to know. */
export interface TerminationProbe extends Pick<LaunchOptions, 'cwd' | 'signal'> {
  /** The request, one line. */
  stdin: string
  /** How long the tool took with its request: how fast it and the machine are. */
  ranForMs: number
}

/**
 * Asks a tool that waits for the end of its request to end itself, and looks at what it wrote until then. A tool that
 * is done before has nothing to be asked. One that stays is asked once more and given longer, so that a busy machine
 * makes no fault of it.
 */
export async function probeTermination(path: string, probe: TerminationProbe): Promise<Problem<CheckCode>[]> {
  let graceMs = Math.max(3_000, 10 * probe.ranForMs)
  let { asked, launched } = await askToEnd(path, probe, graceMs)
  if (asked && launched.timedOut) ({ asked, launched } = await askToEnd(path, probe, (graceMs *= 2)))
  if (!asked) return []
  if (launched.timedOut) {
    const message = `The tool was still running ${Math.round(graceMs / 1000)} s after it had been asked to end.`
    return [
      {
        code: 'ignores_termination',
        message,
        expected: 'an end soon after SIGTERM; hosts kill what stays',
        fix: 'Do not catch SIGTERM, or end in its handler.',
      },
    ]
  }
  // The last line may have been cut off by the end.
  const stdout = launched.stdout.subarray(0, launched.stdout.lastIndexOf(0x0a) + 1)
  return judge({ stdout, exitCode: 0 }).problems.filter(({ code }) => code !== 'no_done')
}

/** Asks once the tool has read its request, or, where it reads none, has had time enough to start. */
async function askToEnd(
  path: string,
  { stdin, ranForMs, ...where }: TerminationProbe,
  graceMs: number,
): Promise<{ asked: boolean; launched: LaunchedTool }> {
  const stopped = new AbortController()
  const stop = (): void => stopped.abort()
  where.signal?.addEventListener('abort', stop, { once: true })
  let asked = false
  let timer: NodeJS.Timeout | undefined
  let tool: ChildProcess
  let late = false
  const ask = (): void => {
    if (tool.exitCode !== null || tool.signalCode !== null || tool.pid === undefined) return
    asked = true
    process.kill(-tool.pid, 'SIGTERM')
    timer = setTimeout(() => {
      late = true
      stop()
    }, graceMs)
  }
  const waitToAsk = (delayMs: number): void => {
    clearTimeout(timer)
    timer = setTimeout(ask, delayMs)
  }
  const launched = await launchTool(path, {
    ...where,
    stdin: stdin.replace(/\n$/, `${padding}\n`),
    afterStdin: 'open',
    timeoutMs: 4 * graceMs,
    signal: stopped.signal,
    onStart(child) {
      tool = child
      child.once('exit', () => clearTimeout(timer))
      waitToAsk(Math.max(2_000, 4 * ranForMs))
    },
    onRead: () => waitToAsk(Math.max(100, ranForMs / 4)),
  })
  clearTimeout(timer)
  where.signal?.removeEventListener('abort', stop)
  where.signal?.throwIfAborted()
  return { asked, launched: { ...launched, timedOut: late } }
}
