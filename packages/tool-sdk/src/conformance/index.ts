export type { CheckCode, CheckProblem, Probe } from './check-problem.ts'
export { checkTool, type CheckOptions, type ToolCheck } from './check-tool.ts'
export type { Recording } from './recording.ts'
