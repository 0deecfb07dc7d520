export { findJson } from './answer/find-json.ts'
export {
  type Connection,
  type Environment,
  modelOf,
  type ModelRole,
  modelRoles,
  type Sampling,
  type StructuredLevel,
} from './connection/connection.ts'
export { type Preset, type PresetName, presets } from './connection/presets.ts'
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
export type { Patience } from './wire/patience.ts'
