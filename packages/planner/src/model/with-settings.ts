import { type Sampling, withSampling } from '@narratoria/models'
import type { CompletionRequest, LocalModel } from './local-model.ts'

/**
 * Makes a local model whose requests have the settings of a role. A request with a grammar keeps its own limits. `close` closes
 * the model itself.
 *
 * @param settings the settings, which replace those of each request
 */
export function withSettings(model: LocalModel, settings: Sampling): LocalModel {
  const { maxTokens: _, stop: __, ...always } = settings
  const apply = (request: CompletionRequest): CompletionRequest =>
    withSampling(request, request.grammar === undefined ? settings : always)
  return {
    info: model.info,
    complete: (request, options) => model.complete(apply(request), options),
    warm: (messages, options) => model.warm(withSampling({ messages }, settings).messages, options),
    countTokens: (text) => model.countTokens(text),
    embed: (texts, options) => model.embed(texts, options),
    close: (options) => model.close(options),
    [Symbol.asyncDispose]: () => model.close(),
  }
}
