export type { UnsupportedPart } from '../grammar/schema-grammar.ts'
export { toGbnf } from '../grammar/to-gbnf.ts'
export { LlamaPlanner, type LlamaPlannerOptions, type LlamaWarning, type PlanMeasure } from './llama-planner.ts'
export { loadModel } from '../model/load-model.ts'
export type {
  ChatMessage,
  CloseOptions,
  Completion,
  CompletionOptions,
  CompletionRequest,
  LocalModel,
  ModelInfo,
} from '../model/local-model.ts'
export { localLanguageModel, type LocalLanguageModelOptions } from '../model/local-language-model.ts'
export { withSettings } from '../model/with-settings.ts'
export { ModelError, type ModelErrorCode } from '../model/model-error.ts'
export type { ModelOptions } from '../model/model-options.ts'
export { servedModel, type ServedModel } from '../model/endpoint/served-model.ts'
export { type ModelEndpoint, serveModel } from '../model/endpoint/model-endpoint.ts'
export { type ModelProcessOptions, startModelProcess } from '../model/process/model-process.ts'
