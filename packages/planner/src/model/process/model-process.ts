import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { checkModelFile } from '../model-file.ts'
import type {
  ChatMessage,
  Completion,
  CompletionOptions,
  CompletionRequest,
  LocalModel,
  ModelInfo,
} from '../local-model.ts'
import { ModelError } from '../model-error.ts'
import type { ModelOptions } from '../model-options.ts'
import type { FromProcess, ModelAnswers, ModelCall, ToProcess } from './messages.ts'

/** Options of a model in a process of its own. */
export interface ModelProcessOptions extends ModelOptions {
  /** The process's program; the package's own unless told. */
  workerPath?: string
}

/** How often a model is started again that crashes without having written anything whole in between. */
const maxRestarts = 3
/** How long a process may take to end by itself. */
const closeMs = 2_000

interface Pending {
  kind: ModelCall['kind']
  resolve: (answer: never) => void
  reject: (error: Error) => void
  onText: ((text: string) => void) | undefined
}

/**
 * Loads a GGUF model in a process of its own: a crash of native code costs the work in flight, not the program, and the
 * next call starts the model again. One that crashes four times without a completion or an embedding in between stays
 * down, as it would crash again; however often it crashes otherwise, it is started again. Cancelling answers at once.
 *
 * @throws {ModelError} when the file or the machine cannot do it, with what to do
 */
export async function startModelProcess(options: ModelProcessOptions): Promise<LocalModel> {
  await checkModelFile(options.modelPath)
  const model = new ModelProcess(options)
  await model.start()
  return model
}

class ModelProcess implements LocalModel {
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

  async close(): Promise<void> {
    this.#closed = true
    if (this.#child) await endProcess(this.#child)
  }

  async #load(): Promise<void> {
    const { workerPath = fileURLToPath(import.meta.resolve('@narratoria/planner/llama-worker')), ...options } =
      this.#options
    const child = fork(workerPath, [], {
      serialization: 'advanced',
      // Native libraries print what they like; nobody reads it.
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
    // What a crashed process had evaluated comes back from disk, or piece by piece behind the plans.
    if (this.#warmed) this.#ask(child, { kind: 'warm', messages: this.#warmed }).catch(() => {})
  }

  async #call<K extends ModelCall['kind']>(
    call: Extract<ModelCall, { kind: K }>,
    options?: CompletionOptions,
  ): Promise<ModelAnswers[K]> {
    options?.signal?.throwIfAborted()
    if (this.#closed) throw new ModelError('model_closed', 'the model is closed')
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
    this.#pending.set(id, { kind: call.kind, resolve, reject, onText })
    signal?.addEventListener('abort', cancel, { once: true })
    // While somebody waits, the process must not be forgotten.
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
    for (const { reject } of this.#pending.values()) reject(crashed())
    this.#pending.clear()
    if (this.#info && this.#restarts < maxRestarts) {
      this.#restarts += 1
      this.#ready = undefined
    }
  }
}

function crashed(): ModelError {
  return new ModelError('model_crashed', 'the model’s process ended unexpectedly; the story plays on without it')
}

async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const timer = setTimeout(() => child.kill('SIGKILL'), closeMs)
  if (child.connected) child.disconnect()
  await ended
  clearTimeout(timer)
}
