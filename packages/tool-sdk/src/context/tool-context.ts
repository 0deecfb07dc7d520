import type { Choice, JsonObject, JsonValue, ToolRequest } from '@narratoria/protocol'

/** Logs at level `info`, or at the level named (spec 001 §4.1). */
export interface ToolLog {
  (message: string, fields?: JsonObject): void
  debug: (message: string, fields?: JsonObject) => void
  info: (message: string, fields?: JsonObject) => void
  warn: (message: string, fields?: JsonObject) => void
  error: (message: string, fields?: JsonObject) => void
}

/** How far the work has come; the payload of the `progress` ui_event. */
export interface ToolProgress {
  value?: number
  max?: number
  label?: string
}

/** Payloads of the ui_events that every Narratoria host knows. */
export interface KnownUiPayloads {
  narrative_choice: { choices: (string | Choice)[] }
  narration: { text: string; append?: boolean; replace?: boolean }
  dice_roll: { formula: string; rolls: number[]; modifier: number; total: number }
  progress: ToolProgress
}

/** Asks something of the user interface (spec 001 §4.4); a name that the host does not know becomes a placeholder. */
export interface ToolUi {
  <Event extends keyof KnownUiPayloads>(event: Event, payload: KnownUiPayloads[Event]): void
  (event: string, payload?: JsonValue): void
}

/** A file to hand to the host (spec 001 §4.3). */
export interface ToolAsset {
  /** A broad category: image, audio, video, model … */
  kind: string
  /** A media type such as `image/png`. */
  mediaType: string
  /**
   * What to write. Without it `path` names a file that is there already. Text is written as UTF-8; a stream is written
   * chunk by chunk and the event is emitted when it has ended.
   */
  data?: Uint8Array | string | AsyncIterable<Uint8Array | string>
  /** Where the file is or shall be; a new file in a private temporary folder unless told. */
  path?: string
  /** Unique within the invocation; made from the kind and a number unless told. */
  assetId?: string
  metadata?: JsonObject
}

/** What `run` gets besides its input. The functions need no `this` and may be taken apart. */
export interface ToolContext {
  /** The whole request, with defaults for what an older host leaves out. */
  readonly request: ToolRequest
  /** What the tool may read of the session state. */
  readonly state: JsonObject
  /** Output of each direct dependency by toolId; `null` where an optional one failed. */
  readonly dependencies: Record<string, JsonObject | null>
  /** The skill's settings, resolved; `{}` outside a skill. May hold secrets. */
  readonly config: JsonObject
  /**
   * Aborts when the host asks the tool to end (SIGTERM, SIGINT). The tool then has a second to finish; one that never
   * asks for the signal ends at once.
   */
  readonly signal: AbortSignal
  /**
   * The skill's own data folder, created when missing.
   *
   * @throws {ToolError} `no_data_folder` when the request names none
   */
  dataDir: () => string
  log: ToolLog
  /** Changes the session state by a merge patch: `null` removes a key, arrays are replaced (spec 001 §4.2). */
  patch: (patch: JsonObject) => void
  /**
   * Writes a file and emits its asset event once the file is complete (spec 001 §4.3). Resolves to the absolute path.
   * `done` waits for assets that are still being written.
   */
  asset: (asset: ToolAsset) => Promise<string>
  ui: ToolUi
  /** Tells the player something; `append` continues the paragraph before, `replace` withdraws what the tool told so far. */
  narrate: (text: string, options?: { append?: boolean; replace?: boolean }) => void
  /** Offers ways on; the chosen text becomes the next prompt. */
  choices: (choices: readonly (string | Choice)[]) => void
  progress: (progress: ToolProgress) => void
  /** Reports an error without ending: throw a {@link ToolError} to fail. */
  error: (errorCode: string, errorMessage: string, details?: JsonObject) => void
}
