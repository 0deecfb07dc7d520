import { type Attributes, SpanKind } from '@opentelemetry/api'
import { genAi, messagesJson } from './conventions.ts'
import { recordTokens } from './instruments.ts'
import { parentContext, TimedSpan } from './spans.ts'
import type { Mask } from './telemetry.ts'

export interface ChatModel {
  id: string
  provider: string
  /** Redacts contents. Contents are not recorded without it. */
  mask: Mask | undefined
}

/** What a span records of a request. */
export interface ChatRequest {
  messages: readonly { role: string; content: string }[]
  isStructured: boolean
  maxTokens?: number | undefined
  temperature?: number | undefined
  topP?: number | undefined
  stop?: readonly string[] | undefined
}

/** What a span records of an answer. */
export interface ChatAnswer {
  finishReason: string
  promptTokens?: number | undefined
  completionTokens?: number | undefined
  text: string
}

/** The span of one request to a model. */
export class ChatSpan extends TimedSpan {
  readonly #model: ChatModel

  constructor(model: ChatModel, request: ChatRequest, traceparent: string | undefined) {
    const { messages, isStructured, maxTokens, temperature, topP, stop } = request
    const named = namesOf(model)
    super({
      name: `chat ${model.id}`,
      what: 'model',
      kind: SpanKind.CLIENT,
      parent: parentContext(traceparent),
      measured: named,
      attributes: {
        ...named,
        [genAi.outputType]: isStructured ? 'json' : 'text',
        ...(maxTokens !== undefined && { [genAi.maxTokens]: maxTokens }),
        ...(temperature !== undefined && { [genAi.temperature]: temperature }),
        ...(topP !== undefined && { [genAi.topP]: topP }),
        ...(stop && { [genAi.stop]: [...stop] }),
        ...(model.mask && { [genAi.inputMessages]: messagesJson(model.mask([...messages])) }),
      },
    })
    this.#model = model
  }

  /** Ends the span with an answer, and counts its tokens. */
  answered({ finishReason, promptTokens, completionTokens, text }: ChatAnswer): void {
    const { mask } = this.#model
    recordTokens(promptTokens, { ...namesOf(this.#model), [genAi.tokenType]: 'input' })
    recordTokens(completionTokens, { ...namesOf(this.#model), [genAi.tokenType]: 'output' })
    this.end({
      [genAi.finishReasons]: [finishReason],
      ...(promptTokens !== undefined && { [genAi.inputTokens]: promptTokens }),
      ...(completionTokens !== undefined && { [genAi.outputTokens]: completionTokens }),
      ...(mask && { [genAi.outputMessages]: messagesJson([{ role: 'assistant', content: mask(text) }]) }),
    })
  }

  /** The options of a call with the trace context of this span. */
  pass<T extends { traceparent?: string }>(options: T): T {
    const traceparent = this.traceContext?.traceparent ?? options.traceparent
    return { ...options, ...(traceparent !== undefined && { traceparent }) }
  }
}

function namesOf({ id, provider }: ChatModel): Attributes {
  return { [genAi.operation]: 'chat', [genAi.provider]: provider, [genAi.requestModel]: id }
}
