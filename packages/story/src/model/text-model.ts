import type { JsonObject } from '@narratoria/protocol'

/** A prompt for a language model. */
export interface TextRequest {
  prompt: string
  /** Rejected answers and the reasons, oldest first. */
  earlier?: readonly { answer: string; complaint: string }[]
  /** JSON Schema of the answer, for models that can enforce one. */
  schema?: JsonObject
}

/** A language model for planning and writing. */
export interface TextModel {
  /** The name in plan files and error messages. */
  readonly name: string
  /** Returns the model's text. @throws {StoryError} `model_failed` */
  complete(request: TextRequest, options?: { signal?: AbortSignal }): Promise<string>
  /** Releases the model's resources. */
  close?(): Promise<void>
}
