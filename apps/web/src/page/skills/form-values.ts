import type { JsonValue } from '@narratoria/protocol'
import { t } from '../language/text.ts'
import type { SettingField } from '../../api/skill-resources.ts'

/** The content of a field: text, or a boolean. */
export type Entered = string | boolean

/** The initial content of the fields. Defaults are placeholders, so that they stay defaults. */
export function initialValues(fields: readonly SettingField[]): Record<string, Entered> {
  return Object.fromEntries(fields.map((field) => [field.name, initialValue(field)]))
}

function initialValue(field: SettingField): Entered {
  if (field.kind === 'toggle') return (field.value ?? field.default) === true
  const value = field.source === 'saved' ? field.value : undefined
  if (value === undefined || value === null) return ''
  return Array.isArray(value) ? value.map(textOf).join('\n') : textOf(value)
}

/** The placeholder of a field. */
export function placeholderOf({ sensitive, source, value, default: preset }: SettingField): string | undefined {
  if (source === 'environment') return t('Read from {variable}', { variable: textOf(value ?? '') })
  if (sensitive) return source === 'saved' ? t('Set; enter a new one to replace it') : t('Not set')
  if (preset === undefined || preset === null) return undefined
  return t('Default ({value})', { value: Array.isArray(preset) ? preset.map(textOf).join(', ') : textOf(preset) })
}

/** A value as text: a string unchanged, anything else as JSON. */
export function textOf(value: JsonValue): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** The changed settings. An empty field restores the default. */
export function changedValues(
  fields: readonly SettingField[],
  entered: Readonly<Record<string, Entered>>,
): Record<string, JsonValue> {
  const before = initialValues(fields)
  return Object.fromEntries(
    fields
      .filter(({ name }) => entered[name] !== before[name])
      .map((field) => [field.name, toSent(field, entered[field.name]!)]),
  )
}

/** Text that is not a number is sent unchanged, so that the server reports what is wrong with it. */
function toSent(field: SettingField, value: Entered): JsonValue {
  if (typeof value === 'boolean') return value
  if (value.trim() === '') return null
  if (field.kind === 'list')
    return value
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
  if (field.kind !== 'number' && field.kind !== 'integer') return value
  const number = Number(value)
  return Number.isFinite(number) ? number : value
}
