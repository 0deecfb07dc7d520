import { resolve } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { JsonObject, JsonValue } from '@narratoria/protocol'
import { EventEmitter } from 'eventemitter3'
import { fileStamp, readConfigFile, withFileLock, writeJsonFile, type SavedConfig } from '../config/config-file.ts'
import type { ConfigIssue } from '../config/config-issue.ts'
import { configPath, ensureDataDir, readableConfigPath, type StoragePlace } from '../config/config-place.ts'
import {
  resolveConfig,
  secretsOf,
  unknownSettings,
  validateConfig,
  type ResolvedConfig,
} from '../config/resolve-config.ts'
import type { Environment } from '../config/variables.ts'
import { discoverSkills, type Discovery } from '../discover/discover-skills.ts'
import { SkillError } from '../errors.ts'
import { SkillHealth, type SkillOutcome } from '../health/skill-health.ts'
import { SecretMask } from '../secrets/secret-mask.ts'
import type { Skill, SkillErrorState, SkillWarning } from '../skill.ts'
import { FolderWatcher } from '../watch/folder-watcher.ts'
import { DisabledSkills } from './disabled-skills.ts'
import { SkillSnapshot, type ScriptOfSkill } from './skill-snapshot.ts'

/** Where a registry finds skills and keeps what it knows of them. */
export interface SkillRegistryOptions {
  /** Folders of skill folders; the first wins where two skills have one name. */
  roots: readonly string[]
  /** The host's folder: which skills are disabled, and what a skill's own folder cannot hold. */
  home: string
  /** Keeps up with changes on disk until the registry is closed; off unless told. */
  watch?: boolean
  /** The environment for `${VAR}`; that of the process unless told. */
  environment?: Environment
  /** Tells the time in milliseconds; `Date.now` unless told. */
  now?: () => number
}

/** What became different. A skill also counts as changed when its settings or the content of its files did. */
export interface SkillsChange {
  added: string[]
  changed: string[]
  removed: string[]
}

/** A skill's health changed. */
export interface SkillHealthChange {
  name: string
  errorState: SkillErrorState
  previous: SkillErrorState
}

interface RegistryEvents {
  changed: [change: SkillsChange]
  health: [change: SkillHealthChange]
}

/** What saving settings came to: saved, or everything that is wrong with them and nothing saved. */
export interface SaveOutcome {
  saved: boolean
  issues: ConfigIssue[]
}

interface LoadedConfig extends SavedConfig {
  stamp: string
}

/**
 * The skills of a host: found, configured, enabled, watched, and their health. Tells of changes by the events
 * `changed` and `health`.
 */
export class SkillRegistry extends EventEmitter<RegistryEvents> {
  readonly #options: Required<SkillRegistryOptions>
  readonly #disabled: DisabledSkills
  readonly #mask = new SecretMask()
  readonly #configs = new Map<string, LoadedConfig>()
  readonly #health = new Map<string, SkillHealth>()
  #skills = new Map<string, Skill>()
  #foundWarnings: SkillWarning[] = []
  #disabledNames = new Set<string>()
  #watcher: FolderWatcher | undefined
  #reloading: Promise<void> = Promise.resolve()
  #closed = false

  /** Use {@link openSkills}. */
  constructor(options: SkillRegistryOptions) {
    super()
    this.#options = { watch: false, environment: process.env, now: Date.now, ...options }
    this.#disabled = new DisabledSkills(resolve(options.home))
  }

  /** Every skill, disabled ones too, by name. */
  list(): Skill[] {
    return this.snapshot().list()
  }

  /** The skill of that name. */
  get(name: string): Skill | undefined {
    return this.snapshot().get(name)
  }

  /** The skills that a planner may use: enabled and not failed for good; by priority, highest first, then by name. */
  available(): Skill[] {
    return this.snapshot().available()
  }

