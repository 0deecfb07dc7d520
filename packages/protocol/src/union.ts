import { isJsonObject, type JsonObject, type JsonValue } from './json-value.ts'

/** A union of objects, each of which has its own constant in one property, such as `type` of events. */
export interface DiscriminatedUnion {
  property: string
  /** The schema of each member by its constant. */
  members: ReadonlyMap<JsonValue, JsonObject>
}

/** Where the error of a validator lies in a union. */
export interface UnionPlace {
  /** The schema of the outermost union. */
  schema: JsonObject
  /** JSON Pointer to the value that the union describes. */
  path: string
}

const unions = new WeakMap<object, DiscriminatedUnion | null>()
/** Keywords whose next token is the name of a property. */
const named = new Set(['properties', 'patternProperties'])
/** Keywords whose schema describes an entry or a property. */
const inner = new Set(['items', 'additionalProperties', 'contains', 'unevaluatedProperties', 'unevaluatedItems'])
/** Keywords whose next token is a position and whose schemas describe the same value. */
const same = new Set(['allOf', 'oneOf'])

/** Returns a schema as a discriminated union; undefined if it is not one. Unions in a union count as its members. */
export function discriminate(schema: JsonObject): DiscriminatedUnion | undefined {
  let found = unions.get(schema)
  if (found === undefined) unions.set(schema, (found = findDiscriminator(schema)))
  return found ?? undefined
}

function findDiscriminator(schema: JsonObject): DiscriminatedUnion | null {
  const members = membersOf(schema)
  const first = members?.[0]
  // A reference may lead out of a member, which then cannot be checked alone.
  if (!members || !first || JSON.stringify(schema).includes('"$ref"')) return null
  const properties = isJsonObject(first.properties) ? Object.keys(first.properties) : []
  for (const property of properties) {
    const byConstant = new Map<JsonValue | undefined, JsonObject[]>()
    for (const member of members) {
      const constant = constantOf(member, property)
      byConstant.set(constant, [...(byConstant.get(constant) ?? []), member])
    }
    if (byConstant.size > 1 && !byConstant.has(undefined)) return { property, members: mergeEqual(byConstant) }
  }
  return null
}

// Members with the same constant are a union without a discriminator.
function mergeEqual(byConstant: ReadonlyMap<JsonValue | undefined, JsonObject[]>): Map<JsonValue, JsonObject> {
  const merged = [...byConstant].map(([constant, equal]) => [constant, equal.length > 1 ? { anyOf: equal } : equal[0]])
  return new Map(merged as [JsonValue, JsonObject][])
}

/** The members of a union and of the unions in it; undefined if one is not an object's schema. */
function membersOf(schema: JsonObject): JsonObject[] | undefined {
  if (!Array.isArray(schema.anyOf)) return undefined
  const all: JsonObject[] = []
  for (const member of schema.anyOf) {
    if (!isJsonObject(member)) return undefined
    const within = member.type === 'object' ? [member] : membersOf(member)
    if (!within) return undefined
    all.push(...within)
  }
  return all
}

function constantOf({ properties }: JsonObject, name: string): JsonValue | undefined {
  const property = isJsonObject(properties) ? properties[name] : undefined
  return isJsonObject(property) ? property.const : undefined
}

/**
 * Finds the outermost union of an error.
 *
 * @param schemaPath the validator's JSON Pointer to the schema of the error, with `#` before it
 * @param instancePath JSON Pointer to the value of the error
 * @param isUnion whether the schema of the error is itself the union
 */
export function unionAt(
  root: JsonObject,
  { schemaPath, instancePath, isUnion }: { schemaPath: string; instancePath: string; isUnion: boolean },
): UnionPlace | undefined {
  const tokens = schemaPath.split('/').slice(1)
  let schema: JsonValue | undefined = root
  let depth = 0
  for (let at = 0; at < tokens.length && isJsonObject(schema); at += 1) {
    const token = tokens[at]!
    if (token === 'anyOf') return placeOf(schema, instancePath, depth)
    schema = schema[token]
    if (inner.has(token)) depth += 1
    else if (named.has(token) || same.has(token) || token === 'prefixItems') {
      schema = stepInto(schema, tokens[(at += 1)] ?? '')
      if (!same.has(token)) depth += 1
    } else return undefined
  }
  return isUnion && isJsonObject(schema) ? placeOf(schema, instancePath, depth) : undefined
}

function stepInto(container: JsonValue | undefined, token: string): JsonValue | undefined {
  if (Array.isArray(container)) return container[Number(token)]
  return isJsonObject(container) ? container[token.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined
}

function placeOf(schema: JsonObject, instancePath: string, depth: number): UnionPlace {
  const path = instancePath
    .split('/')
    .slice(0, depth + 1)
    .join('/')
  return { schema, path }
}
