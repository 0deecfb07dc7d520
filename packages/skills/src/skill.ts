import type { JsonObject, RetryPolicy } from '@narratoria/protocol'
import type { ConfigSchema, Trigger } from '@narratoria/protocol/skill'

/** The health of a skill, derived from the results of its scripts. */
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
  /** `outside` if a tool of the host may change something outside of the story. Defaults to none. */
  effects?: 'outside'
  /** Normalized: a string in the manifest becomes a phrase. */
  triggers: Trigger[]
  /** When it runs in a turn: recall, then act, then narrate and record. `maintain` runs between turns and is never planned. */
  stage: 'recall' | 'act' | 'narrate' | 'record' | 'maintain'
  /** Planned with `required: false`. */
  optional: boolean
  prewarm: boolean
  /** Whether one process may serve many requests. Defaults to false. */
  reusable?: boolean
  /** False for a script without a manifest, which may not use the protocol: it is listed, but never planned or run. */
  runnable: boolean
}

/** Where an installed skill comes from, and what the user agreed to. */
export interface SkillOrigin {
  /** A package, or the path of a folder or an archive. */
  source: string
  kind: 'package' | 'folder' | 'archive'
  /** A digest of everything in its folder. */
  digest: string
  /** When it was added, as an ISO 8601 time. */
  addedAt: string
  /** Whether its scripts run with the rights of the user. Others run in a sandbox. */
  trusted: boolean
}

/** A skill as read from its folder. Immutable: a change makes a new object. */
export interface Skill {
  name: string
  displayName: string
  version: string
  description: string
  /** Absolute real path of the folder. */
  path: string
  /** Absolute real path of the root that it was found in. */
  root: string
  author?: string
  license?: string
  homepage?: string
  /** The requirements that `SKILL.md` states. */
  compatibility?: string
  /** Custom properties of `SKILL.md`. */
  metadata?: Record<string, string>
  /** Tools that `SKILL.md` requests. Only shown, never granted. */
  allowedTools?: string[]
  /** Text for a planner's system context; empty if the skill has none. */
  prompt: string
  scripts: SkillScript[]
  capabilities: string[]
  dependencies: string[]
  /** 0–100; higher is preferred. */
  priority: number
  retryPolicy?: RetryPolicy
  /** Names of the environment variables that its scripts may read. */
  env: string[]
  /** Whether its scripts need the network. Defaults to false. */
  network?: boolean
  /** Absent for a skill that was not installed with `narratoria skills add`. A changed skill is not used. */
  origin?: SkillOrigin & { changed: boolean }
  configSchema?: ConfigSchema
  enabled: boolean
  errorState: SkillErrorState
}

/** Whether a skill brings text for models only: it has no script that is run. */
export function isGuidanceOnly({ scripts }: Pick<Skill, 'scripts'>): boolean {
  return scripts.every(({ runnable }) => !runnable)
}

/** Whether the scripts of a skill may run only in a sandbox: it was installed, and the user does not trust it. */
export function isConfined({ origin }: Pick<Skill, 'origin'>): boolean {
  return origin !== undefined && !origin.trusted
}

/** Why something in a skills folder was skipped or ignored. */
export type SkillWarningCode =
  | 'changed_since_added'
  | 'disagreement'
  | 'duplicate_name'
  | 'duplicate_script'
  | 'guidance_only'
  | 'invalid_config'
  | 'invalid_config_schema'
  | 'invalid_field'
  | 'invalid_front_matter'
  | 'invalid_json'
  | 'invalid_name'
  | 'invalid_translation'
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

/** Something in a skills folder that was skipped or ignored, and why. */
export interface SkillWarning {
  /** The file or folder. */
  path: string
  /** The skill, for a warning about its settings, which lie in the home. */
  skill?: string
  code: SkillWarningCode
  /** What is wrong and how to fix it, on one line without control characters. */
  message: string
}
