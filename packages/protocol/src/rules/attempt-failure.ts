import type { DoneEvent } from '../event/events.ts'

/** How an attempt ended. Fields are absent if unknown, for example if the host ended the process. */
export interface AttemptEnd {
  done?: DoneEvent | undefined
  exitCode?: number | null | undefined
  exitSignal?: string | null | undefined
}

/** An end that the protocol does not allow. */
export type EndCode = 'exit_signal' | 'exit_code' | 'no_done'

/** A fault of the end of an attempt. */
export interface EndFault<Code extends string> {
  code: Code
  message: string
}

/** Returns what is wrong with the end of a process, regardless of its `ok`. */
export function findEndFault({ done, exitCode, exitSignal }: AttemptEnd): EndFault<EndCode> | undefined {
  const after = done ? ' after its done event' : ''
  if (exitSignal) return { code: 'exit_signal', message: `The tool was ended by ${exitSignal}${after}.` }
  if (exitCode) return { code: 'exit_code', message: `The tool exited with code ${exitCode}${after}.` }
  return done ? undefined : { code: 'no_done', message: 'The tool ended, or closed its output, without a done event.' }
}

/**
 * Returns why an attempt failed whose lines are all valid, or `undefined` if it succeeded. The judge and the executor share this
 * rule.
 */
export function findAttemptFailure(end: AttemptEnd): EndFault<EndCode | 'tool_failed'> | undefined {
  const { done } = end
  return done?.ok === false
    ? { code: 'tool_failed', message: done.summary ?? 'The tool reported failure.' }
    : findEndFault(end)
}
