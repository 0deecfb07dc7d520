import type { LocalModel } from '@narratoria/planner/llama'
import { ChatSpan } from './chat-span.ts'
import { errorTypeOf } from './spans.ts'
import type { Mask } from './telemetry.ts'

/** A local model with a span for each completion. `close` closes the model itself. */
export function traceLocalModel(model: LocalModel, mask: Mask | undefined): LocalModel {
  const { info } = model
  return {
    info,
    async complete(request, options = {}) {
      const { messages, grammar, maxTokens, temperature, topP, stop } = request
      const asked = { messages, isStructured: grammar !== undefined, maxTokens, temperature, topP, stop }
      const span = new ChatSpan({ id: info.name, provider: 'local', mask }, asked, options.traceparent)
      try {
        const completion = await span.run(() => model.complete(request, span.pass(options)))
        span.answered(completion)
        return completion
      } catch (error) {
        span.end({}, errorTypeOf(error))
        throw error
      }
    },
    warm: (messages, options) => model.warm(messages, options),
    countTokens: (text) => model.countTokens(text),
    embed: (texts, options) => model.embed(texts, options),
    close: (options) => model.close(options),
  }
}
