import type { JsonObject, JsonValue } from '@narratoria/protocol'
import type { ConfigField, ConfigSchema } from '@narratoria/protocol/skill'
import { fieldsOf } from './config-schema.ts'
import { substitute, variablesIn, type Environment } from './variables.ts'

/** Whether a setting is a secret: marked `x-sensitive`, or of the format `password`. */
export function isSensitive(field: ConfigField): boolean {
  return field['x-sensitive'] === true || (field.type === 'string' && field.format === 'password')
}

/** Matches names of environment variables that suggest a secret. */
const secretName = /key|token|secret|passw|credential|auth/i

/** The values of the variables whose names suggest a secret. */
export function secretVariables(names: readonly string[], environment: Environment): string[] {
  return names.filter((name) => secretName.test(name)).flatMap((name) => environment[name] ?? [])
}

/** Every string to mask: the values of sensitive settings, and of variables whose names suggest a secret. */
export function secretsOf(schema: ConfigSchema, saved: JsonObject, environment: Environment): string[] {
  return fieldsOf(schema).flatMap(([name, field]) => {
    const texts = [saved[name], field.default].flat().flatMap((value) => textsOf(value, isSensitive(field)))
    const variables = texts.flatMap(variablesIn).concat(field['x-env-var'] ?? [])
    if (!isSensitive(field)) return secretVariables(variables, environment)
    const values = variables.flatMap((variable) => environment[variable] ?? [])
    return [...texts.map((text) => substitute(text, environment).text), ...values]
  })
}

function textsOf(value: JsonValue | undefined, withNumbers: boolean): string[] {
  if (typeof value === 'string') return [value]
  return withNumbers && typeof value === 'number' ? [String(value)] : []
}
