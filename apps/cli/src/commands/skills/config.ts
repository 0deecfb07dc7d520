import type { Skill, SkillRegistry } from '@narratoria/skills'
import { parseSetting, type SettingField } from '@narratoria/skills/config'
import { UsageError, exitCodes } from '../../exit-codes.ts'
import type { Io } from '../../io.ts'
import { print, printJson } from '../../terminal/print.ts'
import { type SecretPrompt, openSecretPrompt } from '../../terminal/secret-prompt.ts'
import { printable } from '@narratoria/protocol/printable'
import type { ConfigOptions } from './command.ts'
import { findSkill, printWarnings, warningsOf, withSkills } from './registry.ts'

/** `narratoria skills config NAME [get|set|unset] [KEY] [VALUE]`. */
export function configureSkill(options: ConfigOptions, io: Io): Promise<number | void> {
  const { action, key } = options
  if (action !== undefined && action !== 'get' && action !== 'set' && action !== 'unset')
    throw new UsageError(
      `"${action}" is none of get, set and unset; for example: narratoria skills config NAME set KEY VALUE`,
    )
  if ((action === 'set' || action === 'unset') && key === undefined)
    throw new UsageError(`name the setting to ${action}`)
  return withSkills<number | void>(io, options, (registry) => {
    const settings = new SkillSettings(io, registry, findSkill(registry, options.name))
    if (action === undefined) return settings.askAll()
    if (action === 'get') return settings.print(key, options.json === true)
    return action === 'set' ? settings.set(key!, options.value) : settings.save({ [key!]: null })
  })
}

type Field = SettingField & { category: string }
type Changes = Parameters<SkillRegistry['setConfig']>[1]

/** The settings of one skill. */
class SkillSettings {
  readonly #io: Io
  readonly #registry: SkillRegistry
  readonly #skill: Skill
  readonly #fields: readonly Field[]

  constructor(io: Io, registry: SkillRegistry, skill: Skill) {
    this.#io = io
    this.#registry = registry
    this.#skill = skill
    const form = registry.describeForm(skill.name)
    if (!form) throw new UsageError(`the skill "${skill.name}" has no settings`)
    this.#fields = form.groups.flatMap(({ category, fields }) => fields.map((field) => ({ ...field, category })))
  }

  /** Prints the values, with secrets masked. */
  print(key: string | undefined, json: boolean): void {
    const fields = key === undefined ? this.#fields : [this.#find(key)]
    if (json) {
      const values = fields.map((field) => [field.name, field.value ?? (field.shown === '' ? null : field.shown)])
      const document = { skill: this.#skill.name, values: Object.fromEntries(values) as Changes }
      return printJson(this.#io, this.#registry.maskSecrets(document))
    }
    for (const { name, shown } of fields) print(this.#io, key === undefined ? `${name} = ${shown}` : shown)
  }

  /** Sets one value. Without a value, asks for it or reads it from a pipe. */
  async set(key: string, value: string | undefined): Promise<void> {
    const field = this.#find(key)
    const typed = value ?? (await this.#withPrompt((prompt) => prompt.ask(`${field.label}: `, field.sensitive)))
    if (typed === undefined) throw new UsageError(`give a value for ${key}`)
    const parsed = parseSetting(this.#skill.configSchema!, key, typed)
    if ('message' in parsed) throw new UsageError(`${key} ${parsed.message}`)
    await this.save({ [key]: parsed.value })
  }

  async save(changes: Changes): Promise<void> {
    const { name } = this.#skill
    const { saved, issues } = await this.#registry.setConfig(name, changes)
    if (!saved) throw new UsageError(issues.map(({ field, message }) => `${field} ${message}`.trim()).join('; '))
    print(this.#io, `Saved the settings of ${name}.`)
    // Other required settings may still have no value.
    printWarnings(this.#io, this.#registry, warningsOf(this.#registry, findSkill(this.#registry, name)))
  }

  /** Asks for each value, and saves those that changed. */
  async askAll(): Promise<number> {
    print(this.#io, `${this.#skill.displayName}: Enter keeps the value in brackets, - restores the default.`)
    const changes = await this.#withPrompt((prompt) => this.#askForChanges(prompt))
    if (changes === undefined) {
      print(this.#io, '\nNothing was saved.')
      return exitCodes.failure
    }
    if (Object.keys(changes).length === 0) print(this.#io, 'Nothing was changed.')
    else await this.save(changes)
    return exitCodes.success
  }

  /** Returns undefined if the user leaves the terminal before the last question. */
  async #askForChanges(prompt: SecretPrompt): Promise<Changes | undefined> {
    const changes: Changes = {}
    let heading = ''
    for (const field of this.#fields) {
      if (field.category !== heading) print(this.#io, `\n${field.category}`)
      heading = field.category
      if (field.description !== '') print(this.#io, `  ${field.description}`)
      field.optionLabels?.forEach((label, index) => print(this.#io, `  ${field.options![index]}: ${label}`))
      if (field.issue !== undefined) print(this.#io, `  Invalid now: ${field.issue}`)
      const answer = await this.#askFor(prompt, field)
      // The end of a pipe keeps the remaining values.
      if (answer === 'end') return this.#io.stdin.isTTY ? undefined : changes
      if (answer !== 'keep') changes[field.name] = answer.value
    }
    return changes
  }

  /** Asks until the answer is valid. */
  async #askFor(prompt: SecretPrompt, field: Field): Promise<'end' | 'keep' | { value: Changes[string] }> {
    for (;;) {
      const typed = await prompt.ask(question(field), field.sensitive)
      if (typed === undefined) return 'end'
      if (typed === '') return 'keep'
      const parsed = typed === '-' ? { value: null } : parseSetting(this.#skill.configSchema!, field.name, typed)
      if ('value' in parsed) return parsed
      print(this.#io, `  ${field.label} ${parsed.message}`)
      if (!this.#io.stdin.isTTY) throw new UsageError(`${field.name} ${parsed.message}`)
    }
  }

  async #withPrompt<T>(work: (prompt: SecretPrompt) => Promise<T>): Promise<T> {
    const prompt = openSecretPrompt(this.#io)
    try {
      return await work(prompt)
    } finally {
      prompt.close()
    }
  }

  #find(key: string): Field {
    const field = this.#fields.find(({ name }) => name === key)
    if (field) return field
    const names = this.#fields.map(({ name }) => name).join(', ')
    throw new UsageError(`"${key}" is not a setting of ${this.#skill.name}; its settings are ${names}`)
  }
}

function question(field: Field): string {
  const choices = field.options ? ` (${field.options.join(', ')})` : field.kind === 'toggle' ? ' (yes, no)' : ''
  const list = field.kind === 'list' ? ' (separated by commas)' : ''
  return printable(`${field.label}${choices}${list} [${field.shown}]: `)
}
