import type { Problem, ProblemCode, WarningCode } from '@narratoria/protocol/conformance'

/** The runs that a tool is put through. */
export type Probe =
  | 'request'
  | 'unknown_fields'
  | 'malformed_request'
  | 'missing_request'
  | 'null_stdin'
  | 'closed_stdin'
  | 'termination'

/** What only several runs can show, beyond the codes of one transcript. */
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

/** A problem, and the run that showed it. */
export interface CheckProblem extends Problem<CheckCode> {
  probe: Probe
}

/** Turns what one transcript showed into problems of a run. */
export function ofProbe(probe: Probe, problems: readonly Problem<CheckCode>[]): CheckProblem[] {
  return problems.map((problem) => ({ ...problem, probe }))
}
