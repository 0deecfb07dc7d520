import { type Attributes, SpanKind } from '@opentelemetry/api'
import type { Answer, AnswerPart, LanguageModel, ModelCallOptions, ModelRequest, TokenUsage } from '@narratoria/models'
import { genAi, messagesJson } from './conventions.ts'
import { recordTokens } from './instruments.ts'
import { errorTypeOf, parentContext, TimedSpan } from './spans.ts'
import type { Mask } from './telemetry.ts'

/** A model with a span for each request. */
export class TracedModel implements LanguageModel {
  readonly close?: () => Promise<void>
  readonly #model: LanguageModel
  /** Redacts contents. Contents are not recorded without it. */
  readonly #mask: Mask | undefined

  constructor(model: LanguageModel, mask: Mask | undefined) {
    this.#model = model
    this.#mask = mask
    if (model.close) this.close = () => model.close!()
  }

  get id(): string {
    return this.#model.id
  }

  get provider(): string {
    return this.#model.provider
  }

  get contextTokens(): LanguageModel['contextTokens'] {
    return this.#model.contextTokens
  }

  get structured(): LanguageModel['structured'] {
    return this.#model.structured
  }

  get enforcesBounds(): LanguageModel['enforcesBounds'] {
    return this.#model.enforcesBounds
  }

  async complete(request: ModelRequest, options: ModelCallOptions = {}): Promise<Answer> {
    const call = this.#begin(request, options)
    try {
      const answer = await call.run(() => this.#model.complete(request, withTrace(options, call)))
      this.#end(call, answer, answer.text)
      return answer
    } catch (error) {
      call.end({}, errorTypeOf(error))
      throw error
    }
  }

  async *stream(request: ModelRequest, options: ModelCallOptions = {}): AsyncGenerator<AnswerPart> {
    const call = this.#begin(request, options)
    const parts = call.run(() => this.#model.stream(request, withTrace(options, call))[Symbol.asyncIterator]())
    let text = ''
    try {
      for (;;) {
        const next = await call.run(() => parts.next())
        if (next.done) return
        if (next.value.type === 'finish') this.#end(call, next.value, text)
        else if (this.#mask) text += next.value.text
        yield next.value
      }
    } catch (error) {
      call.end({}, errorTypeOf(error))
      throw error
    } finally {
      // The reader left before the end.
      call.end()
      await parts.return?.()
    }
  }

  #begin(request: ModelRequest, { traceparent }: ModelCallOptions): TimedSpan {
    const { messages, schema, maxTokens, temperature, topP, stop } = request
    const named = this.#named
    return new TimedSpan({
      name: `chat ${this.id}`,
      what: 'model',
      kind: SpanKind.CLIENT,
      parent: parentContext(traceparent),
      measured: named,
      attributes: {
        ...named,
        [genAi.outputType]: schema ? 'json' : 'text',
        ...(maxTokens !== undefined && { [genAi.maxTokens]: maxTokens }),
        ...(temperature !== undefined && { [genAi.temperature]: temperature }),
        ...(topP !== undefined && { [genAi.topP]: topP }),
        ...(stop && { [genAi.stop]: [...stop] }),
        ...(this.#mask && { [genAi.inputMessages]: messagesJson(this.#mask([...messages])) }),
      },
    })
  }

  #end(call: TimedSpan, { finishReason, usage }: { finishReason: string; usage: TokenUsage }, text: string): void {
    const { promptTokens, completionTokens } = usage
    recordTokens(promptTokens, { ...this.#named, [genAi.tokenType]: 'input' })
    recordTokens(completionTokens, { ...this.#named, [genAi.tokenType]: 'output' })
    call.end({
      [genAi.finishReasons]: [finishReason],
      ...(promptTokens !== undefined && { [genAi.inputTokens]: promptTokens }),
      ...(completionTokens !== undefined && { [genAi.outputTokens]: completionTokens }),
      ...(this.#mask && { [genAi.outputMessages]: messagesJson([{ role: 'assistant', content: this.#mask(text) }]) }),
    })
  }

  get #named(): Attributes {
    return { [genAi.operation]: 'chat', [genAi.provider]: this.provider, [genAi.requestModel]: this.id }
  }
}

function withTrace(options: ModelCallOptions, call: TimedSpan): ModelCallOptions {
  const traceparent = call.traceContext?.traceparent ?? options.traceparent
  return { ...options, ...(traceparent !== undefined && { traceparent }) }
}
