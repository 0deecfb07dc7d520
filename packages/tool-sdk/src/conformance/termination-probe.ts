import type { ChildProcess } from 'node:child_process'
import { judge, type Problem } from '@narratoria/protocol/conformance'
import { type LaunchedTool, type LaunchOptions, launchTool } from '../launch/launch-tool.ts'
import type { CheckCode } from './check-problem.ts'

/** Spaces after the request, more than a pipe or socket buffers: when they are written, the tool has read the request. */
const padding = ' '.repeat(512 * 1024)

/** Options of {@link probeTermination}. */
export interface TerminationProbe extends Pick<LaunchOptions, 'cwd' | 'signal'> {
  /** The request, one line. */
  stdin: string
  /** Milliseconds that the tool took with a valid request. */
  ranForMs: number
}

/**
 * Sends SIGTERM to a tool that waits for the end of its request and judges its output. A tool that ends earlier is not
 * checked. One that does not end gets a second run with a longer limit, in case the machine is busy.
 */
export async function probeTermination(path: string, probe: TerminationProbe): Promise<Problem<CheckCode>[]> {
  let graceMs = Math.max(3_000, 10 * probe.ranForMs)
  let { terminated, launched } = await runAndTerminate(path, probe, graceMs)
  if (terminated && launched.timedOut) ({ terminated, launched } = await runAndTerminate(path, probe, (graceMs *= 2)))
  if (!terminated) return []
  if (launched.timedOut) {
    const message = `The tool was still running ${Math.round(graceMs / 1000)} s after SIGTERM.`
    return [
      {
        code: 'ignores_termination',
        message,
        expected: 'an end soon after SIGTERM; hosts kill the tool otherwise',
        fix: 'Do not catch SIGTERM, or exit in its handler.',
      },
    ]
  }
  // The last line may have been cut off by the end.
  const stdout = launched.stdout.subarray(0, launched.stdout.lastIndexOf(0x0a) + 1)
  return judge({ stdout, exitCode: 0 }).problems.filter(({ code }) => code !== 'no_done')
}

/** Sends SIGTERM when the tool has read its request or, if it reads none, after a delay. */
async function runAndTerminate(
  path: string,
  { stdin, ranForMs, ...where }: TerminationProbe,
  graceMs: number,
): Promise<{ terminated: boolean; launched: LaunchedTool }> {
  const stopped = new AbortController()
  const stop = (): void => stopped.abort()
  where.signal?.addEventListener('abort', stop, { once: true })
  let terminated = false
  let timer: NodeJS.Timeout | undefined
  let tool: ChildProcess
  let late = false
  const terminate = (): void => {
    if (tool.exitCode !== null || tool.signalCode !== null || tool.pid === undefined) return
    terminated = true
    process.kill(-tool.pid, 'SIGTERM')
    timer = setTimeout(() => {
      late = true
      stop()
    }, graceMs)
  }
  const terminateAfter = (delayMs: number): void => {
    clearTimeout(timer)
    timer = setTimeout(terminate, delayMs)
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
      terminateAfter(Math.max(2_000, 4 * ranForMs))
    },
    onRead: () => terminateAfter(Math.max(100, ranForMs / 4)),
  })
  clearTimeout(timer)
  where.signal?.removeEventListener('abort', stop)
  where.signal?.throwIfAborted()
  return { terminated, launched: { ...launched, timedOut: late } }
}
