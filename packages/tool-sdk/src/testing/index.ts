export type { TestRequestOptions } from './create-request.ts'
export { type ProcessOutcome, type RunToolOptions, runTool } from './run-tool.ts'
export { testTool, type TestToolOptions } from './test-tool.ts'
export type { ToolOutcome } from '../tool-outcome.ts'
