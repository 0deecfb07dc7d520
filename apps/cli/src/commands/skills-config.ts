import type { Skill, SkillRegistry } from '@narratoria/skills'
import { parseSetting, type SettingField } from '@narratoria/skills/config'
import { UsageError, exitCodes } from '../exit-codes.ts'
import { type SecretPrompt, openSecretPrompt } from '../terminal/secret-prompt.ts'
import { printable } from '../terminal/terminal.ts'
import { findSkill, printJson, type SkillsOptions, tellWarnings, withSkills } from './skills.ts'

/** `narratoria skills config NAME [get|set|unset] [KEY] [VALUE]`. */
export async function runConfig(
  name: string,
  { action, key, value }: { action?: string; key?: string; value?: string },
  options: SkillsOptions,
): Promise<void> {
  if (action === undefined) return configSkill(name, options)
  if (action === 'get') return getConfig(name, key, options)
  if (action !== 'set' && action !== 'unset')
    throw new UsageError(
      `"${action}" is none of get, set and unset; for example: narratoria skills config NAME set KEY VALUE`,
    )
  if (key === undefined) throw new UsageError(`name the setting to ${action}`)
  return action === 'set' ? setConfig(name, key, value, options) : unsetConfig(name, key, options)
}

/** `narratoria skills config NAME`: asks for one setting after the other; Enter keeps what is there (SC-003). */
function configSkill(name: string, options: SkillsOptions): Promise<void> {
  return withSkills(options, async (registry) => {
    const skill = findSkill(registry, name)
    const fields = fieldsOf(registry, skill)
    const prompt = openSecretPrompt()
    try {
      print(`${skill.displayName}: Enter keeps what is in brackets, - goes back to the default.`)
      const changes = await askAll(skill, fields, prompt)
      if (changes === undefined) {
        print('\nNothing was saved.')
        process.exitCode = exitCodes.failure
      } else if (Object.keys(changes).length === 0) print('Nothing was changed.')
      else await save(registry, name, changes)
    } finally {
      prompt.close()
    }
  })
}

type Changes = Parameters<SkillRegistry['setConfig']>[1]

/** The answers that change something; undefined where the questions were broken off. */
async function askAll(skill: Skill, fields: Field[], prompt: SecretPrompt): Promise<Changes | undefined> {
  const changes: Changes = {}
  let heading = ''
  for (const field of fields) {
    if (field.category !== heading) print(`\n${field.category}`)
    heading = field.category
    if (field.description !== '') print(`  ${field.description}`)
    if (field.issue !== undefined) print(`  Now wrong: ${field.issue}`)
    for (;;) {
      const typed = await prompt.ask(question(field), field.sensitive)
      // The end of a pipe keeps the rest; on a terminal it means that the person went away.
      if (typed === undefined) return process.stdin.isTTY ? undefined : changes
      if (typed === '') break
      const parsed = typed === '-' ? { value: null } : parseSetting(skill.configSchema!, field.name, typed)
      if ('value' in parsed) {
        changes[field.name] = parsed.value
        break
      }
      print(`  ${field.label} ${parsed.message}`)
      if (!process.stdin.isTTY) throw new UsageError(`${field.name} ${parsed.message}`)
    }
  }
  return changes
}

function question(field: Field): string {
  const choices = field.options ? ` (${field.options.join(', ')})` : field.kind === 'toggle' ? ' (yes, no)' : ''
  const list = field.kind === 'list' ? ' (with commas between)' : ''
  return printable(`${field.label}${choices}${list} [${field.shown}]: `)
}

/** `narratoria skills config NAME get [KEY]`: the present values, secrets as dots. */
function getConfig(name: string, key: string | undefined, options: SkillsOptions): Promise<void> {
  return withSkills(options, (registry) => {
    const fields = fieldsOf(registry, findSkill(registry, name)).filter((field) => (key ?? field.name) === field.name)
    if (key !== undefined && fields.length === 0) throw unknownSetting(registry, name, key)
    if (options.json) {
      const shown = fields.map((field) => [field.name, field.value ?? (field.shown === '' ? null : field.shown)])
      printJson(registry, { skill: name, values: Object.fromEntries(shown) })
    } else if (key === undefined) for (const field of fields) print(`${field.name} = ${field.shown}`)
    else print(fields[0]!.shown)
  })
}

/** `narratoria skills config NAME set KEY [VALUE]`: without a value it is asked for, or read from a pipe. */
function setConfig(name: string, key: string, value: string | undefined, options: SkillsOptions): Promise<void> {
  return withSkills(options, async (registry) => {
    const skill = findSkill(registry, name)
    const field = fieldsOf(registry, skill).find((each) => each.name === key)
    if (!field) throw unknownSetting(registry, name, key)
    const typed = value ?? (await askOne(field))
    if (typed === undefined) throw new UsageError(`give a value for ${key}`)
    const parsed = parseSetting(skill.configSchema!, key, typed)
    if ('message' in parsed) throw new UsageError(`${key} ${parsed.message}`)
    await save(registry, name, { [key]: parsed.value })
  })
}

/** `narratoria skills config NAME unset KEY`: back to the default. */
function unsetConfig(name: string, key: string, options: SkillsOptions): Promise<void> {
  return withSkills(options, async (registry) => {
    fieldsOf(registry, findSkill(registry, name))
    await save(registry, name, { [key]: null })
  })
}

async function askOne(field: SettingField): Promise<string | undefined> {
  const prompt = openSecretPrompt()
  try {
    return await prompt.ask(`${field.label}: `, field.sensitive)
  } finally {
    prompt.close()
  }
}

type Field = SettingField & { category: string }

function fieldsOf(registry: SkillRegistry, skill: Skill): Field[] {
  const form = registry.describeForm(skill.name)
  if (!form) throw new UsageError(`the skill "${skill.name}" has no settings`)
  return form.groups.flatMap(({ category, fields }) => fields.map((field) => ({ ...field, category })))
}

function unknownSetting(registry: SkillRegistry, name: string, key: string): UsageError {
  const names = fieldsOf(registry, findSkill(registry, name)).map((field) => field.name)
  return new UsageError(`"${key}" is no setting of ${name}; its settings are ${names.join(', ')}`)
}

async function save(registry: SkillRegistry, name: string, changes: Changes): Promise<void> {
  const { saved, issues } = await registry.setConfig(name, changes)
  if (!saved) throw new UsageError(issues.map(({ field, message }) => `${field} ${message}`.trim()).join('; '))
  print(`Saved the settings of ${name}.`)
  // Others may still have no value.
  tellWarnings(registry, findSkill(registry, name))
}

function print(text: string): void {
  process.stdout.write(`${printable(text)}\n`)
}
