import { realpathSync } from 'node:fs'
import { resolveConfig, type ResolvedConfig } from '../config/resolve-config.ts'
import type { SavedConfig } from '../config/config-file.ts'
import type { Environment } from '../config/variables.ts'
import type { Skill, SkillScript, SkillWarning } from '../skill.ts'

/** A script and the skill that it belongs to. */
export interface ScriptOfSkill {
  skill: Skill
  script: SkillScript
}

/** The skills and their settings as they were at one moment: what a turn in flight keeps, whatever changes meanwhile. */
export class SkillSnapshot {
  /** What was skipped or left out. */
  readonly warnings: readonly SkillWarning[]
  readonly #skills: ReadonlyMap<string, Skill>
  readonly #configs: ReadonlyMap<string, SavedConfig>
  readonly #environment: Environment
  #scripts: Map<string, ScriptOfSkill> | undefined

  /** @internal */
  constructor(
    skills: readonly Skill[],
    configs: ReadonlyMap<string, SavedConfig>,
    rest: { environment: Environment; warnings: readonly SkillWarning[] },
  ) {
    this.#skills = new Map(skills.map((skill) => [skill.name, skill]))
    this.#configs = configs
    this.#environment = rest.environment
    this.warnings = rest.warnings
  }

  /** Every skill, disabled ones too, by name. */
  list(): Skill[] {
    return [...this.#skills.values()].sort(byName)
  }

  /** The skill of that name. */
  get(name: string): Skill | undefined {
    return this.#skills.get(name)
  }

  /** The skills that a planner may use: enabled and not failed for good; by priority, highest first, then by name. */
  available(): Skill[] {
    return this.list()
      .filter((skill) => skill.enabled && skill.errorState !== 'permanentFailure')
      .sort((a, b) => b.priority - a.priority || byName(a, b))
  }

  /** The script in a file, by real path, where it may be run: its skill is enabled, and it speaks the protocol. */
  scriptAt(path: string): ScriptOfSkill | undefined {
    this.#scripts ??= new Map(
      this.list()
        .filter((skill) => skill.enabled)
        .flatMap((skill) =>
          skill.scripts.filter(({ runnable }) => runnable).map((script) => [script.path, { skill, script }]),
        ),
    )
    return this.#scripts.get(path) ?? this.#scripts.get(realOf(path))
  }

  /** The settings of a skill with `${VAR}` resolved now; none for a skill without settings or an unknown one. */
  resolveConfig(name: string): ResolvedConfig {
    const schema = this.#skills.get(name)?.configSchema
    if (!schema) return { values: {}, issues: [] }
    const saved = this.#configs.get(name) ?? { values: {} }
    const resolved = resolveConfig(schema, saved.values, this.#environment)
    if (saved.fault === undefined) return resolved
    return { ...resolved, issues: [{ field: '', message: `config.json ${saved.fault}` }, ...resolved.issues] }
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
