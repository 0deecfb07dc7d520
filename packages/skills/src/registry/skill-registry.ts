import { resolve } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { JsonObject, JsonValue } from '@narratoria/protocol'
import { requireNode } from '@narratoria/protocol/require-node'
import { EventEmitter } from 'eventemitter3'
import { dataDirOf } from '../config/config-place.ts'
import { describeForm, type SettingsForm } from '../config/describe-form.ts'
import type { ResolvedConfig } from '../config/resolve-config.ts'
import type { SaveOutcome } from '../config/save-outcome.ts'
import { openTranslations } from '../config/translations.ts'
import type { Environment } from '../config/variables.ts'
import { discoverSkills, type Discovery } from '../discover/discover-skills.ts'
import { SkillError } from '../errors.ts'
import { HealthBook, type SkillHealthChange } from '../health/health-book.ts'
import type { SkillOutcome } from '../health/skill-health.ts'
import { withOrigins } from '../install/origin.ts'
import { TextMask } from '../secrets/text-mask.ts'
import type { Skill, SkillChecks, SkillScript, SkillWarning } from '../skill.ts'
import { FolderWatcher } from '../watch/folder-watcher.ts'
import { DisabledSkills } from './disabled-skills.ts'
import { SkillSettings } from './skill-settings.ts'
import { SkillSnapshot, type ScriptOfSkill } from './skill-snapshot.ts'

/** Options of {@link openSkills}. */
export interface SkillRegistryOptions extends Pick<SkillChecks, 'checkScript'> {
  /** Folders of skill folders. The first of two skills with the same name is used. A root that does not exist is empty. */
  roots: readonly string[]
  /** The host's folder, for disabled skills, health records, and the settings and data of skills. */
  home: string
  /** Reloads skills that change on disk, until the registry is closed. Defaults to false. */
  watch?: boolean
  /**
   * Skills that lie in no folder, such as tools of the host. They precede skills of the same name. A function is called at each
   * reload. Defaults to none.
   */
  skills?: readonly Skill[] | (() => readonly Skill[])
  /** Settings of the host by the name of the skill. They precede the saved ones and are not saved. Defaults to none. */
  settings?: Readonly<Record<string, JsonObject>>
  /** The environment for `${VAR}`. Defaults to `process.env`. */
  environment?: Environment
  /** Returns Unix time in milliseconds. Defaults to `Date.now`. */
  now?: () => number
}

/** The names of skills that changed. A change of a skill's settings or files counts too. */
export interface SkillsChange {
  added: string[]
  changed: string[]
  removed: string[]
}

/** The texts of a skill for a player, in the language that was asked for. */
export interface SkillTexts extends Pick<Skill, 'displayName' | 'description'> {
  scripts: Pick<SkillScript, 'name' | 'description'>[]
}

interface RegistryEvents {
  changed: [change: SkillsChange]
  health: [change: SkillHealthChange]
}

/**
 * The skills of a host: their settings, whether they are enabled, and their health. Emits `changed` and `health`. Open one with
 * {@link openSkills}.
 */
export class SkillRegistry extends EventEmitter<RegistryEvents> {
  readonly #options: Required<Omit<SkillRegistryOptions, 'checkScript'>> & Pick<SkillChecks, 'checkScript'>
  readonly #disabled: DisabledSkills
  readonly #settings: SkillSettings
  readonly #health: HealthBook
  #skills = new Map<string, Skill>()
  #foundWarnings: SkillWarning[] = []
  #disabledNames = new Set<string>()
  #watcher: FolderWatcher | undefined
  #reloading: Promise<void> = Promise.resolve()
  #closed = false

  /** @internal */
  constructor(options: SkillRegistryOptions) {
    super()
    this.#options = { watch: false, skills: [], settings: {}, environment: process.env, now: Date.now, ...options }
    this.#disabled = new DisabledSkills(resolve(options.home))
    this.#health = new HealthBook(resolve(options.home), this.#options.now)
    const { environment, settings } = this.#options
    this.#settings = new SkillSettings(resolve(options.home), environment, settings)
    if (options.watch) this.#watcher = new FolderWatcher(options.roots, (touched) => this.#queueReload(touched))
  }

  /** Every skill, disabled ones included, by name. */
  list(): Skill[] {
    return this.snapshot().list()
  }

  /** The skill with this name. */
  get(name: string): Skill | undefined {
    return this.snapshot().get(name)
  }

  /** See {@link SkillSnapshot.available}. */
  available(): Skill[] {
    return this.snapshot().available()
  }

