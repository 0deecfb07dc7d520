import { resolve } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { JsonObject, JsonValue } from '@narratoria/protocol'
import { EventEmitter } from 'eventemitter3'
import { dataDirOf } from '../config/config-place.ts'
import { describeForm, type SettingsForm } from '../config/describe-form.ts'
import type { ResolvedConfig } from '../config/resolve-config.ts'
import type { Environment } from '../config/variables.ts'
import { discoverSkills, type Discovery } from '../discover/discover-skills.ts'
import { SkillError } from '../errors.ts'
import { HealthBook, type SkillHealthChange } from '../health/health-book.ts'
import type { SkillOutcome } from '../health/skill-health.ts'
import { TextMask } from '../secrets/text-mask.ts'
import type { Skill, SkillChecks, SkillWarning } from '../skill.ts'
import { FolderWatcher } from '../watch/folder-watcher.ts'
import { DisabledSkills } from './disabled-skills.ts'
import { SkillSettings, type SaveOutcome } from './skill-settings.ts'
import { SkillSnapshot, type ScriptOfSkill } from './skill-snapshot.ts'

/** Where a registry finds skills and keeps what it knows of them. */
export interface SkillRegistryOptions extends Pick<SkillChecks, 'checkScript'> {
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

interface RegistryEvents {
  changed: [change: SkillsChange]
  health: [change: SkillHealthChange]
}

/**
 * The skills of a host: found, configured, enabled, watched, and their health. Tells of changes by the events
 * `changed` and `health`.
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

  /** Use {@link openSkills}. */
  constructor(options: SkillRegistryOptions) {
    super()
    this.#options = { watch: false, environment: process.env, now: Date.now, ...options }
    this.#disabled = new DisabledSkills(resolve(options.home))
    this.#health = new HealthBook(resolve(options.home), this.#options.now)
    this.#settings = new SkillSettings(resolve(options.home), this.#options.environment)
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
    return [...this.#foundWarnings, ...[...this.#skills.values()].flatMap((skill) => this.#settings.warningsOf(skill))]
  }

  /** The script in a file, by real path, where it may be run. */
  scriptAt(path: string): ScriptOfSkill | undefined {
    return this.snapshot().scriptAt(path)
  }

  /** Everything as it is now, for a turn to keep. */
  snapshot(): SkillSnapshot {
    this.#disabledNames = this.#disabled.read()
    const skills = [...this.#skills.values()]
    return new SkillSnapshot({
      skills: skills.map((skill) => this.#dress(skill)),
      configs: new Map(skills.map((skill) => [skill.name, this.#settings.load(skill)])),
      environment: this.#options.environment,
      home: this.#settings.home,
    })
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
    if (enabled) this.#forgive(this.#skills.get(name))
    this.#disabledNames = this.#disabled.read()
    this.emit('changed', { added: [], changed: [name], removed: [] })
  }

  /** A skill's settings as saved: `${VAR}` stands as it was written. @throws `unknown_skill` */
  savedConfig(name: string): JsonObject {
    return structuredClone(this.#settings.load(this.#known(name)).values)
  }

  /** The form of a skill's settings with their present values; undefined for a skill without settings. @throws `unknown_skill` */
  describeForm(name: string): SettingsForm | undefined {
    const skill = this.#known(name)
    if (!skill.configSchema) return undefined
    return describeForm(skill.configSchema, this.#settings.load(skill).values, this.#options.environment)
  }

  /** A skill's settings as its scripts get them now: defaults, saved values, `${VAR}` resolved. */
  resolveConfig(name: string): ResolvedConfig {
    return this.snapshot().resolveConfig(name)
  }

  /**
   * Changes some of a skill's settings: `null` takes one back to its default, others stay. All settings together are
   * validated first (FR-043); where one is wrong, nothing is saved, unless the changes are right and mend some of what was
   * wrong before. @throws `unknown_skill`, `no_settings`, `save_failed`
   */
  async setConfig(name: string, changes: Record<string, JsonValue>): Promise<SaveOutcome> {
    const outcome = await this.#settings.save(this.#known(name), changes)
    if (!outcome.saved) return outcome
    this.#forgive(this.#skills.get(name))
    this.emit('changed', { added: [], changed: [name], removed: [] })
    return outcome
  }

  /** A skill's private folder (FR-058), created if need be (FR-062). @throws `unknown_skill`, `save_failed` */
  dataDir(name: string): string {
    return dataDirOf(this.#settings.placeOf(this.#known(name)))
  }

  /** Takes the result of one of a skill's scripts into account for its health; an unknown name says nothing. */
  reportResult(name: string, outcome: SkillOutcome): void {
    const skill = this.#skills.get(name)
    const change = skill && this.#health.report(skill, outcome)
    if (change) this.emit('health', change)
  }

  /** Has texts that are no setting, such as a token that the host gives to scripts, blotted out from now on as well. */
  addSecrets(secrets: Iterable<string>): void {
    this.#settings.mask.add(secrets)
  }

  /**
   * Every secret seen so far: values of sensitive settings, of variables named like one that settings refer to, and what
   * was added.
   */
  secrets(): string[] {
    return this.#settings.mask.list()
  }

  /** Copies a JSON value, a text for one, with every secret blotted out: for whatever is logged, stored or shown. */
  maskSecrets<T>(value: T): T {
    return this.#settings.mask.mask(value)
  }

  /** Blots secrets out of a text that comes in pieces, wherever it is cut. */
  maskStream(): TextMask {
    return new TextMask(this.#settings.mask)
  }

  /** Reads everything again and tells of what changed. */
  reload(): Promise<void> {
    return this.#queueReload(new Set())
  }

  /** Stops watching and waits for what is being written; what was read stays readable. */
  async close(): Promise<void> {
    this.#closed = true
    this.#watcher?.close()
    await this.#reloading
    await this.#health.flush()
    this.removeAllListeners()
  }

  /** @internal The first reading. */
  async open(): Promise<this> {
    const { watch, roots } = this.#options
    if (watch) this.#watcher = new FolderWatcher(roots, (touched) => this.#queueReload(touched))
    this.#adopt(await discoverSkills(this.#options))
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
    const found = await discoverSkills(this.#options)
    if (this.#closed) return
    this.#adopt(found)
    const change = this.#compare(before, (name, old, now) => {
      const switched = disabledBefore.has(name) !== this.#disabledNames.has(name)
      return switched || touched.has(now.path) || !isDeepStrictEqual(old, now)
    })
    for (const name of [...change.changed, ...change.removed]) this.#forgive(before.get(name))
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
    this.#skills = new Map(skills.map((skill) => [skill.name, skill]))
    this.#foundWarnings = warnings
    for (const skill of skills) this.#settings.load(skill)
  }

  #forgive(skill: Skill | undefined): void {
    const change = skill && this.#health.forgive(skill)
    if (change) this.emit('health', change)
  }

  #known(name: string): Skill {
    const skill = this.#skills.get(name)
    if (!skill) throw new SkillError('unknown_skill', `there is no skill named "${name}"; list() names them all`)
    return skill
  }

  #dress(skill: Skill): Skill {
    return {
      ...skill,
      enabled: !this.#disabledNames.has(skill.name),
      errorState: this.#health.stateOf(skill),
    }
  }
}

/** Opens the skills in `roots` (FR-030). Never throws for what it finds there: see {@link SkillRegistry.warnings}. */
export function openSkills(options: SkillRegistryOptions): Promise<SkillRegistry> {
  return new SkillRegistry(options).open()
}
