import type { JsonObject, RetryPolicy } from '@narratoria/protocol'
import type { ConfigSchema, Trigger } from '@narratoria/protocol/skill'

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
  /** Its place in a turn: recall, then act, then narrate and record; `maintain` runs between turns and is never planned. */
  stage: 'recall' | 'act' | 'narrate' | 'record' | 'maintain'
  /** Planned with `required: false`. */
  optional: boolean
  prewarm: boolean
  /** False where nobody says that the script speaks the protocol: it is listed, never planned nor run. */
  runnable: boolean
}

/** A skill as it was found in its folder. Never changed in place: a change makes a new object. */
export interface Skill {
  name: string
  displayName: string
  version: string
  description: string
  /** The folder, its absolute real path. */
  path: string
  /** The discovery root that it was found in, its absolute real path. */
  root: string
  author?: string
  license?: string
  homepage?: string
  /** What the skill says it needs, from `SKILL.md`. */
  compatibility?: string
  /** Free properties of `SKILL.md`. */
  metadata?: Record<string, string>
  /** Tools that the skill asks to use, from `SKILL.md`; shown, never acted on. */
  allowedTools?: string[]
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

/** Why something in a skills folder was skipped or left out. */
export type SkillWarningCode =
  | 'disagreement'
  | 'duplicate_name'
  | 'duplicate_script'
  | 'invalid_config'
  | 'invalid_config_schema'
  | 'invalid_field'
  | 'invalid_front_matter'
  | 'invalid_json'
  | 'invalid_name'
  | 'missing_dependency'
  | 'missing_field'
  | 'name_mismatch'
  | 'no_manifest'
  | 'outside_folder'
  | 'script_missing'
  | 'script_not_executable'
  | 'script_outside_folder'
  | 'too_large'
  | 'too_long'
  | 'unknown_field'
  | 'unreadable'
  | 'unsupported_schema'

/** Something worth knowing about a skill that is in order. */
export interface SkillNote {
  /** The file that the note is about; `prompt` is the file of the skill's prompt. */
  file: 'skill.json' | 'prompt'
  message: string
}

/** Checks that a host adds to those of this package, such as those of a planner that uses a model. */
export interface SkillChecks {
  /** Returns why some planners cannot use a script, or `undefined` if all can. Reported as `unsupported_schema`. */
  checkScript?: (script: SkillScript) => string | undefined
  /** Returns the notes of {@link checkSkill} about a skill. Defaults to none. */
  findNotes?: (skill: Skill) => SkillNote[]
}

/** Something in a skills folder that was skipped or left out, and why. */
export interface SkillWarning {
  /** The file or folder, as the file system names it. */
  path: string
  code: SkillWarningCode
  /** What is wrong and what to do, on one line without control characters. */
  message: string
}
