import { ThinkFilter } from './answer/think-filter.ts'
import { LanguageModelError } from './errors.ts'
import type { Answer, AnswerPart, LanguageModel, ModelCallOptions, ModelRequest } from './language-model.ts'
import { type Patience, SilenceWatch } from './wire/patience.ts'
import { withSchemaInPrompt } from './wire/schema-prompt.ts'

/** What {@link createLanguageModel} makes a model of. */
export interface LanguageModelParts extends Omit<LanguageModel, 'complete' | 'stream'> {
  /** How long the model may be silent. Defaults to no limit. */
  patience?: Patience
  /**
   * Yields an answer as the model writes it, reasoning included. It gets a schema only if that is to be enforced. A schema that
   * cannot be enforced is a {@link LanguageModelError} `schema_refused`; the request then comes again with the schema as text.
   */
  generate(request: Omit<ModelRequest, 'schemaMode'>, options: { signal: AbortSignal }): AsyncIterable<AnswerPart>
}

/**
 * Makes a language model of a function that streams an answer. It removes reasoning in `<think>`, puts a schema into the prompt
 * where the request says so, and cancels at once, even if `generate` ignores its signal.
 *
 * @example
 * ```ts
 * import { createLanguageModel } from '@narratoria/models'
 *
 * const model = createLanguageModel({
 *   id: 'echo',
 *   provider: 'mine',
 *   async *generate({ messages }) {
 *     yield { type: 'text', text: messages.at(-1)?.content ?? '' }
 *     yield { type: 'finish', finishReason: 'stop', usage: {} }
 *   },
 * })
 * const { text } = await model.complete({ messages: [{ role: 'user', content: 'Hello.' }] })
 * if (text !== 'Hello.') throw new Error(text)
 * ```
 */
export function createLanguageModel(parts: LanguageModelParts): LanguageModel & AsyncDisposable {
  const { id, provider, contextTokens, structured, enforcesBounds } = parts
  const close = async () => parts.close?.()
  const stream = (request: ModelRequest, options: ModelCallOptions = {}) => streamAnswer(parts, request, options)
  return {
    id,
    provider,
    contextTokens,
    structured,
    enforcesBounds,
    stream,
    complete: (request, options) => wholeAnswer(stream(request, options)),
    close,
    [Symbol.asyncDispose]: close,
  }
}

async function* streamAnswer(
  parts: LanguageModelParts,
  { schemaMode, ...request }: ModelRequest,
  { signal }: ModelCallOptions,
): AsyncGenerator<AnswerPart> {
  signal?.throwIfAborted()
  const ended = new AbortController()
  const watch = parts.patience && new SilenceWatch(parts.id, parts.patience)
  const all = AbortSignal.any([ended.signal, ...(signal ? [signal] : []), ...(watch ? [watch.signal] : [])])
  const filter = new ThinkFilter()
  const sent = schemaMode === 'prompt' ? withSchemaInPrompt(request) : request
  try {
    for await (const part of untilAborted(parts.generate(sent, { signal: all }), all)) {
      if (part.type === 'finish') {
        const rest = filter.end()
        if (rest !== '') yield { type: 'text', text: rest }
        return yield part
      }
      watch?.heard()
      const text = filter.push(part.text)
      if (text !== '') yield { type: 'text', text }
    }
    throw new LanguageModelError('interrupted', `${parts.id} ended its answer before it was complete; try again`)
  } catch (error) {
    signal?.throwIfAborted()
    throw error
  } finally {
    watch?.stop()
    ended.abort()
  }
}

/** Yields until the signal is aborted, then throws its reason. */
async function* untilAborted<T>(values: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  const aborted = Promise.withResolvers<never>()
  aborted.promise.catch(() => {})
  const stop = () => aborted.reject(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  const iterator = values[Symbol.asyncIterator]()
  try {
    for (;;) {
      const next = iterator.next()
      next.catch(() => {})
      const { value, done } = await Promise.race([next, aborted.promise])
      if (done === true) return
      yield value
    }
  } finally {
    signal.removeEventListener('abort', stop)
    // An iterator that ignores the signal may never return.
    Promise.resolve(iterator.return?.()).catch(() => {})
  }
}

async function wholeAnswer(parts: AsyncIterable<AnswerPart>): Promise<Answer> {
  let text = ''
  for await (const part of parts) {
    if (part.type === 'text') text += part.text
    else return { text, finishReason: part.finishReason, usage: part.usage }
  }
  throw new LanguageModelError('interrupted', 'the answer ended before it was complete; try again')
}
