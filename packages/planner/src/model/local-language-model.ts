import {
  type AnswerPart,
  createLanguageModel,
  type LanguageModel,
  LanguageModelError,
  type Patience,
} from '@narratoria/models'
import type { JsonObject } from '@narratoria/protocol'
import { toGbnf } from '../grammar/to-gbnf.ts'
import type { CompletionRequest, LocalModel } from './local-model.ts'
import { ModelError, type ModelErrorCode } from './model-error.ts'

/** Options of {@link localLanguageModel}. */
export interface LocalLanguageModelOptions extends Partial<Pick<CompletionRequest, 'lane'>> {
  /** How long the model may be silent. Defaults to no limit. */
  patience?: Patience
}

/** The same randomness as that of the endpoint. */
const defaultTemperature = 0.7
const defaultMaxTokens = 1_024

/**
 * Makes a local model a language model like any other. A grammar enforces schemas with their bounds. `close` closes the local
 * model.
 */
export function localLanguageModel(
  model: LocalModel,
  { lane = 'host', patience }: LocalLanguageModelOptions = {},
): LanguageModel & AsyncDisposable {
  return createLanguageModel({
    id: model.info.name,
    provider: 'local',
    contextTokens: model.info.contextSize,
    enforcesBounds: true,
    ...(patience && { patience }),
    generate(
      { messages, schema, temperature = defaultTemperature, topP, maxTokens = defaultMaxTokens, stop },
      options,
    ) {
      const grammar = schema && grammarOf(schema)
      const request: CompletionRequest = {
        lane,
        messages,
        temperature,
        maxTokens,
        ...(grammar !== undefined && { grammar }),
        ...(topP !== undefined && { topP }),
        ...(stop && { stop }),
      }
      return partsOf(model, request, options.signal)
    },
    close: () => model.close(),
  })
}

/** @throws {LanguageModelError} `schema_refused` */
function grammarOf(schema: JsonObject): string {
  const grammar = toGbnf(schema)
  if (typeof grammar === 'string') return grammar
  const part = `${grammar.what} at "${grammar.path}"`
  throw new LanguageModelError('schema_refused', `the schema has ${part}, which local models cannot enforce`)
}

function partsOf(model: LocalModel, request: CompletionRequest, signal: AbortSignal): AsyncIterable<AnswerPart> {
  return new ReadableStream<AnswerPart>({
    start(controller) {
      const onText = (text: string) => signal.aborted || controller.enqueue({ type: 'text', text })
      model.complete(request, { signal, onText }).then(
        ({ finishReason, promptTokens, completionTokens }) => {
          if (signal.aborted) return
          controller.enqueue({ type: 'finish', finishReason, usage: { promptTokens, completionTokens } })
          controller.close()
        },
        (error: unknown) => controller.error(languageModelError(error)),
      )
    },
  })
}

const codes: Partial<Record<ModelErrorCode, LanguageModelError['code']>> = {
  grammar_refused: 'schema_refused',
  context_overrun: 'bad_request',
  model_crashed: 'interrupted',
  model_closed: 'unreachable',
}

function languageModelError(error: unknown): unknown {
  if (!ModelError.isInstance(error)) return error
  return new LanguageModelError(codes[error.code] ?? 'server_error', error.message, { cause: error })
}
