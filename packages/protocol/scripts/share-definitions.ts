type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** Schemas by name. */
export type NamedSchemas = Record<string, object>

/** A schema with references, and the definitions that it needs. */
export interface SharedSchema {
  schema: { [key: string]: Json }
  definitions: Record<string, Json>
}

/**
 * Replaces every use of a named schema by a `$ref`. Schemas are compared by content, because TypeBox copies a schema to make it
 * optional.
 *
 * @param prefix the start of a reference, such as `#/$defs/`
 */
export function shareDefinitions(root: object, named: NamedSchemas, prefix: string): SharedSchema {
  const names = new Map(Object.entries(named).map(([name, schema]) => [JSON.stringify(schema), name]))
  const definitions: Record<string, Json> = {}
  const share = (value: Json, inside: string | undefined): Json => {
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map((entry) => share(entry, undefined))
    const name = names.get(JSON.stringify(value))
    if (name !== undefined && name !== inside) {
      definitions[name] ??= share(plain(named[name]!), name)
      return { $ref: `${prefix}${name}` }
    }
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, share(entry, undefined)]))
  }
  const rootName = names.get(JSON.stringify(root))
  const schema = share(plain(root), rootName) as { [key: string]: Json }
  const sorted = Object.entries(definitions).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return { schema, definitions: Object.fromEntries(sorted) }
}

function plain(schema: object): Json {
  return JSON.parse(JSON.stringify(schema)) as Json
}
