export type { Clock } from './clock.ts'
export { CircularDependencyError, ExecutorClosedError, InvalidPlanError, type ExecutorErrorCode } from './errors.ts'
export { Executor } from './executor.ts'
export type {
  AttemptObserver,
  CloseOptions,
  ExecuteOptions,
  ExecutorOptions,
  PrewarmOptions,
  StartingAttempt,
  ToolDescription,
} from './options.ts'
export { openRegularFile, type FileFault, type OpenFile } from './files/open-regular-file.ts'
export { toMermaid } from './plan/to-mermaid.ts'
export { validatePlan } from './plan/validate-plan.ts'
export { createPlan, type PlannedTool } from './plan/create-plan.ts'
export { ProcessRunner, type ProcessRunnerOptions } from './process/process-runner.ts'
export type { ToolCommand, WrappedProgram } from './process/start-tool.ts'
export { SandboxRunner, type SandboxRunnerOptions } from './sandbox/sandbox-runner.ts'
export type { InProcessTool } from './in-process/in-process-runner.ts'
export type {
  Attempt,
  AttemptFailure,
  AttemptOutcome,
  RunningAttempt,
  SandboxDemand,
  ToolProgram,
  ToolRunner,
} from './runner/tool-runner.ts'
export { WorkerRunner, type WorkerRunnerOptions } from './worker/worker-runner.ts'
export { traceTo } from './trace/trace-to.ts'
