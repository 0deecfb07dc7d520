export type { TestRequestOptions } from './create-request.ts'
export { type RunToolOptions, runTool, type ToolRun } from './run-tool.ts'
export { testTool, type TestToolOptions } from './test-tool.ts'
export type { ToolOutcome } from './tool-outcome.ts'
