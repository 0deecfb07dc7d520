import type { JsonObject, JsonValue } from '@narratoria/protocol'
import type { ConfigField, ConfigSchema } from '@narratoria/protocol/skill'
import { plainText } from '../manifest/plain-text.ts'
import { SECRET_MASK } from '../secrets/secret-mask.ts'
import { fieldsOf } from './config-schema.ts'
import { isEmpty, resolveConfig } from './resolve-config.ts'
import { isSensitive } from './secrets-of.ts'
import type { Translate } from './translations.ts'
import type { Environment } from './variables.ts'

/** One setting of a form, safe to show: it contains no secret. */
export interface SettingField {
  name: string
  /** The input: one line of text, several lines (`freeform`), a number, an integer, a switch, a choice or a list of strings. */
  kind: 'text' | 'freeform' | 'number' | 'integer' | 'toggle' | 'enum' | 'list'
  /** The title; defaults to the name in words. */
  label: string
  description: string
  required: boolean
  /** True for a secret, to be entered like a password; `value` and `default` are then absent. */
  sensitive: boolean
  /** Where the present value comes from. */
  source: 'saved' | 'environment' | 'default' | 'none'
  /** The present value. A saved value is given as saved, with `${VAR}` unresolved. */
  value?: JsonValue
  default?: JsonValue
  /** The present value on one line, a secret as dots; empty without a value. */
  shown: string
  /** The choices of an `enum`. */
  options?: string[]
  /** What is shown for the choices, in their order. Defaults to the choices. */
  optionLabels?: string[]
  /** True for a setting that few players need. */
  advanced?: boolean
  /** The environment variable that usually holds the value. */
  envVar?: string
  /** The bounds of the number, the length or the number of entries. */
  minimum?: number
  maximum?: number
  pattern?: string
  /** What is wrong with the present value. */
  issue?: string
}

/** The settings of one category; `category` is empty for settings without one. */
export interface SettingsGroup {
  category: string
  fields: SettingField[]
}

/** A form for a skill's settings, for a terminal or a page. */
export interface SettingsForm {
  title: string
  description: string
  groups: SettingsGroup[]
}

/**
 * Describes the form of a skill's settings.
 *
 * @param saved the saved values; defaults to none
 * @param environment looked up for `${VAR}`; defaults to `process.env`
 * @param translate translates titles, descriptions, headings and labels; defaults to showing them as they are
 */
export function describeForm(
  schema: ConfigSchema,
  saved: JsonObject = {},
  environment: Environment = process.env,
  translate: Translate = (text) => text,
): SettingsForm {
  const { issues } = resolveConfig(schema, saved, environment)
  const groups = new Map<string, SettingField[]>()
  for (const [name, field] of fieldsOf(schema)) {
    const category = translate(plainText(field['x-category'] ?? ''))
    const described: SettingField = {
      ...frame(name, field, translate),
      ...content(field, Object.hasOwn(saved, name) ? saved[name] : undefined, environment),
      required: schema.required?.includes(name) ?? false,
      issue: issues.find((issue) => issue.field === name)?.message,
    }
    if (described.issue === undefined) delete described.issue
    groups.set(category, [...(groups.get(category) ?? []), described])
  }
  return {
    title: translate(plainText(schema.title ?? '')),
    description: translate(plainText(schema.description ?? '')),
    groups: [...groups].map(([category, fields]) => ({ category, fields })),
  }
}

function frame(name: string, field: ConfigField, translate: Translate) {
  const bounds = boundsOf(field)
  return {
    name,
    kind: kindOf(field),
    label: translate(labelOf(name, field)),
    description: translate(plainText(field.description ?? '')),
    ...(field.type === 'string' && field.enum && { options: field.enum }),
    ...(field.type === 'string' && field.enum && optionLabelsOf(field.enum, field['x-enum-labels'], translate)),
    ...(field['x-advanced'] === true && { advanced: true }),
    ...(field.type === 'string' && field.pattern !== undefined && { pattern: field.pattern }),
    ...(field['x-env-var'] !== undefined && { envVar: field['x-env-var'] }),
    ...(bounds.minimum !== undefined && { minimum: bounds.minimum }),
    ...(bounds.maximum !== undefined && { maximum: bounds.maximum }),
  }
}

/** Labels that do not fit the choices are ignored; a check of the skill reports them. */
function optionLabelsOf(options: readonly string[], labels: readonly string[] | undefined, translate: Translate) {
  return labels?.length === options.length ? { optionLabels: labels.map((label) => translate(plainText(label))) } : {}
}

function labelOf(name: string, { title = '' }: ConfigField): string {
  return plainText(title) || wordsOf(name)
}

/** The texts of a form that can be translated. */
export function formTexts(schema: ConfigSchema): Set<string> {
  const texts = [schema.title, schema.description].map((text) => plainText(text ?? ''))
  for (const [name, field] of fieldsOf(schema)) {
    texts.push(labelOf(name, field), plainText(field.description ?? ''), plainText(field['x-category'] ?? ''))
    if (field.type === 'string') texts.push(...(field['x-enum-labels'] ?? []).map(plainText))
  }
  return new Set(texts.filter((text) => text !== ''))
}

function content(field: ConfigField, saved: JsonValue | undefined, environment: Environment) {
  const sensitive = isSensitive(field)
  const named = field['x-env-var'] === undefined ? undefined : environment[field['x-env-var']]
  const source = sourceOf(field, saved, named)
  const value = { saved, environment: `\${${field['x-env-var']}}`, default: field.default, none: undefined }[source]
  // A secret is shown only as the name of the variable that holds it.
  const isOpen = !sensitive || (typeof value === 'string' && /^\$\{\w+\}$/.test(value))
  return {
    sensitive,
    source,
    shown: value === undefined ? '' : isOpen ? oneLine(value) : SECRET_MASK,
    ...(isOpen && value !== undefined && { value }),
    ...(!sensitive && field.default !== undefined && { default: field.default }),
  }
}

function sourceOf(field: ConfigField, saved: JsonValue | undefined, named: string | undefined): SettingField['source'] {
  if (saved !== undefined) return 'saved'
  if (named) return 'environment'
  return isEmpty(field.default) ? 'none' : 'default'
}

function kindOf(field: ConfigField): SettingField['kind'] {
  if (field.type === 'string') return field.enum ? 'enum' : field.format === 'textarea' ? 'freeform' : 'text'
  return field.type === 'boolean' ? 'toggle' : field.type === 'array' ? 'list' : field.type
}

function boundsOf(field: ConfigField): { minimum?: number; maximum?: number } {
  if (field.type === 'string') return { minimum: field.minLength, maximum: field.maxLength }
  if (field.type === 'array') return { minimum: field.minItems, maximum: field.maxItems }
  return field.type === 'boolean' ? {} : { minimum: field.minimum, maximum: field.maximum }
}

function oneLine(value: JsonValue): string {
  if (Array.isArray(value)) return plainText(value.map(String).join(', '))
  return plainText(typeof value === 'string' ? value : JSON.stringify(value))
}

/** `apiKey` and `api_key` become "Api key". */
function wordsOf(name: string): string {
  const words = plainText(name)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[-_]+/g, ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
