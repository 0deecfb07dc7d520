import type * as LibraryModule from 'node-llama-cpp'
import type {
  ChatHistoryItem,
  Llama,
  LlamaContext,
  LlamaContextSequence,
  LlamaEmbeddingContext,
  LlamaModel,
  Token,
} from 'node-llama-cpp'
import type {
  ChatMessage,
  CloseOptions,
  Completion,
  CompletionOptions,
  CompletionRequest,
  LocalModel,
  ModelInfo,
} from './local-model.ts'
import { ModelError } from './model-error.ts'
import type { PrefixCache } from './prefix-cache.ts'
import { StepGate } from './step-gate.ts'
import { TokenText } from './token-text.ts'

type Library = typeof LibraryModule

/** The objects of node-llama-cpp that a model needs. */
export interface ModelParts {
  library: Library
  llama: Llama
  model: LlamaModel
  context: LlamaContext
  info: ModelInfo
  prefixes?: PrefixCache
}

/** Prompt tokens that are evaluated between two checks of the signal. */
const chunkSize = 128
const embeddingContextSize = 512

/** A model in this process. Each lane caches its last prompt, so only the part after the common prefix is evaluated. */
export class InProcessModel implements LocalModel, AsyncDisposable {
  readonly info: ModelInfo
  readonly #parts: ModelParts
  readonly #gate = new StepGate()
  readonly #lanes: Record<CompletionRequest['lane'], { sequence: LlamaContextSequence; busy: StepGate }>
  readonly #chat: InstanceType<Library['ChatWrapper']>
  readonly #running = new Set<Promise<unknown>>()
  #embedder: Promise<LlamaEmbeddingContext> | undefined
  #closed = false
  #disposed: Promise<void> | undefined

  constructor(parts: ModelParts) {
    this.#parts = parts
    this.info = parts.info
    const lane = () => ({ sequence: parts.context.getSequence(), busy: new StepGate() })
    this.#lanes = { planner: lane(), host: lane() }
    this.#chat = parts.library.resolveChatWrapper(parts.model)
  }

  async complete(request: CompletionRequest, options: CompletionOptions = {}): Promise<Completion> {
    const { sequence, busy } = this.#lane(request.lane)
    return this.#track(busy.pass(false, () => this.#complete(sequence, request, options)))
  }

  async warm(messages: readonly ChatMessage[], options: CompletionOptions = {}): Promise<number> {
    return this.#track(this.#warm(messages, options))
  }

  async #warm(messages: readonly ChatMessage[], { signal }: CompletionOptions): Promise<number> {
    const { sequence, busy } = this.#lane('planner')
    const [a, b] = ['a', 'b'].map((content) => this.#tokens([...messages, { role: 'user', content }])) as [
      Token[],
      Token[],
    ]
    const different = a.findIndex((token, index) => token !== b[index])
    const prefix = a.slice(0, different)
    const { prefixes } = this.#parts
    const cached = await busy.pass(false, () => this.#gate.pass(false, async () => prefixes?.load(sequence, prefix)))
    // In steps, so that a plan can run in between. It starts from what is evaluated, and this continues from its state.
    for (let evaluated = 0; ;) {
      const left = await busy.pass(false, async () => {
        const missing = await this.#align(sequence, prefix)
        const step = missing.slice(0, chunkSize)
        await this.#prefill(sequence, step, { urgent: false, signal })
        evaluated += step.length
        if (missing.length > step.length) return true
        if (cached === false) await this.#gate.pass(false, async () => prefixes?.save(sequence, prefix))
        return false
      })
      if (!left) return evaluated
    }
  }

  async countTokens(text: string): Promise<number> {
    this.#lane('host')
    return this.#parts.model.tokenize(text).length
  }

  async embed(texts: readonly string[], options: CompletionOptions = {}): Promise<number[][]> {
    return this.#track(this.#embed(texts, options))
  }

