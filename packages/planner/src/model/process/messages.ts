import type { ChatMessage, Completion, CompletionRequest, ModelInfo } from '../local-model.ts'
import type { ModelErrorCode } from '../model-error.ts'
import type { ModelOptions } from '../model-options.ts'

/** A call from the host to the model process. */
export type ModelCall =
  | { kind: 'load'; options: ModelOptions }
  | { kind: 'complete'; request: CompletionRequest }
  | { kind: 'warm'; messages: readonly ChatMessage[] }
  | { kind: 'count'; text: string }
  | { kind: 'embed'; texts: readonly string[] }

/** The result of each call. */
export interface ModelAnswers {
  load: ModelInfo
  complete: Completion
  warm: number
  count: number
  embed: number[][]
}

/** From the host to the process. */
export type ToProcess = { id: number; call: ModelCall } | { id: number; cancel: true }

/** From the process to the host. */
export type FromProcess =
  | { id: number; text: string }
  | { id: number; answer: ModelAnswers[keyof ModelAnswers] }
  | { id: number; error: { code?: ModelErrorCode; message: string } }
