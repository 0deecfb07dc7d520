import type { JsonObject } from '@narratoria/protocol'

/** What a model is asked. */
export interface TextRequest {
  prompt: string
  /** What was answered before and what is wrong with it, oldest first. */
  earlier?: readonly { answer: string; complaint: string }[]
  /** JSON Schema of the answer, for back ends that can hold a model to it. */
  schema?: JsonObject
}

/** A language model behind story ticks: one prompt in, one text out. */
export interface TextModel {
  /** The back end's name, for plans and errors. */
  readonly name: string
  /** Rejects with a `StoryError` `model_failed` when there is no answer. */
  complete(request: TextRequest, options?: { signal?: AbortSignal }): Promise<string>
  /** Frees what the model holds. */
  close?(): Promise<void>
}
