import type { Problem, ProblemCode, WarningCode } from '@narratoria/protocol/conformance'

/** The runs of a check. */
export type Probe =
  | 'request'
  | 'unknown_fields'
  | 'malformed_request'
  | 'missing_request'
  | 'null_stdin'
  | 'closed_stdin'
  | 'termination'

/** The codes of one transcript, and those that take several runs. */
export type CheckCode =
  | ProblemCode
  | WarningCode
  | 'tool_not_found'
  | 'tool_not_executable'
  | 'cannot_start'
  | 'output_too_large'
  | 'unknown_fields_refused'
  | 'hangs_without_request'
  | 'crashes_without_request'
  | 'ignores_termination'

/** A problem and the run in which it occurred. */
export interface CheckProblem extends Problem<CheckCode> {
  probe: Probe
}

/** Adds the run to the problems of a transcript. */
export function ofProbe(probe: Probe, problems: readonly Problem<CheckCode>[]): CheckProblem[] {
  return problems.map((problem) => ({ ...problem, probe }))
}
