import type { Problem } from '@narratoria/protocol/conformance'
import type { CheckCode } from './check-problem.ts'
import type { ProbeRun } from './run-probe.ts'

const ends = new Set<CheckCode>(['exit_code', 'exit_signal', 'no_done'])

/**
 * Judges a run with a broken or missing request. The tool may fail, but must end and write only events. `crashed` is true if it
 * did not report its failure as an event; `hangs` has a problem if it did not end.
 */
export function judgeBadRequest({ verdict, launched }: ProbeRun, what: string) {
  const problems: Problem<CheckCode>[] = verdict.problems.filter(({ code }) => !ends.has(code) && code !== 'timeout')
  const hang: Problem<CheckCode> = {
    code: 'hangs_without_request',
    message: `The tool did not end after ${what}.`,
    expected: 'an end, with done and "ok":false, when standard input ends without a request',
    fix: 'Stop reading at the end of standard input.',
  }
  const hangs = launched.timedOut ? [hang] : []
  return { problems, hangs, crashed: !launched.timedOut && verdict.problems.some(({ code }) => ends.has(code)) }
}

/** Returns one warning for all broken requests after which the tool crashed. */
export function crashes(after: readonly string[]): Problem<CheckCode> {
  return {
    code: 'crashes_without_request',
    message: `The tool ended without done or with a failing exit code after ${new Intl.ListFormat('en').format(after)}.`,
    expected: 'an error event and done with "ok":false',
    fix: 'Catch the failure to read the request and report it.',
  }
}