  async #embed(texts: readonly string[], { signal }: CompletionOptions): Promise<number[][]> {
    this.#lane('host')
    this.#embedder ??= this.#parts.model.createEmbeddingContext({
      contextSize: Math.min(embeddingContextSize, this.info.contextSize),
    })
    const embedder = await this.#embedder
    const vectors: number[][] = []
    for (const text of texts) {
      signal?.throwIfAborted()
      const tokens = this.#parts.model.tokenize(text === '' ? ' ' : text).slice(0, embeddingContextSize - 2)
      const { vector } = await this.#gate.pass(false, () => embedder.getEmbeddingFor(tokens))
      vectors.push(unit(vector))
    }
    return vectors
  }

  async close({ force = false }: CloseOptions = {}): Promise<void> {
    this.#closed = true
    if (!force) await Promise.allSettled(this.#running)
    await (this.#disposed ??= this.#parts.llama.dispose())
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  #track<T>(call: Promise<T>): Promise<T> {
    this.#running.add(call)
    return call.finally(() => this.#running.delete(call))
  }

  #lane(name: CompletionRequest['lane']) {
    if (this.#closed) throw new ModelError('model_closed', 'the model is closed')
    return this.#lanes[name]
  }

  #tokens(messages: readonly ChatMessage[]): Token[] {
    const history = messages.map(({ role, content }): ChatHistoryItem => {
      if (role === 'assistant') return { type: 'model', response: [content] }
      return { type: role, text: content }
    })
    const { contextText } = this.#chat.generateContextState({
      chatHistory: [...history, { type: 'model', response: [] }],
    })
    return contextText.tokenize(this.#parts.model.tokenizer)
  }

  async #complete(
    sequence: LlamaContextSequence,
    request: CompletionRequest,
    { signal, onText }: CompletionOptions,
  ): Promise<Completion> {
    const { maxTokens = 512, lane } = request
    const urgent = lane === 'planner'
    signal?.throwIfAborted()
    const prompt = this.#tokens(request.messages)
    this.#assertFits(prompt.length, maxTokens)
    const startedAt = performance.now()
    const missing = await this.#align(sequence, prompt)
    const last = missing.pop() as Token
    await this.#prefill(sequence, missing, { urgent, signal })
    const decodingAt = performance.now()
    const { model } = this.#parts
    const text = new TokenText((given, before) => model.detokenize(given, false, before), {
      ...(onText && { onText }),
      ...(request.stop && { stop: request.stop }),
    })
    const tokens = sequence.evaluate([last], await this.#sampling(request))
    let finishReason: Completion['finishReason'] = 'stop'
    try {
      for (;;) {
        const { value, done } = await this.#gate.pass(urgent, () => tokens.next())
        signal?.throwIfAborted()
        if (done === true || value === undefined) break
        text.add(value)
        if (text.stopped) break
        if (text.count < maxTokens) continue
        finishReason = 'length'
        break
      }
    } finally {
      await tokens.return()
    }
    return {
      text: text.finish(),
      finishReason,
      promptTokens: prompt.length,
      evaluatedTokens: missing.length + 1,
      completionTokens: text.count,
      prefillMs: decodingAt - startedAt,
      decodeMs: performance.now() - decodingAt,
    }
  }

  async #sampling({ grammar, temperature = 0, topP, seed }: CompletionRequest) {
    const { library, llama, model } = this.#parts
    const compiled =
      grammar === undefined
        ? undefined
        : await llama.createGrammar({ grammar }).catch((cause: unknown) => {
            throw new ModelError('grammar_refused', 'llama.cpp refused the grammar', { cause })
          })
    return {
      temperature,
      ...(topP !== undefined && { topP }),
      ...(seed !== undefined && { seed }),
      ...(compiled && {
        grammarEvaluationState: new library.LlamaGrammarEvaluationState({ model, grammar: compiled }),
      }),
    }
  }

  #assertFits(promptTokens: number, maxTokens: number): void {
    const { contextSize } = this.info
    if (promptTokens + maxTokens <= contextSize) return
    throw new ModelError(
      'context_overrun',
      `the prompt has ${promptTokens} tokens and the completion may have ${maxTokens}, but the model's context has ${contextSize} tokens; shorten the prompt or load the model with a larger contextSize`,
    )
  }

  /** Keeps the common prefix of the sequence and the prompt. Resolves to the other tokens of the prompt, at least one. */
  async #align(sequence: LlamaContextSequence, prompt: Token[]): Promise<Token[]> {
    const same = Math.min(sequence.compareContextTokens(prompt).firstDifferentIndex, prompt.length - 1)
    await this.#gate.pass(true, () => sequence.adaptStateToTokens(prompt.slice(0, same), false))
    return prompt.slice(sequence.nextTokenIndex)
  }

  async #prefill(
    sequence: LlamaContextSequence,
    tokens: Token[],
    { urgent, signal }: { urgent: boolean; signal: AbortSignal | undefined },
  ): Promise<void> {
    for (let at = 0; at < tokens.length; at += chunkSize) {
      signal?.throwIfAborted()
      await this.#gate.pass(urgent, () => sequence.evaluateWithoutGeneratingNewTokens(tokens.slice(at, at + chunkSize)))
    }
  }
}

function unit(vector: readonly number[]): number[] {
  const length = Math.hypot(...vector)
  return length === 0 ? [...vector] : vector.map((value) => value / length)
}
