import { isAbsolute, join } from 'node:path'
import type { LocalModel } from '@narratoria/planner/llama'
import { StoryError } from '../errors.ts'
import type { StoryConfig } from '../project/config.ts'
import type { TextModel, TextRequest } from './text-model.ts'

/** Room for an answer beside the prompt, in tokens. */
const answerTokens = 4096

/** How a local model is opened. */
export interface LlamaOptions {
  /** The project's folder. */
  folder: string
  settings: NonNullable<StoryConfig['llama']>
  /** The token budget of a prompt. */
  contextTokens: number
  /** The program of the model's process; the planner package's own unless told. */
  workerPath?: string
}

/** A GGUF model on this machine, in a process of its own, held to the asked form by a grammar. */
export class LlamaModel implements TextModel {
  readonly name: string
  readonly #model: LocalModel
  readonly #timeoutMs: number

  private constructor(model: LocalModel, timeoutMs: number) {
    this.#model = model
    this.#timeoutMs = timeoutMs
    this.name = `llama:${model.info.name}`
  }

  /** Loads the model. @throws {StoryError} `model_failed` with what to do */
  static async open({ folder, settings, contextTokens, workerPath }: LlamaOptions): Promise<LlamaModel> {
    const modelPath = isAbsolute(settings.model) ? settings.model : join(folder, settings.model)
    try {
      // Loaded here, since nothing else needs it.
      const { startModelProcess } = await import('@narratoria/planner/llama')
      const contextSize = contextTokens + answerTokens
      const model = await startModelProcess({ modelPath, contextSize, ...(workerPath !== undefined && { workerPath }) })
      return new LlamaModel(model, settings.timeout_ms ?? 600_000)
    } catch (error) {
      throw new StoryError('model_failed', `the local model cannot be used: ${(error as Error).message}`, {
        cause: error,
      })
    }
  }

  async complete(
    { prompt, earlier = [], schema }: TextRequest,
    { signal }: { signal?: AbortSignal } = {},
  ): Promise<string> {
    const { toGbnf } = await import('@narratoria/planner/llama')
    const grammar = schema ? toGbnf(schema) : undefined
    const last = earlier.at(-1)
    const again = last ? `\n\nAn earlier answer could not be used: ${last.complaint}` : ''
    const limit = AbortSignal.timeout(this.#timeoutMs)
    try {
      const { text, finishReason } = await this.#model.complete(
        {
          messages: [{ role: 'user', content: `${prompt}${again}` }],
          lane: 'host',
          maxTokens: answerTokens - 256,
          temperature: 0.8,
          // A schema beyond the grammar's reach is left to the check of the answer.
          ...(typeof grammar === 'string' && { grammar }),
        },
        { signal: signal ? AbortSignal.any([signal, limit]) : limit },
      )
      if (finishReason === 'stop') return text
      throw new StoryError('model_failed', `${this.name} did not come to an end within ${answerTokens} tokens`)
    } catch (error) {
      signal?.throwIfAborted()
      if (StoryError.isInstance(error)) throw error
      const reason = limit.aborted ? `gave no answer within ${this.#timeoutMs} ms` : (error as Error).message
      throw new StoryError('model_failed', `${this.name}: ${reason}`, { cause: error })
    }
  }

  async close(): Promise<void> {
    await this.#model.close()
  }
}
