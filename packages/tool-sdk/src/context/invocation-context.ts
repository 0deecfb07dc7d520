import type { Choice, JsonObject, JsonValue, ToolRequest } from '@narratoria/protocol'
import type { Emitter } from '../emitter.ts'
import { fs } from '../builtins.ts'
import { ToolError } from '../tool-error.ts'
import { createAssetWriter } from './asset-writer.ts'
import type { ToolContext, ToolLog, ToolProgress, ToolUi } from './tool-context.ts'
import { WatchedPromises } from './watched-promises.ts'

const logLevels = ['debug', 'info', 'warn', 'error'] as const

/** What a context hands on to its tool. */
export interface ContextSource {
  readonly request: ToolRequest
  /** Called when the tool first reads its signal. */
  signal: () => AbortSignal
}

/**
 * The context of one invocation. Its functions are created when the tool first reads them, because a call of a function in a
 * host may take less time than their creation.
 */
export class InvocationContext implements ToolContext {
  readonly #source: ContextSource
  readonly #emitter: Emitter
  #log: ToolLog | undefined
  #assets: { write: ToolContext['asset']; written: WatchedPromises<string> } | undefined

  constructor(source: ContextSource, emitter: Emitter) {
    this.#source = source
    this.#emitter = emitter
  }

  get request(): ToolRequest {
    return this.#source.request
  }

  get state(): JsonObject {
    return this.request.state
  }

  get dependencies(): ToolContext['dependencies'] {
    return this.request.dependencies
  }

  get results(): ToolContext['results'] {
    return this.request.results ?? {}
  }

  get config(): JsonObject {
    return this.request.skill?.config ?? {}
  }

  get signal(): AbortSignal {
    return this.#source.signal()
  }

  get dataDir(): () => string {
    return () => openDataFolder(this.request)
  }

  get log(): ToolLog {
    return (this.#log ??= createLog(this.#emitter))
  }

  get patch(): ToolContext['patch'] {
    return (patch) => {
      if (typeof patch !== 'object' || patch === null || Array.isArray(patch)) {
        throw new TypeError('patch() requires an object with the keys of the session state to change.')
      }
      this.#emitter.emit({ type: 'state_patch', patch })
    }
  }

  get asset(): ToolContext['asset'] {
    return (this.#assets ??= this.#createAssets()).write
  }

  get ui(): ToolUi {
    return (event: string, payload?: JsonValue) => {
      this.#emitter.emit({ type: 'ui_event', event, ...(payload !== undefined && { payload }) })
    }
  }

  get narrate(): ToolContext['narrate'] {
    return (text, { append, replace } = {}) =>
      this.ui('narration', {
        text,
        ...(append !== undefined && { append }),
        ...(replace !== undefined && { replace }),
      })
  }

  get choices(): (choices: readonly (string | Choice)[]) => void {
    return (choices) => this.ui('narrative_choice', { choices: [...choices] })
  }

  get progress(): (progress: ToolProgress) => void {
    return (progress) => this.ui('progress', progress)
  }

  get error(): ToolContext['error'] {
    return (errorCode, errorMessage, details) => {
      this.#emitter.emit({ type: 'error', errorCode, errorMessage, ...(details && { details }) })
    }
  }

  /** What the tool gets: an object whose functions can be destructured and spread. */
  static viewOf(context: InvocationContext): ToolContext {
    return new Proxy<ToolContext>(context, view)
  }

  /** Resolves when all assets are written; undefined if there are none. Rejects if one failed and the tool did not handle it. */
  static drained(context: InvocationContext): Promise<void> | undefined {
    return context.#assets?.written.drained()
  }

  #createAssets(): { write: ToolContext['asset']; written: WatchedPromises<string> } {
    const written = new WatchedPromises<string>()
    const writeAsset = createAssetWriter(this.#emitter, this.request)
    return { write: (asset) => written.watch(writeAsset(asset)), written }
  }
}

const names = Object.getOwnPropertyNames(InvocationContext.prototype).filter((name) => name !== 'constructor')
const listed: PropertyDescriptor = { enumerable: true, configurable: true }

// Shows the getters of the class as properties of the object: creating these for each call takes longer than a short call.
const view: ProxyHandler<ToolContext> = {
  get: (context, name) => Reflect.get(context, name, context) as unknown,
  ownKeys: () => names,
  getOwnPropertyDescriptor: (_, name) => (typeof name === 'string' && names.includes(name) ? listed : undefined),
}

function createLog(emitter: Emitter): ToolLog {
  const [debug, info, warn, error] = logLevels.map((level) => (message: string, fields?: JsonObject): void => {
    emitter.emit({ type: 'log', level, message: String(message), ...(fields && { fields }) })
  }) as [ToolLog['debug'], ToolLog['info'], ToolLog['warn'], ToolLog['error']]
  return Object.assign((message: string, fields?: JsonObject) => info(message, fields), { debug, info, warn, error })
}

function openDataFolder({ skill }: ToolRequest): string {
  if (!skill?.dataDir) {
    throw new ToolError('no_data_folder', 'This tool stores data, but its request has no skill data folder.', {
      retryable: false,
    })
  }
  fs.mkdirSync(skill.dataDir, { recursive: true })
  return skill.dataDir
}
