export type { UnsupportedPart } from '../grammar/schema-grammar.ts'
export { toGbnf } from '../grammar/to-gbnf.ts'
export { LlamaPlanner, type LlamaPlannerOptions, type LlamaWarning, type PlanMeasure } from './llama-planner.ts'
export { loadModel } from './load-model.ts'
export type {
  ChatMessage,
  Completion,
  CompletionOptions,
  CompletionRequest,
  LocalModel,
  ModelInfo,
} from './local-model.ts'
export { ModelError, type ModelErrorCode } from './model-error.ts'
export type { ModelOptions } from './model-options.ts'
export { type ModelEndpoint, serveModel } from '../endpoint/model-endpoint.ts'
export { type ModelProcessOptions, startModelProcess } from './process/model-process.ts'
