import type { Choice, JsonObject, JsonValue, ToolRequest } from '@narratoria/protocol'

/** Emits a log event at level `info`, or at the named level. */
export interface ToolLog {
  (message: string, fields?: JsonObject): void
  debug: (message: string, fields?: JsonObject) => void
  info: (message: string, fields?: JsonObject) => void
  warn: (message: string, fields?: JsonObject) => void
  error: (message: string, fields?: JsonObject) => void
}

/** The payload of the `progress` ui_event. */
export interface ToolProgress {
  value?: number
  max?: number
  label?: string
}

/** Payloads of the conventional ui_events. */
export interface KnownUiPayloads {
  narrative_choice: { choices: (string | Choice)[] }
  narration: { text: string; append?: boolean; replace?: boolean }
  dice_roll: { formula: string; rolls: number[]; modifier: number; total: number }
  progress: ToolProgress
}

/** Emits a ui_event. Hosts show an unknown name as a placeholder. */
export interface ToolUi {
  <Event extends keyof KnownUiPayloads>(event: Event, payload: KnownUiPayloads[Event]): void
  (event: string, payload?: JsonValue): void
}

/** A file for the host. */
export interface ToolAsset {
  /** A broad category: image, audio, video, model … */
  kind: string
  /** A media type such as `image/png`. */
  mediaType: string
  /**
   * The content to write. Defaults to using the existing file `path`. Text is written as UTF-8. The event is emitted when a
   * stream has ended.
   */
  data?: Uint8Array | string | AsyncIterable<Uint8Array | string>
  /** The file's path. Defaults to a new file in a private temporary folder. */
  path?: string
  /** Unique within the invocation. Defaults to the kind and a number. */
  assetId?: string
  metadata?: JsonObject
}

/** Second argument of `run`. Its functions do not use `this` and may be destructured. */
export interface ToolContext {
  /** The request, with defaults for fields that older hosts omit. */
  readonly request: ToolRequest
  /** The session state that the tool may read. */
  readonly state: JsonObject
  /** Output of each direct dependency by toolId; null if an optional one failed. */
  readonly dependencies: Record<string, JsonObject | null>
  /** The return value of each direct dependency that returned one, by toolId. */
  readonly results: Record<string, JsonValue>
  /** The skill's resolved settings; `{}` outside a skill. May contain secrets. */
  readonly config: JsonObject
  /**
   * Aborts on SIGTERM and SIGINT. The tool then has one second to finish. A tool that never reads this property ends at once
   * instead.
   */
  readonly signal: AbortSignal
  /**
   * Returns the skill's data folder and creates it if it is missing.
   *
   * @throws {ToolError} `no_data_folder` if the request has none
   */
  dataDir: () => string
  log: ToolLog
  /** Changes the session state by a JSON merge patch: `null` removes a key, arrays are replaced. */
  patch: (patch: JsonObject) => void
  /**
   * Writes a file and emits its asset event when the file is complete. Resolves to the absolute path. The invocation ends after
   * all assets are written.
   */
  asset: (asset: ToolAsset) => Promise<string>
  ui: ToolUi
  /** Emits prose for the player. `append` continues the previous paragraph; `replace` replaces this tool's earlier prose. Both default to false. */
  narrate: (text: string, options?: { append?: boolean; replace?: boolean }) => void
  /** Offers choices to the player. The chosen text becomes the next prompt. */
  choices: (choices: readonly (string | Choice)[]) => void
  /** Emits a progress ui_event. */
  progress: (progress: ToolProgress) => void
  /** Emits an error event without ending the invocation. Throw a `ToolError` to fail. */
  error: (errorCode: string, errorMessage: string, details?: JsonObject) => void
}
