import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { isJsonObject, type JsonObject } from './json-value.ts'
import { discriminate, type DiscriminatedUnion, unionAt, type UnionPlace } from './union.ts'

type Validator = ReturnType<typeof Compile>

/** One difference between a value and a schema. */
export interface SchemaIssue {
  /** A JSON Pointer to the part that differs, empty for the value itself. */
  path: string
  /** What is wrong, such as `must be string`. */
  message: string
}

const compiled = new WeakMap<object, Validator>()

// Compiled on first use: most programs check a few of the schemas, and each costs about a millisecond.
function validator(schema: TSchema): Validator {
  let found = compiled.get(schema)
  if (!found) compiled.set(schema, (found = Compile(schema)))
  return found
}

/** Whether `value` matches `schema`. The schema is compiled at the first call and cached. */
export function matches<T extends TSchema>(schema: T, value: unknown): boolean {
  return validator(schema).Check(value)
}

/** A check of `schema` that is compiled at its first call, for frequent calls. */
export function lazyCheck(schema: TSchema): (value: unknown) => boolean {
  let check: Validator | undefined
  return (value) => (check ??= validator(schema)).Check(value)
}

/**
 * Lists the differences between `value` and `schema`, outermost first; empty if it matches. If every alternative of a union fails, that
 * is one issue, unless a constant such as `type` says which alternative is meant: then its issues are listed.
 *
 * @param limit the most issues to return; defaults to 20
 */
export function listIssues(schema: TSchema, value: unknown, limit = 20): SchemaIssue[] {
  if (validator(schema).Check(value)) return []
  return issuesOf(schema, value, '').slice(0, limit)
}

function issuesOf(schema: TSchema, value: unknown, at: string): SchemaIssue[] {
  const union = discriminate(schema as JsonObject)
  if (union) return issuesOfMember(union, value, at)
  const places = new Set<string>()
  return validator(schema)
    .Errors(value)
    .flatMap(({ keyword, schemaPath, instancePath, params, message }) => {
      const place = unionAt(schema as JsonObject, { schemaPath, instancePath, isUnion: keyword === 'anyOf' })
      if (!place) return [{ path: at + instancePath, message: explain(keyword, params as Params, message) }]
      if (places.has(place.path)) return []
      places.add(place.path)
      return issuesOfUnion(place, value, at)
    })
}

function issuesOfUnion({ schema, path }: UnionPlace, value: unknown, at: string): SchemaIssue[] {
  const inside = discriminate(schema) && valueAt(value, path)
  if (inside !== undefined) return issuesOf(schema, inside, at + path)
  return [{ path: at + path, message: explain('anyOf', {}, '') }]
}

function issuesOfMember({ property, members }: DiscriminatedUnion, value: unknown, at: string): SchemaIssue[] {
  if (!isJsonObject(value)) return [{ path: at, message: 'must be object' }]
  const constant = value[property]
  const member = constant === undefined ? undefined : members.get(constant)
  if (member) return issuesOf(member, value, at)
  if (constant === undefined)
    return [{ path: at, message: explain('required', { requiredProperties: [property] }, '') }]
  return [{ path: `${at}/${property}`, message: explain('enum', { allowedValues: [...members.keys()] }, '') }]
}

function valueAt(value: unknown, path: string): unknown {
  let found: unknown = value
  for (const token of path.split('/').slice(1)) {
    const name = token.replaceAll('~1', '/').replaceAll('~0', '~')
    found = typeof found === 'object' && found !== null ? Reflect.get(found, name) : undefined
  }
  return found
}

type Params = Record<string, unknown>

function explain(keyword: string, params: Params, message: string): string {
  switch (keyword) {
    case 'const':
      return `must be ${JSON.stringify(params.allowedValue)}`
    case 'enum':
      return `must be one of ${(params.allowedValues as unknown[]).map((value) => JSON.stringify(value)).join(', ')}`
    case 'required':
      return `must have ${(params.requiredProperties as string[]).map((name) => `"${name}"`).join(', ')}`
    case 'anyOf':
      return 'must match one of the allowed forms'
    default:
      return message
  }
}

/** Formats issues as one line: `/tools/0/toolId must be string; …`. */
export function describeIssues(issues: SchemaIssue[]): string {
  return issues.map(({ path, message }) => (path === '' ? message : `${path} ${message}`)).join('; ')
}