  /** What was skipped or ignored, invalid settings included. */
  get warnings(): SkillWarning[] {
    return [...this.#foundWarnings, ...[...this.#skills.values()].flatMap((skill) => this.#settings.warningsOf(skill))]
  }

  /** The script at a path, if it may be run: its skill is enabled and it is runnable. */
  scriptAt(path: string): ScriptOfSkill | undefined {
    return this.snapshot().scriptAt(path)
  }

  /** The present skills and settings, for a turn that must not see later changes. */
  snapshot(): SkillSnapshot {
    this.#disabledNames = this.#disabled.read()
    const skills = [...this.#skills.values()]
    return new SkillSnapshot({
      skills: skills.map((skill) => this.#withState(skill)),
      configs: new Map(skills.map((skill) => [skill.name, this.#settings.effective(skill)])),
      environment: this.#options.environment,
      home: this.#settings.home,
    })
  }

  /** Whether a skill is enabled. Defaults to true. */
  isEnabled(name: string): boolean {
    this.#disabledNames = this.#disabled.read()
    return !this.#disabledNames.has(name)
  }

  /**
   * Enables or disables a skill permanently. Enabling it also resets its health.
   *
   * @throws {SkillError} `unknown_skill`, `save_failed`
   */
  async setEnabled(name: string, enabled: boolean): Promise<void> {
    this.#known(name)
    try {
      await this.#disabled.set(name, !enabled)
    } catch (error) {
      throw new SkillError('save_failed', `cannot store in the home whether "${name}" is enabled`, { cause: error })
    }
    if (enabled) this.#resetHealth(this.#skills.get(name))
    this.#disabledNames = this.#disabled.read()
    this.emit('changed', { added: [], changed: [name], removed: [] })
  }

  /**
   * A skill's saved settings, with `${VAR}` unresolved.
   *
   * @throws {SkillError} `unknown_skill`
   */
  savedConfig(name: string): JsonObject {
    return structuredClone(this.#settings.load(this.#known(name)).values)
  }

  /**
   * The form of a skill's settings with their present values. Returns undefined for a skill without settings.
   *
   * @param language of the form, such as `de`. Texts without a translation, and the default, are as the skill's author wrote them
   * @throws {SkillError} `unknown_skill`
   */
  describeForm(name: string, { language }: { language?: string | undefined } = {}): SettingsForm | undefined {
    const skill = this.#known(name)
    if (!skill.configSchema) return undefined
    const translate = language === undefined ? undefined : openTranslations(skill.path, language)
    return describeForm(skill.configSchema, this.#settings.load(skill).values, this.#options.environment, translate)
  }

  /**
   * A skill's name and description for a player, and those of its scripts.
   *
   * @param language as for {@link describeForm}
   * @throws {SkillError} `unknown_skill`
   */
  describeSkill(name: string, { language }: { language?: string | undefined } = {}): SkillTexts {
    const { path, displayName, description, scripts } = this.#known(name)
    const translate = language === undefined ? (text: string) => text : openTranslations(path, language)
    return {
      displayName: translate(displayName),
      description: translate(description),
      scripts: scripts.map((script) => ({ name: script.name, description: translate(script.description) })),
    }
  }

  /** A skill's settings for its scripts: the defaults, overlaid by the saved values, with `${VAR}` resolved. */
  resolveConfig(name: string): ResolvedConfig {
    return this.snapshot().resolveConfig(name)
  }

  /**
   * Changes some of a skill's settings; `null` resets one to its default. Saves nothing if a changed setting is invalid, or if
   * another one is and the changes fix none.
   *
   * @throws {SkillError} `unknown_skill`, `no_settings`, `save_failed`
   */
  async setConfig(name: string, changes: Record<string, JsonValue>): Promise<SaveOutcome> {
    const outcome = await this.#settings.save(this.#known(name), changes)
    if (!outcome.saved) return outcome
    this.#resetHealth(this.#skills.get(name))
    this.emit('changed', { added: [], changed: [name], removed: [] })
    return outcome
  }

  /**
   * A skill's private folder, created if it does not exist.
   *
   * @throws {SkillError} `unknown_skill`, `save_failed`
   */
  dataDir(name: string): string {
    return dataDirOf(this.#settings.placeOf(this.#known(name)))
  }

  /** Updates a skill's health from the result of one of its scripts. Ignores an unknown name. */
  reportResult(name: string, outcome: SkillOutcome): void {
    const skill = this.#skills.get(name)
    const change = skill && this.#health.report(skill, outcome)
    if (change) this.emit('health', change)
  }

  /** Adds secrets that are not settings, such as a token that the host passes to scripts. */
  addSecrets(secrets: Iterable<string>): void {
    this.#settings.mask.add(secrets)
  }

  /**
   * Every secret so far: the values of sensitive settings and of the variables that they refer to, of variables whose names
   * suggest a secret, and those of {@link addSecrets}.
   */
  secrets(): string[] {
    return this.#settings.mask.list()
  }

  /** Copies a JSON value or a string with every secret redacted, for logs, storage and display. */
  maskSecrets<T>(value: T): T {
    return this.#settings.mask.mask(value)
  }

  /** Creates a mask for a text that arrives in pieces. */
  maskStream(): TextMask {
    return new TextMask(this.#settings.mask)
  }

  /** Reads all skills again and emits `changed` if there is a change. Rejects if a listener throws. */
  reload(): Promise<void> {
    return this.#queueReload(new Set())
  }

  /** Stops watching and waits until everything is written. The skills stay readable. */
  async close(): Promise<void> {
    this.#closed = true
    this.#watcher?.close()
    await this.#reloading
    await this.#health.flush()
    this.removeAllListeners()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  // One at a time. A listener that throws must not stop later reloads.
  #queueReload(touched: ReadonlySet<string>): Promise<void> {
    const reload = this.#reloading.then(() => this.#reload(touched))
    this.#reloading = reload.catch(() => undefined)
    return reload
  }

  async #reload(touched: ReadonlySet<string>): Promise<void> {
    if (this.#closed) return
    const before = this.#skills
    const disabledBefore = this.#disabledNames
    const found = await discoverSkills(this.#options)
    if (this.#closed) return
    this.#adopt(found)
    const change = this.#compare(before, (name, old, now) => {
      const switched = disabledBefore.has(name) !== this.#disabledNames.has(name)
      return switched || touched.has(now.path) || !isDeepStrictEqual(old, now)
    })
    for (const name of [...change.changed, ...change.removed]) this.#resetHealth(before.get(name))
    if (change.added.length + change.changed.length + change.removed.length > 0) this.emit('changed', change)
  }

  #compare(
    before: ReadonlyMap<string, Skill>,
    isChanged: (name: string, old: Skill, now: Skill) => boolean,
  ): SkillsChange {
    const change: SkillsChange = { added: [], changed: [], removed: [] }
    for (const [name, now] of this.#skills) {
      const old = before.get(name)
      if (!old) change.added.push(name)
      else if (isChanged(name, old, now)) change.changed.push(name)
    }
    change.removed.push(...[...before.keys()].filter((name) => !this.#skills.has(name)))
    return change
  }

  #adopt({ skills, warnings }: Discovery): void {
    this.#disabledNames = this.#disabled.read()
    const placed = withOrigins(skills, resolve(this.#options.home))
    const own = this.#options.skills
    const all = [...placed.skills, ...(typeof own === 'function' ? own() : own)]
    this.#skills = new Map(all.map((skill) => [skill.name, skill]))
    this.#foundWarnings = [...warnings, ...placed.warnings]
    for (const skill of all) this.#settings.effective(skill)
  }

  #resetHealth(skill: Skill | undefined): void {
    const change = skill && this.#health.reset(skill)
    if (change) this.emit('health', change)
  }

  #known(name: string): Skill {
    const skill = this.#skills.get(name)
    if (!skill) throw new SkillError('unknown_skill', `there is no skill named "${name}"; list() returns all skills`)
    return skill
  }

  #withState(skill: Skill): Skill {
    return {
      ...skill,
      enabled: !this.#disabledNames.has(skill.name),
      errorState: this.#health.stateOf(skill),
    }
  }
}

/**
 * Opens the skills in `roots`. The content of a folder never makes it throw; see {@link SkillRegistry.warnings}.
 *
 * @example
 * ```ts
 * import assert from 'node:assert/strict'
 * import { mkdtemp, rm } from 'node:fs/promises'
 * import { tmpdir } from 'node:os'
 * import { join } from 'node:path'
 * import { openSkills } from '@narratoria/skills'
 *
 * const home = await mkdtemp(join(tmpdir(), 'home-'))
 * {
 *   await using skills = await openSkills({ roots: ['../../skills'], home })
 *   assert.ok(skills.get('dice-roller')?.enabled)
 *   await skills.setEnabled('dice-roller', false)
 *   assert.ok(!skills.available().some(({ name }) => name === 'dice-roller'))
 * }
 * await rm(home, { recursive: true })
 * ```
 */
export async function openSkills(options: SkillRegistryOptions): Promise<SkillRegistry> {
  requireNode()
  const registry = new SkillRegistry(options)
  await registry.reload()
  return registry
}
