import type { LanguageModel } from '@narratoria/models'
import type { Completion, LocalModel } from '../local-model.ts'
import { BadRequest } from './chat-request.ts'

/** What an endpoint needs of a model. */
export interface ServedModel extends Pick<LocalModel, 'info' | 'complete' | 'embed' | 'countTokens'> {
  /** What it does with schemas. Defaults to enforcing them with their bounds, as local models do. */
  schemas?: Pick<LanguageModel, 'structured' | 'enforcesBounds'>
}

/**
 * Makes any language model servable to skills by `serveModel`, so that they need no key. It has no embeddings: skills use their
 * own.
 */
export function servedModel(model: LanguageModel): ServedModel {
  return {
    schemas: { structured: model.structured, enforcesBounds: model.enforcesBounds },
    info: { name: model.id, contextSize: model.contextTokens ?? 0, loadMs: 0 },
    async complete({ messages, maxTokens, temperature, topP, stop, schema }, { signal, onText, traceparent } = {}) {
      let text = ''
      const measured: Omit<Completion, 'text'> = {
        finishReason: 'stop',
        promptTokens: 0,
        evaluatedTokens: 0,
        completionTokens: 0,
        prefillMs: 0,
        decodeMs: 0,
      }
      const request = { messages, maxTokens, temperature, topP, stop, schema }
      for await (const part of model.stream(request, { signal, ...(traceparent !== undefined && { traceparent }) })) {
        if (part.type === 'text') {
          text += part.text
          onText?.(part.text)
        } else {
          measured.finishReason = part.finishReason
          measured.promptTokens = part.usage.promptTokens ?? 0
          measured.completionTokens = part.usage.completionTokens ?? 0
        }
      }
      return { text, ...measured }
    },
    // An estimate: servers have no common way to count.
    countTokens: async (text) => Math.ceil(text.length / 3),
    embed: () => Promise.reject(new BadRequest(`${model.id} has no embeddings here`, 404)),
  }
}
