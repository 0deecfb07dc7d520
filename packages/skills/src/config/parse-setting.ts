import type { JsonValue } from '@narratoria/protocol'
import type { ConfigField, ConfigSchema } from '@narratoria/protocol/skill'
import { savedFault, unknownSetting } from './resolve-config.ts'
import { hasVariables } from './variables.ts'

/** A value to save, or what to type instead. */
export type ParsedSetting = { value: JsonValue } | { message: string }

/**
 * Parses what a user typed for the setting `name`. `${VAR}` is kept. A list is typed as entries separated by commas, or as a JSON
 * array.
 */
export function parseSetting(schema: ConfigSchema, name: string, text: string): ParsedSetting {
  const field = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined
  if (!field) return { message: unknownSetting(schema) }
  const parsed = field.type === 'string' && !field.enum ? { value: text } : parseWord(field, text.trim())
  if ('message' in parsed) return parsed
  const message = savedFault(field, parsed.value)
  return message === undefined ? parsed : { message }
}

function parseWord(field: ConfigField, text: string): ParsedSetting {
  if (hasVariables(text) && field.type !== 'array') return { value: text }
  switch (field.type) {
    case 'boolean':
      if (/^(y|yes|true|on|1)$/i.test(text)) return { value: true }
      return /^(n|no|false|off|0)$/i.test(text) ? { value: false } : { message: 'must be yes or no' }
    case 'array':
      return { value: parseTexts(text) ?? text.split(',').flatMap((item) => item.trim() || []) }
    case 'string':
      return { value: field.enum?.find((option) => option.toLowerCase() === text.toLowerCase()) ?? text }
    default:
      if (text !== '' && Number.isFinite(Number(text))) return { value: Number(text) }
      return { message: field.type === 'integer' ? 'must be an integer' : 'must be a number' }
  }
}

function parseTexts(text: string): string[] | undefined {
  if (!text.startsWith('[')) return undefined
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) && list.every((item) => typeof item === 'string') ? list : undefined
  } catch {
    return undefined
  }
}
