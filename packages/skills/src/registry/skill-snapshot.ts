import { realpathSync } from 'node:fs'
import { dataDirOf } from '../config/config-place.ts'
import { missingSettings, resolveConfig, type ResolvedConfig } from '../config/resolve-config.ts'
import type { JsonFile } from '../files/json-file.ts'
import type { Environment } from '../config/variables.ts'
import { SkillError } from '../errors.ts'
import type { Skill, SkillScript } from '../skill.ts'

/** A script and its skill. */
export interface ScriptOfSkill {
  skill: Skill
  script: SkillScript
}

interface SnapshotParts {
  skills: readonly Skill[]
  configs: ReadonlyMap<string, JsonFile>
  environment: Environment
  home: string
}

/** The skills and their settings at one moment. A turn uses one snapshot, so that changes during the turn do not affect it. */
export class SkillSnapshot {
  readonly #skills: ReadonlyMap<string, Skill>
  readonly #parts: SnapshotParts
  #scripts: Map<string, ScriptOfSkill> | undefined

  /** @internal */
  constructor(parts: SnapshotParts) {
    this.#parts = parts
    this.#skills = new Map(parts.skills.map((skill) => [skill.name, skill]))
  }

  /** Every skill, disabled ones included, by name. */
  list(): Skill[] {
    return [...this.#skills.values()].sort(byName)
  }

  get(name: string): Skill | undefined {
    return this.#skills.get(name)
  }

  /**
   * The skills that a planner may use, by descending priority, then by name: enabled, not in `permanentFailure`, unchanged if they were
   * installed, and with a value for each required setting.
   */
  available(): Skill[] {
    return this.#usable()
      .filter((skill) => this.missingSettings(skill.name).length === 0)
      .sort((a, b) => b.priority - a.priority || byName(a, b))
  }

  /** The skills that only {@link missingSettings} keep from being {@link available}. */
  unset(): Skill[] {
    return this.#usable().filter((skill) => this.missingSettings(skill.name).length > 0)
  }

  /** The required settings of a skill that have no usable value. */
  missingSettings(name: string): string[] {
    const schema = this.#skills.get(name)?.configSchema
    return schema?.required?.length ? missingSettings(schema, this.resolveConfig(name)) : []
  }

  /** The script at a path, if it may be run: its skill is enabled and it is runnable. */
  scriptAt(path: string): ScriptOfSkill | undefined {
    this.#scripts ??= new Map(
      this.list()
        .filter((skill) => skill.enabled && !skill.origin?.changed)
        .flatMap((skill) =>
          skill.scripts.filter(({ runnable }) => runnable).map((script) => [script.path, { skill, script }]),
        ),
    )
    return this.#scripts.get(path) ?? this.#scripts.get(realOf(path))
  }

  /** A skill's settings with `${VAR}` resolved now; empty for an unknown skill or one without settings. */
  resolveConfig(name: string): ResolvedConfig {
    const schema = this.#skills.get(name)?.configSchema
    if (!schema) return { values: {}, issues: [] }
    const saved = this.#parts.configs.get(name) ?? { values: {} }
    const resolved = resolveConfig(schema, saved.values, this.#parts.environment)
    if (saved.fault === undefined) return resolved
    return { ...resolved, issues: [{ field: '', message: `config.json ${saved.fault}` }, ...resolved.issues] }
  }

  /**
   * A skill's private folder, created if it does not exist, even if the skill was disabled since.
   *
   * @throws {SkillError} `unknown_skill`, `save_failed`
   */
  dataDir(name: string): string {
    const skill = this.#skills.get(name)
    if (!skill) throw new SkillError('unknown_skill', `there was no skill named "${name}"`)
    return dataDirOf({ folder: skill.path, name, home: this.#parts.home })
  }

  #usable(): Skill[] {
    return this.list().filter(
      (skill) => skill.enabled && skill.errorState !== 'permanentFailure' && !skill.origin?.changed,
    )
  }
}

const byName = (a: Skill, b: Skill): number => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)

function realOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
