import type { JsonObject, JsonValue } from '@narratoria/protocol'
import { withFileLock } from '../files/file-lock.ts'
import { fileStamp } from '../files/file-stamp.ts'
import { type JsonFile, readJsonFile, writeJsonFile } from '../files/json-file.ts'
import type { SaveOutcome } from '../config/save-outcome.ts'
import { configPath, readableConfigPath, type StoragePlace } from '../config/config-place.ts'
import { resolveConfig, unknownSettings, validateConfig } from '../config/resolve-config.ts'
import { secretsOf, secretVariables } from '../config/secrets-of.ts'
import type { Environment } from '../config/variables.ts'
import { SkillError } from '../errors.ts'
import { SecretMask } from '../secrets/secret-mask.ts'
import type { Skill, SkillWarning } from '../skill.ts'

/** The saved settings of skills and their secrets. */
export class SkillSettings {
  readonly mask = new SecretMask()
  /** The absolute path of the host's home. */
  readonly home: string
  readonly #environment: Environment
  readonly #given: Readonly<Record<string, JsonObject>>
  readonly #loaded = new Map<string, JsonFile & { stamp: string }>()

  /** `given` are settings of the host by the name of the skill. They precede the saved ones. */
  constructor(home: string, environment: Environment, given: Readonly<Record<string, JsonObject>> = {}) {
    this.home = home
    this.#environment = environment
    this.#given = given
  }

  /** Where a skill's settings and data are stored. */
  placeOf(skill: Skill): StoragePlace {
    return { folder: skill.path, name: skill.name, home: this.home }
  }

  /** Loads a skill's saved settings; reads the file again if it changed. Registers its secrets with `mask`. */
  load(skill: Skill): JsonFile {
    this.mask.add(secretVariables(skill.env, this.#environment))
    if (!skill.configSchema) return { values: {} }
    const path = readableConfigPath(this.placeOf(skill))
    const stamp = fileStamp(path)
    const known = this.#loaded.get(path)
    const loaded = known?.stamp === stamp ? known : { ...readJsonFile(path), stamp }
    this.#loaded.set(path, loaded)
    this.mask.add(secretsOf(skill.configSchema, loaded.values, this.#environment))
    return loaded
  }

  /** A skill's saved settings, overlaid by those of the host. Registers the secrets of both with `mask`. */
  effective(skill: Skill): JsonFile {
    const loaded = this.load(skill)
    const given = skill.configSchema && this.#given[skill.name]
    if (!skill.configSchema || !given) return loaded
    const values = overlay(loaded.values, given)
    this.mask.add(secretsOf(skill.configSchema, values, this.#environment))
    return { ...loaded, values }
  }

  /**
   * Changes some settings; `null` removes one. Saves only if all settings are valid, or if the changed ones are valid and fewer
   * are invalid than before. Otherwise two missing required settings could not be set one after the other.
   */
  async save(skill: Skill, changes: Readonly<Record<string, JsonValue>>): Promise<SaveOutcome> {
    const { configSchema: schema, name } = skill
    if (!schema) throw new SkillError('no_settings', `the skill "${name}" has no settings`)
    const path = configPath(this.placeOf(skill))
    try {
      const issues = await withFileLock(path, async () => {
        const { values, fault } = readJsonFile(readableConfigPath(this.placeOf(skill)))
        if (fault !== undefined) return [{ field: '', message: `config.json ${fault}; fix or delete it first` }]
        const merged = overlay(values, changes)
        const found = validateConfig(schema, merged, this.#environment)
        const before = validateConfig(schema, values, this.#environment)
        const isStep = found.length < before.length && !found.some(({ field }) => Object.hasOwn(changes, field))
        if (found.length > 0 && !isStep) return found
        await writeJsonFile(path, merged)
        return []
      })
      this.load(skill)
      return { saved: issues.length === 0, issues }
    } catch (error) {
      const reason = (error as NodeJS.ErrnoException).code ?? 'unknown reason'
      throw new SkillError('save_failed', `cannot save the settings of "${name}" (${reason})`, { cause: error })
    }
  }

  /** The problems of a skill's saved settings. */
  warningsOf(skill: Skill): SkillWarning[] {
    const { fault, values } = this.effective(skill)
    const path = readableConfigPath(this.placeOf(skill))
    const { name } = skill
    const warning = (text: string): SkillWarning => ({
      path,
      skill: name,
      code: 'invalid_config',
      message: `config.json: ${text}`,
    })
    if (fault !== undefined) return [warning(`it ${fault}; "${name}" uses its defaults`)]
    if (!skill.configSchema) return []
    const { issues } = resolveConfig(skill.configSchema, values, this.#environment)
    const all = [...issues, ...unknownSettings(skill.configSchema, values)]
    return all.map(({ field, message }) => warning(`"${field}" ${message}`))
  }
}

function overlay(values: JsonObject, changes: Readonly<Record<string, JsonValue>>): JsonObject {
  const merged = Object.entries({ ...values, ...changes }).filter(([, value]) => value !== null && value !== undefined)
  return Object.fromEntries(merged)
}
