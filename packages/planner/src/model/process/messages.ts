import type { ChatMessage, Completion, CompletionRequest, ModelInfo } from '../local-model.ts'
import type { ModelErrorCode } from '../model-error.ts'
import type { ModelOptions } from '../model-options.ts'

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

export type ToProcess = { id: number; call: ModelCall } | { id: number; cancel: true }

export type FromProcess =
  | { id: number; text: string }
  | { id: number; answer: ModelAnswers[keyof ModelAnswers] }
  | { id: number; error: { code?: ModelErrorCode; message: string } }
