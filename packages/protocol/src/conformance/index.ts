export { type FailureCode, judge, type JudgeOptions, type Verdict } from './judge.ts'
export type { Problem, ProblemCode, WarningCode } from './problem.ts'
export type { FileFact } from '../rules/asset-fault.ts'
export type { Transcript } from './transcript.ts'
