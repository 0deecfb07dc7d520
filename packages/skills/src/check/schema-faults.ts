import type { JsonObject, JsonValue } from '@narratoria/protocol'
import type { ConfigField, ConfigSchema } from '@narratoria/protocol/skill'
import { valueFault } from '../config/check-value.ts'
import type { ConfigIssue } from '../config/config-issue.ts'
import { fieldsOf, isKnownKeyword, isPattern } from '../config/config-schema.ts'
import { quoted } from '../manifest/plain-text.ts'
import { isObject } from '../manifest/manifest-fields.ts'

/** Lists the rules of a valid config schema that contradict each other or have no effect. */
export function configSchemaFaults(schema: ConfigSchema): ConfigIssue[] {
  const faults = fieldsOf(schema).flatMap(([name, field]) =>
    fieldFaults(field).map((message) => ({ field: `properties.${name}`, message })),
  )
  for (const name of schema.required ?? [])
    if (!Object.hasOwn(schema.properties, name))
      faults.push({ field: 'required', message: `has the setting "${name}", which does not exist` })
  return faults
}

function fieldFaults(field: ConfigField): string[] {
  const faults: string[] = []
  const [least, most] =
    field.type === 'string'
      ? [field.minLength, field.maxLength]
      : field.type === 'array'
        ? [field.minItems, field.maxItems]
        : field.type === 'boolean'
          ? []
          : [field.minimum, field.maximum]
  if (least !== undefined && most !== undefined && least > most) faults.push('has a lower bound above its upper bound')
  const fault = field.default === undefined ? undefined : valueFault(field, field.default)
  if (fault !== undefined) faults.push(`has an invalid default: it ${fault}`)
  for (const keyword of Object.keys(field))
    if (!isKnownKeyword(field.type, keyword)) faults.push(`has ${quoted(keyword)}, which has no effect there`)
  if (field.type === 'string' && field['x-enum-labels'] && field['x-enum-labels'].length !== field.enum?.length)
    faults.push('must have one "x-enum-labels" for each value of "enum"')
  const variable = field['x-env-var']
  if (variable !== undefined && !/^[A-Za-z_][A-Za-z0-9_]*$/.test(variable))
    faults.push('must have the name of an environment variable as "x-env-var"')
  return faults
}

const types = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null']

/** Lists the errors in the JSON Schema of a script's input that can be found without a validator. */
export function inputSchemaFaults(schema: JsonObject): string[] {
  const faults = schema.type === undefined || schema.type === 'object' ? [] : ['must be of type "object"']
  return [...faults, ...nestedFaults(schema, '')]
}

function nestedFaults(schema: JsonValue | undefined, path: string): string[] {
  if (typeof schema === 'boolean') return []
  if (!isObject(schema)) return [`${path || '/'} must be a schema`]
  const faults: string[] = []
  for (const type of [schema.type ?? []].flat())
    if (!types.some((known) => known === type)) faults.push(`${path}/type ${JSON.stringify(type)} is not a JSON type`)
  if (schema.pattern !== undefined && !isPattern(schema.pattern))
    faults.push(`${path}/pattern is not a valid regular expression`)
  if (
    schema.required !== undefined &&
    !(Array.isArray(schema.required) && schema.required.every((name) => typeof name === 'string'))
  )
    faults.push(`${path}/required must be an array of strings`)
  if (schema.properties !== undefined && !isObject(schema.properties))
    faults.push(`${path}/properties must be an object`)
  else
    for (const [name, property] of Object.entries(schema.properties ?? {}))
      faults.push(...nestedFaults(property, `${path}/properties/${name}`))
  if (schema.items !== undefined) faults.push(...nestedFaults(schema.items, `${path}/items`))
  return faults
}
