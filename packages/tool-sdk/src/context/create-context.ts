import type { JsonObject, JsonValue, ToolRequest } from '@narratoria/protocol'
import type { Emitter } from '../emitter.ts'
import { fs } from '../builtins.ts'
import { ToolError } from '../tool-error.ts'
import { createAssetWriter } from './asset-writer.ts'
import type { ToolContext, ToolLog } from './tool-context.ts'
import { WatchedPromises } from './watched-promises.ts'

const logLevels = ['debug', 'info', 'warn', 'error'] as const

/** A context and its pending work. */
export interface OpenContext {
  context: ToolContext
  /** Resolves when all assets are written. Rejects if one failed and the tool did not handle it. */
  drained: () => Promise<void>
}

/** Creates the context of one invocation. */
export function createContext(request: ToolRequest, emitter: Emitter, signal: () => AbortSignal): OpenContext {
  const written = new WatchedPromises<string>()
  const writeAsset = createAssetWriter(emitter, request)
  const ui = (event: string, payload?: JsonValue): void => {
    emitter.emit({ type: 'ui_event', event, ...(payload !== undefined && { payload }) })
  }
  const context: ToolContext = {
    request,
    state: request.state,
    dependencies: request.dependencies,
    results: request.results ?? {},
    config: request.skill?.config ?? {},
    get signal() {
      return signal()
    },
    dataDir: () => openDataFolder(request),
    log: createLog(emitter),
    patch(patch) {
      if (typeof patch !== 'object' || patch === null || Array.isArray(patch)) {
        throw new TypeError('patch() requires an object with the keys of the session state to change.')
      }
      emitter.emit({ type: 'state_patch', patch })
    },
    asset: (asset) => written.watch(writeAsset(asset)),
    ui,
    narrate: (text, { append, replace } = {}) =>
      ui('narration', { text, ...(append !== undefined && { append }), ...(replace !== undefined && { replace }) }),
    choices: (choices) => ui('narrative_choice', { choices: choices as unknown as JsonValue[] }),
    progress: (progress) => ui('progress', progress as JsonObject),
    error(errorCode, errorMessage, details) {
      emitter.emit({ type: 'error', errorCode, errorMessage, ...(details && { details }) })
    },
  }
  return { context, drained: () => written.drained() }
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
