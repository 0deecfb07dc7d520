import { isJsonObject, type JsonObject, type JsonValue } from '@narratoria/protocol'

const allowed = new Set([
  'type',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'enum',
  'anyOf',
  'description',
])

/** Lists where a schema breaks the rules that every known server needs. Empty for a schema that all of them accept. */
export function strictFaults(schema: JsonValue, path = '', objects = 0): string[] {
  if (!isJsonObject(schema)) return [`${path}: is not a schema`]
  const faults = Object.keys(schema)
    .filter((name) => !allowed.has(name))
    .map((name) => `${path}: has ${name}`)
  if (path === '' && schema.anyOf !== undefined) faults.push('the root is a union')
  if (schema.anyOf !== undefined) return [...faults, ...unionFaults(schema, path, objects)]
  if (typeof schema.type !== 'string') faults.push(`${path}: has no single type`)
  if (Array.isArray(schema.enum) && schema.enum.some((value) => typeof value === 'object'))
    faults.push(`${path}: enum of objects`)
  if (schema.type === 'array') faults.push(...strictFaults(schema.items ?? null, `${path}/items`, objects))
  if (schema.type === 'object') faults.push(...objectFaults(schema, path, objects + 1))
  return faults
}

function unionFaults(schema: JsonObject, path: string, objects: number): string[] {
  const mixed = ['properties', 'type', 'enum', 'items'].filter((name) => schema[name] !== undefined)
  const parts = Array.isArray(schema.anyOf) ? schema.anyOf : []
  return [
    ...mixed.map((name) => `${path}: has ${name} beside anyOf`),
    ...(parts.length === 0 ? [`${path}: anyOf is empty`] : []),
    ...parts.flatMap((part, at) => strictFaults(part, `${path}/anyOf/${at}`, objects)),
  ]
}

function objectFaults(schema: JsonObject, path: string, objects: number): string[] {
  const properties = isJsonObject(schema.properties) ? schema.properties : {}
  const names = Object.keys(properties)
  return [
    ...(objects > 10 ? [`${path}: is in more than 10 objects`] : []),
    ...(schema.additionalProperties === false ? [] : [`${path}: is open`]),
    ...(JSON.stringify(schema.required) === JSON.stringify(names) ? [] : [`${path}: does not require every property`]),
    ...names.flatMap((name) => strictFaults(properties[name] ?? null, `${path}/${name}`, objects)),
  ]
}
