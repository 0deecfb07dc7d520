export { type FailureCode, judge, type Verdict } from './judge.ts'
export type { Problem, ProblemCode, WarningCode } from './problem.ts'
export type { FileFact, Transcript } from './transcript.ts'
