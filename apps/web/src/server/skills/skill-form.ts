import { type ConfigField, type ConfigSchema, type JsonObject, isJsonObject } from '@narratoria/protocol'
import type { FormField } from '../../api/skill-resources.ts'

/**
 * The form of a skill's settings (FR-038, FR-039, FR-040). What a sensitive field holds is not in it: neither the saved
 * value nor a default.
 */
export function skillForm(schema: ConfigSchema, saved: JsonObject): FormField[] {
  return Object.entries(schema.properties).map(([name, field]) => {
    const sensitive = field['x-sensitive'] ?? false
    const isSet = Object.hasOwn(saved, name)
    const label = field.title ?? name
    return {
      name,
      label,
      ...(field.description !== undefined && { description: field.description }),
      ...(field['x-category'] !== undefined && { category: field['x-category'] }),
      ...(field['x-env-var'] !== undefined && { environmentVariable: field['x-env-var'] }),
      input: inputOf(field),
      sensitive,
      required: schema.required?.includes(name) ?? false,
      isSet,
      ...(isSet && !sensitive && !isJsonObject(saved[name]) && { value: saved[name] }),
      ...(field.default !== undefined && !sensitive && { default: field.default }),
      ...(field.type === 'string' && field.enum && { choices: field.enum }),
      ...('minimum' in field && field.minimum !== undefined && { minimum: field.minimum }),
      ...('maximum' in field && field.maximum !== undefined && { maximum: field.maximum }),
    }
  })
}

function inputOf(field: ConfigField): FormField['input'] {
  if (field.type === 'boolean') return 'toggle'
  if (field.type === 'array') return 'list'
  if (field.type !== 'string') return field.type
  if (field.enum) return 'choice'
  return field.format === 'textarea' ? 'textarea' : 'text'
}
