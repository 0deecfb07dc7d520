import { matchesForeign } from '@narratoria/protocol/bounded'
import type { JsonValue } from '@narratoria/protocol'
import type { ConfigField } from '@narratoria/protocol/skill'

/** Explains what is wrong with a setting's value. Returns undefined for a valid value. */
export function valueFault(field: ConfigField, value: JsonValue): string | undefined {
  switch (field.type) {
    case 'string':
      return typeof value === 'string' ? textFault(field, value) : `must be a string, not ${kindOf(value)}`
    case 'boolean':
      return typeof value === 'boolean' ? undefined : `must be true or false, not ${kindOf(value)}`
    case 'array':
      return listFault(field, value)
    default:
      return numberFault(field, value)
  }
}

type Field<T extends ConfigField['type']> = Extract<ConfigField, { type: T }>

function textFault(field: Field<'string'>, value: string): string | undefined {
  if (field.enum && !field.enum.includes(value)) return `must be one of ${field.enum.join(', ')}`
  const length = Array.from(value).length
  if (field.minLength !== undefined && length < field.minLength)
    return `must have at least ${field.minLength} characters`
  if (field.maxLength !== undefined && length > field.maxLength)
    return `must have at most ${field.maxLength} characters`
  if (field.pattern === undefined) return undefined
  return matchesPattern(field.pattern, value) ? undefined : `must match the pattern ${field.pattern}`
}

function numberFault(field: Field<'number' | 'integer'>, value: JsonValue): string | undefined {
  const kind = field.type === 'integer' ? 'an integer' : 'a number'
  if (typeof value !== 'number' || !Number.isFinite(value)) return `must be ${kind}, not ${kindOf(value)}`
  if (field.type === 'integer' && !Number.isInteger(value)) return 'must be an integer, without a fraction'
  if (field.minimum !== undefined && value < field.minimum) return `must be ${field.minimum} or more`
  if (field.maximum !== undefined && value > field.maximum) return `must be ${field.maximum} or less`
  return undefined
}

function listFault(field: Field<'array'>, value: JsonValue): string | undefined {
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'string')) return 'must be a list of strings'
  if (field.minItems !== undefined && value.length < field.minItems)
    return `must have at least ${field.minItems} entries`
  if (field.maxItems !== undefined && value.length > field.maxItems)
    return `must have at most ${field.maxItems} entries`
  return undefined
}

// Messages never include the value: it may be a secret.
function kindOf(value: JsonValue): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  return { string: 'a string', number: 'a number', boolean: 'true or false', object: 'an object' }[
    typeof value as string
  ]!
}

function matchesPattern(pattern: string, value: string): boolean {
  try {
    return matchesForeign(pattern, 'u', value)
  } catch {
    return false
  }
}
