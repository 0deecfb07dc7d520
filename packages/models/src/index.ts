export { connectModel, type ConnectOptions } from './connection/connect.ts'
export { type Connection, modelOf, type ModelRole, modelRoles } from './connection/connection.ts'
export { createLanguageModel, type LanguageModelParts } from './create-language-model.ts'
export type { Environment } from './connection/environment.ts'
export {
  ConnectionError,
  type ConnectionErrorCode,
  LanguageModelError,
  type LanguageModelErrorCode,
  type LanguageModelErrorOptions,
} from './errors.ts'
export type {
  Answer,
  AnswerPart,
  ChatMessage,
  FinishReason,
  LanguageModel,
  ModelCallOptions,
  ModelRequest,
  SchemaMode,
  TokenUsage,
} from './language-model.ts'
export { fromStrict, strictSchema } from './schema/strict-schema.ts'
export { askStructured, type StructuredAnswer, type StructuredQuestion } from './structured/ask-structured.ts'
export type { Patience } from './wire/patience.ts'
export { type Sampling, withSampling } from './wire/sampling.ts'
export type { StructuredLevel } from './structured-level.ts'
