import { runInNewContext } from 'node:vm'
import type { JsonValue } from '@narratoria/protocol'
import type { ConfigField } from '@narratoria/protocol/skill'

/** Says what is wrong with a setting's value and what to do; undefined where nothing is (FR-043, FR-044). */
export function valueFault(field: ConfigField, value: JsonValue): string | undefined {
  switch (field.type) {
    case 'string':
      return typeof value === 'string' ? textFault(field, value) : `must be a text, not ${kindOf(value)}`
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
  return fits(field.pattern, value) ? undefined : `must fit the pattern ${field.pattern}`
}

function numberFault(field: Field<'number' | 'integer'>, value: JsonValue): string | undefined {
  const kind = field.type === 'integer' ? 'a whole number' : 'a number'
  if (typeof value !== 'number' || !Number.isFinite(value)) return `must be ${kind}, not ${kindOf(value)}`
  if (field.type === 'integer' && !Number.isInteger(value)) return `must be ${kind}, without a fraction`
  if (field.minimum !== undefined && value < field.minimum) return `must be ${field.minimum} or more`
  if (field.maximum !== undefined && value > field.maximum) return `must be ${field.maximum} or less`
  return undefined
}

function listFault(field: Field<'array'>, value: JsonValue): string | undefined {
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'string')) return 'must be a list of texts'
  if (field.minItems !== undefined && value.length < field.minItems)
    return `must have at least ${field.minItems} entries`
  if (field.maxItems !== undefined && value.length > field.maxItems)
    return `must have at most ${field.maxItems} entries`
  return undefined
}

// The value itself is never told: it may be a secret.
function kindOf(value: JsonValue): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  return { string: 'a text', number: 'a number', boolean: 'true or false', object: 'an object' }[
    typeof value as string
  ]!
}

// A pattern is foreign code that may take for ever; in a context of its own it can be stopped.
function fits(pattern: string, value: string): boolean {
  try {
    return Boolean(runInNewContext('new RegExp(pattern, "u").test(value)', { pattern, value }, { timeout: 200 }))
  } catch {
    return false
  }
}
