import { NarratoriaError } from '@narratoria/protocol/errors'

/** Why a local model cannot be used, or a completion failed. */
export type ModelErrorCode =
  | 'runtime_missing'
  | 'model_missing'
  | 'model_not_gguf'
  | 'model_broken'
  | 'model_unsupported'
  | 'model_memory'
  | 'model_crashed'
  | 'model_closed'
  | 'context_overrun'
  | 'grammar_refused'

/** A local model cannot be used, or a completion failed. The message says what to do. */
export class ModelError extends NarratoriaError<ModelErrorCode> {
  static override readonly className: string = 'ModelError'
}
