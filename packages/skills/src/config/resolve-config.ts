import type { JsonObject, JsonValue } from '@narratoria/protocol'
import type { ConfigField, ConfigSchema } from '@narratoria/protocol/skill'
import { valueFault } from './check-value.ts'
import type { ConfigIssue } from './config-issue.ts'
import { fieldsOf } from './config-schema.ts'
import { hasVariables, substitute, type Environment } from './variables.ts'

/** A skill's settings, ready for its scripts. */
export interface ResolvedConfig {
  /** The defaults, overlaid by `config.json`, with `${VAR}` resolved. Settings with an issue are absent. */
  values: JsonObject
  /** Settings that cannot be used, for example because a variable is not set. */
  issues: ConfigIssue[]
}

/** Lists what is wrong with values to be saved. A value with `${VAR}` is checked when it is used. */
export function validateConfig(schema: ConfigSchema, values: JsonObject, environment: Environment): ConfigIssue[] {
  const issues: ConfigIssue[] = []
  for (const [name, value] of Object.entries(values)) {
    const field = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined
    const message = field ? savedFault(field, value) : unknownSetting(schema)
    if (message !== undefined) issues.push({ field: name, message })
  }
  for (const name of schema.required ?? [])
    if (
      [values[name], schema.properties[name]?.default, fromVariable(schema.properties[name], environment)].every(
        isEmpty,
      )
    )
      issues.push({ field: name, message: 'is required; give it a value' })
  return issues
}

/** Explains what is wrong with a value to be saved. A value with `${VAR}` is checked when it is used. */
export function savedFault(field: ConfigField, value: JsonValue): string | undefined {
  const texts = Array.isArray(value) ? value : [value]
  const isOpen = texts.some((text) => typeof text === 'string' && hasVariables(text))
  return isOpen && texts.every((text) => typeof text === 'string') ? undefined : valueFault(field, value)
}

/** Lists the saved values that are not in the schema. */
export function unknownSettings(schema: ConfigSchema, values: JsonObject): ConfigIssue[] {
  return Object.keys(values)
    .filter((name) => !Object.hasOwn(schema.properties, name))
    .map((field) => ({ field, message: unknownSetting(schema) }))
}

/** The message for a setting that does not exist. */
export function unknownSetting(schema: ConfigSchema): string {
  const names = Object.keys(schema.properties)
  return `is not a setting of this skill; ${names.length > 0 ? `its settings are ${names.join(', ')}` : 'it has none'}`
}

const fromVariable = (field: ConfigField | undefined, environment: Environment): string | undefined =>
  field?.['x-env-var'] === undefined ? undefined : environment[field['x-env-var']]

/** Whether a value counts as absent: undefined, null or an empty string. */
export const isEmpty = (value: JsonValue | undefined): boolean => value === undefined || value === null || value === ''

/** The required settings that have no usable value. Scripts of the skill cannot run without them. */
export function missingSettings(schema: ConfigSchema, { values }: ResolvedConfig): string[] {
  return (schema.required ?? []).filter((name) => isEmpty(values[name]))
}

/** Resolves the settings for a script: the saved value, else the variable of `x-env-var`, else the default. */
export function resolveConfig(schema: ConfigSchema, saved: JsonObject, environment: Environment): ResolvedConfig {
  const values: [string, JsonValue][] = []
  const issues: ConfigIssue[] = []
  for (const [name, field] of fieldsOf(schema)) {
    const outcome = resolveField(field, Object.hasOwn(saved, name) ? saved[name] : undefined, environment)
    if ('fault' in outcome) issues.push({ field: name, message: outcome.fault })
    else if (outcome.value !== undefined) values.push([name, outcome.value])
    if ('value' in outcome && isEmpty(outcome.value) && schema.required?.includes(name))
      issues.push({ field: name, message: 'is required; give it a value' })
  }
  return { values: Object.fromEntries(values), issues }
}

type Outcome = { value: JsonValue | undefined } | { fault: string }

function resolveField(field: ConfigField, saved: JsonValue | undefined, environment: Environment): Outcome {
  const named = fromVariable(field, environment)
  if (saved === undefined && named) return checked(field, coerce(field, named))
  const raw = saved ?? field.default
  if (raw === undefined) return { value: undefined }
  const missing = new Set<string>()
  const fill = (text: string): string => {
    const filled = substitute(text, environment)
    for (const name of filled.missing) missing.add(name)
    return filled.text
  }
  const value =
    typeof raw === 'string'
      ? fillOne(field, raw, fill)
      : Array.isArray(raw)
        ? raw.map((item) => (typeof item === 'string' ? fill(item) : item))
        : raw
  if (missing.size > 0) return { fault: missingMessage([...missing]) }
  return checked(field, value)
}

function fillOne(field: ConfigField, raw: string, fill: (text: string) => string): JsonValue {
  const text = fill(raw)
  return hasVariables(raw) ? coerce(field, text) : text
}

function missingMessage(names: string[]): string {
  const which = names.length === 1 ? `variable ${names[0]} is` : `variables ${names.join(', ')} are`
  return `cannot be used: the environment ${which} not set; set ${names.length === 1 ? 'it' : 'them'}, or change the setting`
}

function checked(field: ConfigField, value: JsonValue): Outcome {
  const fault = valueFault(field, value)
  return fault === undefined ? { value } : { fault }
}

// The value of a variable is a string; the field says what to convert it to.
function coerce(field: ConfigField, text: string): JsonValue {
  if (field.type === 'boolean' && /^(true|false|1|0)$/i.test(text)) return text === '1' || text.toLowerCase() === 'true'
  if ((field.type === 'number' || field.type === 'integer') && text.trim() !== '' && Number.isFinite(Number(text)))
    return Number(text)
  if (field.type === 'array')
    return text
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '')
  return text
}
