export { ModelPlanner, type ModelPlannerOptions } from './model-planner.ts'
export { availableScripts, type CatalogueEntry, worldCapability } from './plan/available-scripts.ts'
export { modelChecks } from './grammar/model-checks.ts'
export { PlannerError, type PlannerErrorCode } from './errors.ts'
export type { PlanStamp } from './plan/build-plan.ts'
export type { Execute, ExecutionRequest } from './narrator/execute-port.ts'
export { Narrator } from './narrator/narrator.ts'
export type {
  NarratorEvent,
  NarratorOptions,
  PlayOptions,
  PlayRequest,
  TurnOutcome,
} from './narrator/narrator-options.ts'
export type { ModelUse, PastTurn, Planner, PlanOptions, PlanRequest, PlanWorld } from './planner.ts'
export { completePlan, type ChosenScript } from './question/complete-plan.ts'
export { planQuestion, type PlanQuestionOptions } from './question/plan-question.ts'
export { ContinuationPlanner, StubPlanner } from './stub-planner.ts'
