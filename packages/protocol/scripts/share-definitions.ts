type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** Schemas by the name that documents know them by. */
export type NamedSchemas = Record<string, object>

/** Documents that need less than everything name only what they use. */
export interface SharedSchema {
  schema: { [key: string]: Json }
  definitions: Record<string, Json>
}

/**
 * Takes every named schema out of the place where it is repeated and leaves a `$ref` to it. TypeBox copies a schema to
 * make it optional, so likeness decides, not identity.
 *
 * @param prefix what a reference starts with, such as `#/$defs/`
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
