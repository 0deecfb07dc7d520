import type { ConfigSchema, JsonObject, JsonValue, RegisteredAsset, TurnEvent, TurnResult } from '@narratoria/protocol'

/** A session as the host lists it. */
export interface HostSession {
  sessionId: string
  name: string | null
  title: string
  opening: string
  head: string | null
  tip: string | null
  turns: number
  createdAt: number
  updatedAt: number
}

/** A stored turn in a few words. */
export interface HostTurn {
  turnId: string
  seq: number
  parentId: string | null
  prompt: string
  narrative: string
  createdAt: number
}

/** A stored turn, whole. */
export interface HostStoredTurn extends TurnResult {
  createdAt: number
  events: TurnEvent[]
  assets: RegisteredAsset[]
}

/** A turn as it is played: its events, and what it came to. */
export interface HostPlayedTurn extends AsyncIterable<TurnEvent> {
  readonly result: Promise<TurnResult>
}

/** Who wrote a key of the state. */
export interface HostStateWriter {
  turnId: string
  seq: number
  prompt: string
  toolId: string | null
  toolPath: string | null
}

/** A session that can be played and changed. */
export interface HostOpenSession {
  readonly id: string
  readonly lostTurn?: { seq: number; prompt: string; startedAt: number } | undefined
  play(prompt: string, options?: { signal?: AbortSignal }): HostPlayedTurn
  /** Plays the last turn's prompt again in its place. */
  retry(options?: { signal?: AbortSignal }): HostPlayedTurn
  undo(steps?: number): Promise<unknown>
  redo(steps?: number): Promise<unknown>
  moveTo(turn: string | null): Promise<unknown>
  /** The turn and tool that wrote a key, given as a JSON Pointer. */
  why(key: string): Promise<HostStateWriter | undefined>
  close(): void
}

/** The stored sessions. */
export interface HostStore {
  findSession(idOrName: string): Promise<HostSession | undefined>
  readTurn(sessionId: string, turnId: string): Promise<HostStoredTurn>
  children(sessionId: string, turnId: string | null): Promise<HostTurn[]>
  line(sessionId: string, turnId: string | null, limit?: number): Promise<HostTurn[]>
  lineSeqs(sessionId: string, turnId: string | null): Promise<[number, number][]>
  stateAt(sessionId: string, turnId: string | null): Promise<JsonObject>
}

/** A skill with its settings' schema. */
export interface HostSkill {
  name: string
  displayName: string
  version: string
  description: string
  path: string
  prompt: string
  author?: string
  license?: string
  scripts: { name: string; path: string; description: string }[]
  capabilities: string[]
  enabled: boolean
  errorState: 'healthy' | 'degraded' | 'temporaryFailure' | 'permanentFailure'
  configSchema?: ConfigSchema
}

/** The skills and their settings. */
export interface HostSkills {
  readonly warnings: readonly { path: string; code: string; message: string }[]
  list(): HostSkill[]
  get(name: string): HostSkill | undefined
  setEnabled(name: string, enabled: boolean): Promise<void>
  savedConfig(name: string): JsonObject
  resolveConfig(name: string): { issues: { field: string; message: string }[] }
  setConfig(
    name: string,
    changes: Record<string, JsonValue>,
  ): Promise<{ saved: boolean; issues: { field: string; message: string }[] }>
  maskSecrets<T>(value: T): T
  on(event: 'changed' | 'health', listener: () => void): unknown
  off(event: 'changed' | 'health', listener: () => void): unknown
}

/** What the web app needs of a host; `Narratoria` of @narratoria/runtime is one. */
export interface StoryHost {
  readonly skills: HostSkills
  readonly store: HostStore
  openSession(idOrName?: string): Promise<HostOpenSession>
  listSessions(): Promise<HostSession[]>
}

/** What a host lets the player choose between. */
export interface HostChoices {
  /** Who plans now. */
  planner: string
  /** The model in use; `null` without one. */
  model: string | null
  planners: readonly { id: string; label: string }[]
  models: readonly { id: string; label: string }[]
}

/** How the player may change what a host was opened with. */
export interface HostSettings {
  describe(): HostChoices | Promise<HostChoices>
  /** Opens another host in the place of the one before, which it closes. */
  change?(change: { planner?: string; model?: string }): Promise<StoryHost>
}
