export type { ExecuteOptions, ExecutionLimits, ExecutorOptions, ToolDescription } from './options.ts'
