import type { JsonValue } from '@narratoria/protocol'
import type { FormField } from '../../api/skill-resources.ts'

/** What stands in a field: text, or on and off. */
export type Entered = string | boolean

/** What the fields show before anything is changed. Defaults show as placeholders, so that they stay defaults. */
export function initialValues(fields: readonly FormField[]): Record<string, Entered> {
  return Object.fromEntries(fields.map((field) => [field.name, initialValue(field)]))
}

function initialValue(field: FormField): Entered {
  const value = field.value ?? (field.input === 'toggle' || field.input === 'choice' ? field.default : undefined)
  if (field.input === 'toggle') return value === true
  if (value === undefined || value === null) return ''
  return Array.isArray(value) ? value.join('\n') : typeof value === 'string' ? value : JSON.stringify(value)
}

/** What a field shows where nothing is entered. */
export function placeholderOf(field: FormField): string | undefined {
  if (field.sensitive) return field.isSet ? 'Set; enter a new one to replace it' : 'Not set'
  if (field.default === undefined || field.default === null) return undefined
  return Array.isArray(field.default) ? field.default.join(', ') : String(field.default)
}

/** The settings that were changed, as they are sent. An emptied field goes back to its default. */
export function changedValues(
  fields: readonly FormField[],
  entered: Readonly<Record<string, Entered>>,
): Record<string, JsonValue> {
  const before = initialValues(fields)
  return Object.fromEntries(
    fields
      .filter(({ name }) => entered[name] !== before[name])
      .map((field) => [field.name, toSent(field, entered[field.name]!)]),
  )
}

/** What is no number is sent as it was typed, so that the server says what is wrong with it. */
function toSent(field: FormField, value: Entered): JsonValue {
  if (typeof value === 'boolean') return value
  if (value.trim() === '') return null
  if (field.input === 'list')
    return value
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
  if (field.input !== 'number' && field.input !== 'integer') return value
  const number = Number(value)
  return Number.isFinite(number) ? number : value
}
