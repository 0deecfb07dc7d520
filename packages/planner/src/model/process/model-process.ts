import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { checkModelFile } from '../model-file.ts'
import type {
  ChatMessage,
  CloseOptions,
  Completion,
  CompletionOptions,
  CompletionRequest,
  LocalModel,
  ModelInfo,
} from '../local-model.ts'
import { ModelError } from '../model-error.ts'
import type { ModelOptions } from '../model-options.ts'
import type { FromProcess, ModelAnswers, ModelCall, ToProcess } from './messages.ts'

/** Options of {@link startModelProcess}. */
export interface ModelProcessOptions extends ModelOptions {
  /** Path of the worker program. Defaults to `@narratoria/planner/llama-worker`. */
  workerPath?: string
}

/** Most restarts without a completion or embedding in between. */
const maxRestarts = 3
/** Time in milliseconds before a process that does not exit is killed. */
const closeMs = 2_000

interface Pending {
  kind: ModelCall['kind']
  promise: Promise<unknown>
  resolve: (answer: never) => void
  reject: (error: Error) => void
  onText: ((text: string) => void) | undefined
}

/**
 * Loads a GGUF model in a separate process. If the process crashes, running calls reject with `model_crashed` and the next
 * call starts it again. After four crashes without a completion or embedding in between, it is not started again.
 *
 * @throws {ModelError} if the model cannot be loaded
 */
export async function startModelProcess(options: ModelProcessOptions): Promise<LocalModel & AsyncDisposable> {
  await checkModelFile(options.modelPath)
  const model = new ModelProcess(options)
  await model.start()
  return model
}

class ModelProcess implements LocalModel, AsyncDisposable {
  readonly #options: ModelProcessOptions
  readonly #pending = new Map<number, Pending>()
  #child: ChildProcess | undefined
  #ready: Promise<void> | undefined
  #info: ModelInfo | undefined
  #warmed: readonly ChatMessage[] | undefined
  #lastId = 0
  #restarts = 0
  #closed = false

  constructor(options: ModelProcessOptions) {
    this.#options = options
  }

  get info(): ModelInfo {
    if (!this.#info) throw new ModelError('model_closed', 'no model is loaded')
    return this.#info
  }

  start(): Promise<void> {
    return (this.#ready ??= this.#load())
  }

  complete(request: CompletionRequest, options?: CompletionOptions): Promise<Completion> {
    return this.#call({ kind: 'complete', request }, options)
  }

  warm(messages: readonly ChatMessage[], options?: CompletionOptions): Promise<number> {
    this.#warmed = messages
    return this.#call({ kind: 'warm', messages }, options)
  }

  countTokens(text: string): Promise<number> {
    return this.#call({ kind: 'count', text })
  }

  embed(texts: readonly string[], options?: CompletionOptions): Promise<number[][]> {
    return this.#call({ kind: 'embed', texts }, options)
  }

  async close({ force = false }: CloseOptions = {}): Promise<void> {
    this.#closed = true
    if (!force) await Promise.allSettled(Array.from(this.#pending.values(), ({ promise }) => promise))
    if (this.#child) await endProcess(this.#child)
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  async #load(): Promise<void> {
    const { workerPath = fileURLToPath(import.meta.resolve('@narratoria/planner/llama-worker')), ...options } =
      this.#options
    const child = fork(workerPath, [], {
      serialization: 'advanced',
      // Native libraries print to stdout and stderr.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      execArgv: [],
    })
    this.#child = child
    child.on('message', (message: FromProcess) => this.#receive(message))
    child.on('error', () => this.#end(child))
    child.once('exit', () => this.#end(child))
    try {
      this.#info = await this.#ask(child, { kind: 'load', options })
    } catch (error) {
      await endProcess(child)
      throw error
    }
    child.unref()
    child.channel?.unref()
    // After a crash: evaluate the catalogue again, or load it from the cache.
    if (this.#warmed) this.#ask(child, { kind: 'warm', messages: this.#warmed }).catch(() => {})
  }

  async #call<K extends ModelCall['kind']>(
    call: Extract<ModelCall, { kind: K }>,
    options?: CompletionOptions,
  ): Promise<ModelAnswers[K]> {
    options?.signal?.throwIfAborted()
    if (this.#closed) throw closed()
    await this.start()
    if (!this.#child) throw crashed()
    return this.#ask<K>(this.#child, call, options)
  }

  #ask<K extends ModelCall['kind']>(
    child: ChildProcess,
    call: Extract<ModelCall, { kind: K }>,
    { signal, onText }: CompletionOptions = {},
  ): Promise<ModelAnswers[K]> {
    const id = (this.#lastId += 1)
    const { promise, resolve, reject } = Promise.withResolvers<ModelAnswers[K]>()
    const cancel = () => {
      this.#pending.delete(id)
      if (child.connected) child.send({ id, cancel: true } satisfies ToProcess)
      reject(signal?.reason instanceof Error ? signal.reason : new Error('cancelled'))
    }
    this.#pending.set(id, { kind: call.kind, promise, resolve, reject, onText })
    signal?.addEventListener('abort', cancel, { once: true })
    // Keep the event loop alive while a call is pending.
    child.channel?.ref()
    child.send({ id, call }, (error) => error && this.#end(child))
    return promise.finally(() => {
      signal?.removeEventListener('abort', cancel)
      if (this.#pending.size === 0) child.channel?.unref()
    })
  }

  #receive(message: FromProcess): void {
    const pending = this.#pending.get(message.id)
    if (!pending) return
    if ('text' in message) return pending.onText?.(message.text)
    this.#pending.delete(message.id)
    if ('answer' in message) {
      if (pending.kind === 'complete' || pending.kind === 'embed') this.#restarts = 0
      pending.resolve(message.answer as never)
    } else {
      const { code, message: text } = message.error
      pending.reject(code ? new ModelError(code, text) : new Error(text))
    }
  }

  #end(child: ChildProcess): void {
    if (this.#child !== child) return
    this.#child = undefined
    for (const { reject } of this.#pending.values()) reject(this.#closed ? closed() : crashed())
    this.#pending.clear()
    if (this.#info && this.#restarts < maxRestarts) {
      this.#restarts += 1
      this.#ready = undefined
    }
  }
}

function closed(): ModelError {
  return new ModelError('model_closed', 'the model is closed')
}

function crashed(): ModelError {
  return new ModelError('model_crashed', 'the model process ended unexpectedly')
}

async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const timer = setTimeout(() => child.kill('SIGKILL'), closeMs)
  if (child.connected) child.disconnect()
  await ended
  clearTimeout(timer)
}
