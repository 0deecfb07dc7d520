import { isAbsolute, join } from 'node:path'
import type { LocalModel } from '@narratoria/planner/llama'
import { StoryError } from '../errors.ts'
import type { StoryConfig } from '../project/config.ts'
import type { TextModel, TextRequest } from './text-model.ts'

/** Tokens of the context that are reserved for the answer. */
const answerTokens = 4096

/** Options of {@link openLlamaModel}. */
export interface LlamaOptions {
  /** The project folder. */
  folder: string
  settings: NonNullable<StoryConfig['llama']>
  /** Maximum length of a prompt in tokens. */
  contextTokens: number
  /** Path of the worker program. Defaults to the one in `@narratoria/planner`. */
  workerPath?: string
}

/** Loads a GGUF model in a local process. @throws {StoryError} `model_failed` */
export async function openLlamaModel({
  folder,
  settings,
  contextTokens,
  workerPath,
}: LlamaOptions): Promise<TextModel> {
  const modelPath = isAbsolute(settings.model) ? settings.model : join(folder, settings.model)
  try {
    const { startModelProcess } = await import('@narratoria/planner/llama')
    const contextSize = contextTokens + answerTokens
    const model = await startModelProcess({ modelPath, contextSize, ...(workerPath !== undefined && { workerPath }) })
    return new LlamaModel(model, settings.timeout_ms ?? 600_000)
  } catch (error) {
    throw new StoryError('model_failed', `the local model cannot be loaded: ${(error as Error).message}`, {
      cause: error,
    })
  }
}

/** A GGUF model in a local process. A grammar restricts its answers to the requested schema. */
class LlamaModel implements TextModel {
  readonly name: string
  readonly #model: LocalModel
  readonly #timeoutMs: number

  constructor(model: LocalModel, timeoutMs: number) {
    this.#model = model
    this.#timeoutMs = timeoutMs
    this.name = `llama:${model.info.name}`
  }

  async complete(
    { prompt, earlier = [], schema }: TextRequest,
    { signal }: { signal?: AbortSignal } = {},
  ): Promise<string> {
    const { toGbnf } = await import('@narratoria/planner/llama')
    const grammar = schema ? toGbnf(schema) : undefined
    const last = earlier.at(-1)
    const correction = last ? `\n\nAn earlier answer was rejected: ${last.complaint}` : ''
    const limit = AbortSignal.timeout(this.#timeoutMs)
    try {
      const { text, finishReason } = await this.#model.complete(
        {
          messages: [{ role: 'user', content: `${prompt}${correction}` }],
          lane: 'host',
          maxTokens: answerTokens - 256,
          temperature: 0.8,
          // If the schema cannot be a grammar, the check of the answer enforces it.
          ...(typeof grammar === 'string' && { grammar }),
        },
        { signal: signal ? AbortSignal.any([signal, limit]) : limit },
      )
      if (finishReason === 'stop') return text
      throw new StoryError('model_failed', `${this.name} did not finish its answer within ${answerTokens} tokens`)
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