  /** What was skipped or left out, settings included. */
  get warnings(): SkillWarning[] {
    return [...this.#foundWarnings, ...[...this.#skills.values()].flatMap((skill) => this.#configWarnings(skill))]
  }

  /** The script in a file, by real path, where it may be run. */
  scriptAt(path: string): ScriptOfSkill | undefined {
    return this.snapshot().scriptAt(path)
  }

  /** Everything as it is now, for a turn to keep. */
  snapshot(): SkillSnapshot {
    this.#disabledNames = this.#disabled.read()
    const configs = new Map([...this.#skills.values()].map((skill) => [skill.name, this.#config(skill)]))
    const skills = [...this.#skills.values()].map((skill) => this.#dress(skill))
    return new SkillSnapshot(skills, configs, { environment: this.#options.environment, warnings: this.#foundWarnings })
  }

  /** Tells whether a skill is switched on; so is every skill that was never switched off. */
  isEnabled(name: string): boolean {
    this.#disabledNames = this.#disabled.read()
    return !this.#disabledNames.has(name)
  }

  /** Switches a skill on or off, over restarts too. Switching on also forgives its failures. @throws `unknown_skill` */
  async setEnabled(name: string, enabled: boolean): Promise<void> {
    this.#known(name)
    try {
      await this.#disabled.set(name, !enabled)
    } catch (error) {
      throw new SkillError('save_failed', `cannot keep whether "${name}" is enabled under the home`, { cause: error })
    }
    if (enabled) this.#health.delete(name)
    this.#disabledNames = this.#disabled.read()
    this.emit('changed', { added: [], changed: [name], removed: [] })
  }

  /** A skill's settings as saved: `${VAR}` stands as it was written. @throws `unknown_skill` */
  savedConfig(name: string): JsonObject {
    return structuredClone(this.#config(this.#known(name)).values)
  }

  /** A skill's settings as its scripts get them now: defaults, saved values, `${VAR}` resolved. */
  resolveConfig(name: string): ResolvedConfig {
    return this.snapshot().resolveConfig(name)
  }

  /**
   * Changes some of a skill's settings: `null` takes one back to its default, others stay. All settings together are
   * validated first (FR-043); where one is wrong, nothing is saved. @throws `unknown_skill`, `no_settings`, `save_failed`
   */
  async setConfig(name: string, changes: Record<string, JsonValue>): Promise<SaveOutcome> {
    const skill = this.#known(name)
    const schema = skill.configSchema
    if (!schema) throw new SkillError('no_settings', `the skill "${name}" has no settings`)
    const path = configPath(this.#storage(skill))
    try {
      const issues = await withFileLock(path, async () => {
        const { values, fault } = readConfigFile(readableConfigPath(this.#storage(skill)))
        if (fault !== undefined) return [{ field: '', message: `config.json ${fault}; mend or delete it first` }]
        const merged = overlay(values, changes)
        const found = validateConfig(schema, merged, this.#options.environment)
        if (found.length === 0) await writeJsonFile(path, merged)
        return found
      })
      if (issues.length > 0) return { saved: false, issues }
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? 'unknown reason'
      throw new SkillError('save_failed', `cannot save the settings of "${name}": ${code}`, { cause: error })
    }
    this.#config(skill)
    this.#health.delete(name)
    this.emit('changed', { added: [], changed: [name], removed: [] })
    return { saved: true, issues: [] }
  }

  /** A skill's private folder (FR-058), created if need be (FR-062). @throws `unknown_skill`, `save_failed` */
  dataDir(name: string): string {
    const skill = this.#known(name)
    try {
      return ensureDataDir(this.#storage(skill))
    } catch (error) {
      throw new SkillError('save_failed', `cannot create the data folder of "${name}"`, { cause: error })
    }
  }

  /** Takes the result of one of a skill's scripts into account for its health; an unknown name says nothing. */
  reportResult(name: string, outcome: SkillOutcome): void {
    if (!this.#skills.has(name)) return
    const health = this.#health.get(name) ?? new SkillHealth(this.#options.now)
    this.#health.set(name, health)
    const previous = health.state
    health.report(outcome)
    if (health.state !== previous) this.emit('health', { name, errorState: health.state, previous })
  }

  /** Every secret seen so far: values of sensitive settings, and of variables named like one that settings refer to. */
  secrets(): string[] {
    return this.#mask.list()
  }

  /** Copies a JSON value, a text for one, with every secret blotted out: for whatever is logged, stored or shown. */
  maskSecrets<T>(value: T): T {
    return this.#mask.mask(value)
  }

  /** Reads everything again and tells of what changed. */
  reload(): Promise<void> {
    return this.#queueReload(new Set())
  }

  /** Stops watching; what was read stays readable. */
  async close(): Promise<void> {
    this.#closed = true
    this.#watcher?.close()
    await this.#reloading
    this.removeAllListeners()
  }

  /** @internal The first reading. */
  async open(): Promise<this> {
    const { roots, watch } = this.#options
    if (watch) this.#watcher = new FolderWatcher(roots, (touched) => this.#queueReload(touched))
    this.#adopt(await discoverSkills({ roots }))
    return this
  }

  // One at a time; a listener that throws is the host's to hear of, and must not stop later readings.
  #queueReload(touched: ReadonlySet<string>): Promise<void> {
    const reload = this.#reloading.then(() => this.#reload(touched))
    this.#reloading = reload.catch(() => undefined)
    return reload
  }

  async #reload(touched: ReadonlySet<string>): Promise<void> {
    if (this.#closed) return
    const before = this.#skills
    const disabledBefore = this.#disabledNames
    const found = await discoverSkills({ roots: this.#options.roots })
    if (this.#closed) return
    this.#adopt(found)
    const names = [...this.#skills.keys()]
    const change: SkillsChange = {
      added: names.filter((name) => !before.has(name)),
      changed: names.filter((name) => {
        const [old, now] = [before.get(name), this.#skills.get(name)!]
        return (
          old !== undefined &&
          (touched.has(now.path) ||
            disabledBefore.has(name) !== this.#disabledNames.has(name) ||
            !isDeepStrictEqual(old, now))
        )
      }),
      removed: [...before.keys()].filter((name) => !this.#skills.has(name)),
    }
    for (const name of [...change.changed, ...change.removed]) this.#health.delete(name)
    for (const name of change.removed) this.#configs.delete(name)
    if (change.added.length + change.changed.length + change.removed.length > 0) this.emit('changed', change)
  }

  #adopt({ skills, warnings }: Discovery): void {
    this.#disabledNames = this.#disabled.read()
    this.#skills = new Map(skills.map((skill) => [skill.name, skill]))
    this.#foundWarnings = warnings
    for (const skill of skills) this.#config(skill)
  }

  #known(name: string): Skill {
    const skill = this.#skills.get(name)
    if (!skill) throw new SkillError('unknown_skill', `there is no skill named "${name}"; "skills list" shows them all`)
    return skill
  }

  #dress(skill: Skill): Skill {
    return {
      ...skill,
      enabled: !this.#disabledNames.has(skill.name),
      errorState: this.#health.get(skill.name)?.state ?? 'healthy',
    }
  }

  #storage(skill: Skill): StoragePlace {
    return { folder: skill.path, name: skill.name, home: resolve(this.#options.home) }
  }

  /** The saved settings, read again when their file changed. */
  #config(skill: Skill): SavedConfig {
    if (!skill.configSchema) return { values: {} }
    const path = readableConfigPath(this.#storage(skill))
    const stamp = fileStamp(path)
    const known = this.#configs.get(skill.name)
    const loaded = known?.stamp === stamp ? known : { ...readConfigFile(path), stamp }
    this.#configs.set(skill.name, loaded)
    this.#mask.add(secretsOf(skill.configSchema, loaded.values, this.#options.environment))
    return loaded
  }

  #configWarnings(skill: Skill): SkillWarning[] {
    const { fault, values } = this.#config(skill)
    const path = readableConfigPath(this.#storage(skill))
    if (fault !== undefined)
      return [
        {
          path,
          code: 'invalid_config',
          message: `config.json: it ${fault}; the settings of "${skill.name}" are the defaults`,
        },
      ]
    if (!skill.configSchema) return []
    const { issues } = resolveConfig(skill.configSchema, values, this.#options.environment)
    return [...issues, ...unknownSettings(skill.configSchema, values)].map(({ field, message }) => ({
      path,
      code: 'invalid_config',
      message: `config.json: "${field}" ${message}`,
    }))
  }
}

function overlay(values: JsonObject, changes: Record<string, JsonValue>): JsonObject {
  const merged = Object.entries({ ...values, ...changes }).filter(([, value]) => value !== null && value !== undefined)
  return Object.fromEntries(merged)
}

/** Opens the skills in `roots` (FR-030). Never throws for what it finds there: see {@link SkillRegistry.warnings}. */
export function openSkills(options: SkillRegistryOptions): Promise<SkillRegistry> {
  return new SkillRegistry(options).open()
}
