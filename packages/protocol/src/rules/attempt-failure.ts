import type { DoneEvent } from '../event/events.ts'

/** How an attempt ended, as far as anybody knows. What is not known, since the host itself ended it, says nothing. */
export interface AttemptEnd {
  done?: DoneEvent | undefined
  exitCode?: number | null | undefined
  exitSignal?: string | null | undefined
}

/** A way to end that the protocol does not allow. */
export type EndCode = 'exit_signal' | 'exit_code' | 'no_done'

/** What is wrong with the end of an attempt: one of the codes that are published. */
export interface EndFault<Code extends string> {
  code: Code
  message: string
}

/** What is wrong with the way a process ended, whatever its events said (spec 001 §4.6, §5.3). */
export function findEndFault({ done, exitCode, exitSignal }: AttemptEnd): EndFault<EndCode> | undefined {
  const after = done ? ' after its done event' : ''
  if (exitSignal) return { code: 'exit_signal', message: `The tool was ended by ${exitSignal}${after}.` }
  if (exitCode) return { code: 'exit_code', message: `The tool exited with code ${exitCode}${after}.` }
  return done ? undefined : { code: 'no_done', message: 'The tool ended, or closed its output, without a done event.' }
}

/**
 * Why an attempt failed whose every line was read; `undefined` when it succeeded. The one place that says so: the judge
 * and the executor both ask here.
 */
export function findAttemptFailure(end: AttemptEnd): EndFault<EndCode | 'tool_failed'> | undefined {
  const { done } = end
  return done?.ok === false
    ? { code: 'tool_failed', message: done.summary ?? 'The tool reported failure.' }
    : findEndFault(end)
}
