import type { ConfigSchema, JsonObject, RetryPolicy, Trigger } from '@narratoria/protocol'

/** The health of a skill at run time, from real results. */
export type SkillErrorState = 'healthy' | 'degraded' | 'temporaryFailure' | 'permanentFailure'

/** One executable of a skill. */
export interface SkillScript {
  name: string
  /** Absolute real path. */
  path: string
  description: string
  /** JSON Schema of its input. */
  inputSchema?: JsonObject
  timeoutMs?: number
  /** Normalised: a plain text of the manifest is a phrase. */
  triggers: Trigger[]
  /** Its place in a turn: recall, then act, then narrate and record. */
  stage: 'recall' | 'act' | 'narrate' | 'record'
  /** Planned with `required: false`. */
  optional: boolean
  prewarm: boolean
  /** False where nobody says that the script speaks the protocol: it is listed, never planned nor run. */
  runnable: boolean
}

/** A skill as it was found in its folder. */
export interface Skill {
  name: string
  displayName: string
  version: string
  description: string
  /** The folder, absolute. */
  path: string
  /** The discovery root that it was found in. */
  root: string
  /** Text for a planner's system context; empty when there is none. */
  prompt: string
  scripts: SkillScript[]
  capabilities: string[]
  dependencies: string[]
  /** 0–100; higher is preferred. */
  priority: number
  retryPolicy?: RetryPolicy
  /** Names of the environment variables that its scripts may see. */
  env: string[]
  configSchema?: ConfigSchema
  enabled: boolean
  errorState: SkillErrorState
}

/** Something in a skills folder that was skipped or left out, and why. */
export interface SkillWarning {
  /** The file or folder. */
  path: string
  code: string
  message: string
}
