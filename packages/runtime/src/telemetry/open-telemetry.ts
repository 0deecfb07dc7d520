import { TracedModel } from './traced-model.ts'
import { TracedTurn } from './traced-turn.ts'
import type { Mask, Telemetry } from './telemetry.ts'
import type { LocalModel } from '@narratoria/planner/llama'
import { ChatSpan } from './chat-span.ts'
import { errorTypeOf } from './spans.ts'

/** Options of {@link openTelemetry}. */
export interface OpenTelemetryOptions {
  /**
   * Whether spans contain what players, models and tools write, with secrets redacted. Defaults to false: spans then contain names,
   * numbers and codes only.
   */
  content?: boolean
}

/**
 * Returns a telemetry that writes spans and metrics with the OpenTelemetry API, with the names of its conventions for generative AI.
 * They go to the SDK that the host registers, before or after this call; without one they are dropped.
 *
 * @example
 * ```ts
 * import { createNarratoria } from '@narratoria/runtime'
 * import { openTelemetry } from '@narratoria/runtime/telemetry'
 *
 * const host = await createNarratoria({ skillRoots: [], home: '.narratoria', telemetry: openTelemetry() })
 * const session = await host.openSession()
 * await session.play('I wait.').result
 * await host.close()
 * ```
 */
export function openTelemetry({ content = false }: OpenTelemetryOptions = {}): Required<Telemetry> {
  const unchanged: Mask = (value) => value
  return {
    turn: (turn) => new TracedTurn(turn, content),
    model: (model, { mask = unchanged } = {}) => new TracedModel(model, content ? mask : undefined),
    localModel: (model, { mask = unchanged } = {}) => traceLocalModel(model, content ? mask : undefined),
  }
}

/** A local model with a span for each completion. `close` closes the model itself. */
function traceLocalModel(model: LocalModel, mask: Mask | undefined): LocalModel {
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
    [Symbol.asyncDispose]: () => model.close(),
  }
}
