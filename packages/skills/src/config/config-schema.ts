import type { JsonObject, JsonValue } from '@narratoria/protocol'
import type { ConfigField, ConfigSchema } from '@narratoria/protocol/skill'
import { quoted } from '../manifest/plain-text.ts'
import { isObject } from '../manifest/manifest-fields.ts'
import type { ConfigIssue } from './config-issue.ts'

const isText = (value: JsonValue): boolean => typeof value === 'string'
const isNumber = (value: JsonValue): boolean => typeof value === 'number'
const isCount = (value: JsonValue): boolean => Number.isInteger(value) && (value as number) >= 0
const isBoolean = (value: JsonValue): boolean => typeof value === 'boolean'
const isTexts = (value: JsonValue): boolean => Array.isArray(value) && value.every(isText)

type KeywordRule = [isValid: (value: JsonValue) => boolean, must: string]
const text: KeywordRule = [isText, 'a string']
const count: KeywordRule = [isCount, 'a non-negative integer']
const number: KeywordRule = [isNumber, 'a number']
const flag: KeywordRule = [isBoolean, 'true or false']
const texts: KeywordRule = [isTexts, 'an array of strings']

const hints: Record<string, KeywordRule> = {
  title: text,
  description: text,
  'x-sensitive': flag,
  'x-env-var': text,
  'x-category': text,
  'x-advanced': flag,
}

/** Whether the value is a regular expression that is valid with the flag u. */
export function isPattern(value: JsonValue): boolean {
  try {
    return typeof value === 'string' && Boolean(new RegExp(value, 'u'))
  } catch {
    return false
  }
}

const keywords: Record<string, Record<string, KeywordRule>> = {
  string: {
    default: text,
    'x-enum-labels': texts,
    enum: [(value) => isTexts(value) && (value as JsonValue[]).length > 0, 'a non-empty array of strings'],
    minLength: count,
    maxLength: count,
    pattern: [isPattern, 'a regular expression'],
    format: text,
  },
  number: { default: number, minimum: number, maximum: number },
  integer: { default: [(value) => Number.isInteger(value), 'an integer'], minimum: number, maximum: number },
  boolean: { default: flag },
  array: {
    default: texts,
    items: [(value) => isObject(value) && value.type === 'string', '{ "type": "string" }'],
    minItems: count,
    maxItems: count,
  },
}

/**
 * Checks a `config-schema.json`: an object whose properties are strings, numbers, integers, booleans, enums or arrays of
 * strings. Returns the schema, or everything that is wrong with it.
 */
export function parseConfigSchema(raw: JsonObject): { schema: ConfigSchema } | { issues: ConfigIssue[] } {
  const issues: ConfigIssue[] = []
  if (raw.type !== 'object') issues.push({ field: 'type', message: 'must be "object"' })
  if (raw.required !== undefined && !isTexts(raw.required))
    issues.push({ field: 'required', message: 'must be an array of strings' })
  if (!isObject(raw.properties)) issues.push({ field: 'properties', message: 'must be an object with the settings' })
  else
    for (const [name, field] of Object.entries(raw.properties)) {
      const message = fieldFault(field)
      if (message !== undefined) issues.push({ field: `properties.${name}`, message })
    }
  return issues.length > 0 ? { issues } : { schema: raw as unknown as ConfigSchema }
}

function fieldFault(field: JsonValue): string | undefined {
  if (!isObject(field)) return 'must be an object'
  const rules = typeof field.type === 'string' && Object.hasOwn(keywords, field.type) ? keywords[field.type] : undefined
  if (!rules) {
    const instead = field.type === undefined ? '' : `, not ${quoted(field.type)}`
    return `must have as "type" one of ${Object.keys(keywords).join(', ')}${instead}`
  }
  if (field.type === 'array' && field.items === undefined) return 'must have "items"'
  for (const [keyword, [isValid, must]] of Object.entries({ ...hints, ...rules }))
    if (Object.hasOwn(field, keyword) && !isValid(field[keyword]!)) return `must have as "${keyword}" ${must}`
  return undefined
}

/** Whether a keyword has an effect in a field of this type, or is an annotation. */
export function isKnownKeyword(type: ConfigField['type'], keyword: string): boolean {
  return keyword === 'type' || annotations.has(keyword) || Object.hasOwn({ ...hints, ...keywords[type] }, keyword)
}

const annotations = new Set(['$comment', 'examples'])

/** The settings of a schema by name. */
export function fieldsOf(schema: ConfigSchema): [name: string, field: ConfigField][] {
  return Object.entries(schema.properties)
}
