import type { Answer, AnswerPart, LanguageModel, ModelCallOptions, ModelRequest } from '@narratoria/models'
import { ChatSpan } from './chat-span.ts'
import { errorTypeOf } from './spans.ts'
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
      const answer = await call.run(() => this.#model.complete(request, call.pass(options)))
      call.answered({ ...answer, ...answer.usage })
      return answer
    } catch (error) {
      call.end({}, errorTypeOf(error))
      throw error
    }
  }

  async *stream(request: ModelRequest, options: ModelCallOptions = {}): AsyncGenerator<AnswerPart> {
    const call = this.#begin(request, options)
    const parts = call.run(() => this.#model.stream(request, call.pass(options))[Symbol.asyncIterator]())
    let text = ''
    try {
      for (;;) {
        const next = await call.run(() => parts.next())
        if (next.done) return
        if (next.value.type === 'finish') call.answered({ ...next.value, ...next.value.usage, text })
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

  #begin(request: ModelRequest, { traceparent }: ModelCallOptions): ChatSpan {
    const model = { id: this.id, provider: this.provider, mask: this.#mask }
    return new ChatSpan(model, { ...request, isStructured: request.schema !== undefined }, traceparent)
  }
}
