import type { Problem } from '@narratoria/protocol/conformance'
import type { CheckCode } from './check-problem.ts'
import type { ProbeRun } from './run-probe.ts'

const ends = new Set<CheckCode>(['exit_code', 'exit_signal', 'no_done'])

/**
 * What a tool makes of a request that is broken or missing. It may fail as it likes, but must end, and write nothing
 * that is no event. `crashed` tells that it did not report its failure as an event.
 */
export function judgeBadRequest({ verdict, launched }: ProbeRun, what: string) {
  const problems: Problem<CheckCode>[] = verdict.problems.filter(({ code }) => !ends.has(code) && code !== 'timeout')
  if (launched.timedOut) {
    problems.push({
      code: 'hangs_without_request',
      message: `The tool did not end after ${what}.`,
      expected: 'an end, with done and "ok":false, when standard input ends without a request (001 §6)',
      fix: 'Stop at the end of standard input; do not wait for more.',
    })
  }
  return { problems, crashed: !launched.timedOut && verdict.problems.some(({ code }) => ends.has(code)) }
}

/** One warning of all the broken requests that a tool crashed at. */
export function crashes(after: readonly string[]): Problem<CheckCode> {
  return {
    code: 'crashes_without_request',
    message: `The tool ended without done or with a failing exit code after ${new Intl.ListFormat('en').format(after)}.`,
    expected: 'an error event and done with "ok":false',
    fix: 'Catch the failure to read the request and report it.',
  }
}
