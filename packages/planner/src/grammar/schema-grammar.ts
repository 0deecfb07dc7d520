import { isJsonObject, type JsonObject, type JsonValue } from '@narratoria/protocol'
import { anyOf, GrammarRules, jsonLiteral } from './grammar-rules.ts'
import { integerGrammar, numberGrammar } from './number-grammar.ts'
import { isNestedDeeper } from './nesting.ts'
import { type Comparisons, disjoint } from './disjoint.ts'

/** Limits of strings and arrays without a limit of their own. */
const defaultMaxLength = 200
const defaultMaxItems = 8
/** Limits of all strings and arrays. */
const largestMaxLength = 400
const largestMaxItems = 32
/** Most parts of a schema, counted as often as they are referenced, so that an untrusted schema cannot block the host. */
const maxParts = 1_000
/** Most levels of a schema's JSON. Files of skills have the same limit. */
const maxDepth = 100
/** Most comparisons of values and keys between branches of `oneOf`. */
const maxComparisons = 500_000

/** A part of a schema that the grammar does not support. */
export interface UnsupportedPart {
  /** A JSON Pointer into the schema. */
  path: string
  /** The keyword or construct, for messages. */
  what: string
}

const annotations = new Set([
  'title',
  'description',
  'default',
  'examples',
  '$comment',
  '$schema',
  '$id',
  '$defs',
  'definitions',
  'deprecated',
  'readOnly',
  'writeOnly',
  'additionalProperties',
])
const keywords: Record<string, readonly string[]> = {
  object: ['type', 'properties', 'required'],
  array: ['type', 'items', 'minItems', 'maxItems'],
  string: ['type', 'minLength', 'maxLength'],
  number: ['type', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
  integer: ['type', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'],
  boolean: ['type'],
  null: ['type'],
}

class Unsupported extends Error {
  readonly part: UnsupportedPart

  constructor(path: string, what: string) {
    super(`${what} at ${path === '' ? 'the top' : path}`)
    this.part = { path, what }
  }
}

/**
 * Makes a GBNF expression for the values of a JSON Schema, as JSON on one line without spaces, and adds its rules to
 * `rules`. Deterministic. Every text of the grammar is valid. Valid texts outside the grammar: other orders of keys and
 * additional keys; strings and arrays longer than its limits; unnecessary escapes; numbers with an exponent or more than
 * four decimal places; decimals from 100,000,000,000 on; and numbers further than 999,999 from zero and from the other bound
 * if a bound is missing.
 *
 * Supported: objects with required and optional keys, arrays with `items` and bounds, strings with lengths, numbers and
 * integers with bounds, booleans, null, `enum`, `const`, `anyOf`, `oneOf` with branches that exclude each other, several
 * types, and `$ref` to `$defs` or `definitions` without recursion; at most 1,000 parts, 100 levels of JSON, and 500,000
 * comparisons between branches of `oneOf`.
 *
 * @returns the expression, or the first part of the schema that is not supported
 */
export function schemaGrammar(schema: JsonObject, rules: GrammarRules = new GrammarRules()): string | UnsupportedPart {
  if (isNestedDeeper(schema, maxDepth)) return { path: '', what: `more than ${maxDepth} levels` }
  const [parts, comparisons] = [{ left: maxParts }, { left: maxComparisons }]
  try {
    return expression(schema, { rules, whole: schema, path: '', open: [], parts, comparisons })
  } catch (error) {
    if (error instanceof Unsupported) return error.part
    throw error
  }
}

interface Place {
  rules: GrammarRules
  whole: JsonObject
  path: string
  /** The references that are being resolved, to detect recursion. */
  open: readonly string[]
  parts: { left: number }
  comparisons: Comparisons
}

function expression(schema: JsonValue | undefined, place: Place): string {
  if ((place.parts.left -= 1) < 0) throw new Unsupported(place.path, `more than ${maxParts} parts`)
  if (!isJsonObject(schema)) throw new Unsupported(place.path, 'a schema that is not an object')
  if (typeof schema.$ref === 'string') return reference(schema, schema.$ref, place)
  if (schema.const !== undefined) return enumeration(schema, [schema.const], place)
  if (Array.isArray(schema.enum)) return enumeration(schema, schema.enum, place)
  for (const key of ['anyOf', 'oneOf'] as const) if (schema[key] !== undefined) return union(schema, key, place)
  const types = Array.isArray(schema.type) ? schema.type : [schema.type]
  const alternatives = types.map((type) => ofType({ ...schema, type: type ?? null }, types, place))
  return anyOf(alternatives)
}

function ofType(schema: JsonObject, types: readonly (JsonValue | undefined)[], place: Place): string {
  const { type } = schema
  if (typeof type !== 'string') throw new Unsupported(place.path, 'a schema without a type')
  if (!Object.hasOwn(keywords, type)) throw new Unsupported(place.path, `type "${type}"`)
  const allowed = types.flatMap((name) => (typeof name === 'string' ? (keywords[name] ?? []) : []))
  return allowing(schema, allowed, place, () => {
    switch (type) {
      case 'object':
        return object(schema, place)
      case 'array':
        return array(schema, place)
      case 'string':
        return string(schema, place)
      case 'boolean':
        return '("true" | "false")'
      case 'null':
        return '"null"'
      default:
        return number(schema, place)
    }
  })
}

function allowing<T>(schema: JsonObject, allowed: readonly string[], { path }: Place, make: () => T): T {
  const other = Object.keys(schema).find(
    (key) => !annotations.has(key) && !key.startsWith('x-') && !allowed.includes(key),
  )
  if (other !== undefined) throw new Unsupported(path, `"${other}"`)
  return make()
}

function reference(schema: JsonObject, ref: string, place: Place): string {
  const match = /^#\/(\$defs|definitions)\/([^/]+)$/.exec(ref)
  const definitions = match?.[1] === undefined ? undefined : place.whole[match[1]]
  const name = match?.[2] ?? ''
  if (!isJsonObject(definitions) || !Object.hasOwn(definitions, name))
    throw new Unsupported(place.path, `"$ref" to ${ref}`)
  if (place.open.includes(ref)) throw new Unsupported(place.path, `"$ref" to ${ref}, which contains itself,`)
  return allowing(schema, ['$ref'], place, () =>
    place.rules.add(expression(definitions[name], { ...place, path: ref.slice(1), open: [...place.open, ref] })),
  )
}

function enumeration(schema: JsonObject, values: readonly JsonValue[], place: Place): string {
  const { type } = schema
  const types = Array.isArray(type) ? type : [type]
  const fitting = type === undefined ? values : values.filter((value) => types.some((name) => isOfType(value, name)))
  if (fitting.length === 0) throw new Unsupported(place.path, '"enum" without a value of its type')
  const allowed = schema.const === undefined ? ['enum', 'type'] : ['const', 'type']
  return allowing(schema, allowed, place, () => anyOf(fitting.map(jsonLiteral)))
}

function isOfType(value: JsonValue, type: JsonValue | undefined): boolean {
  if (type === 'integer') return Number.isInteger(value)
  if (type === 'null') return value === null
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return isJsonObject(value)
  return typeof value === type
}

function union(schema: JsonObject, key: 'anyOf' | 'oneOf', place: Place): string {
  const branches = schema[key]
  if (!Array.isArray(branches) || branches.length === 0) throw new Unsupported(place.path, `an empty "${key}"`)
  if (branches.length > place.parts.left) throw new Unsupported(place.path, `more than ${maxParts} parts`)
  // Count the parts before branches are compared in pairs.
  const made = allowing(schema, [key], place, () =>
    branches.map((branch, index) => expression(branch, { ...place, path: `${place.path}/${key}/${index}` })),
  )
  if (key === 'oneOf') assertDisjoint(branches, place)
  return anyOf(made)
}

function assertDisjoint(branches: readonly JsonValue[], { path, comparisons }: Place): void {
  for (const [at, a] of branches.entries())
    for (const b of branches.slice(at + 1)) {
      const apart = disjoint(a, b, comparisons)
      if (comparisons.left < 0)
        throw new Unsupported(path, `"oneOf" that takes more than ${maxComparisons} comparisons`)
      if (!apart) throw new Unsupported(path, '"oneOf" with branches that may both fit')
    }
}

function object(schema: JsonObject, place: Place): string {
  const properties = schema.properties ?? {}
  if (!isJsonObject(properties)) throw new Unsupported(place.path, '"properties" that are not an object')
  const required = Array.isArray(schema.required) ? schema.required : []
  const missing = required.find((name) => typeof name !== 'string' || !Object.hasOwn(properties, name))
  if (missing !== undefined)
    throw new Unsupported(place.path, `the required key ${JSON.stringify(missing)} without a schema`)
  const members = Object.entries(properties).map(([name, property]) => ({
    text: `${jsonLiteral(name).slice(0, -1)}:" ${expression(property, { ...place, path: `${place.path}/properties/${name}` })}`,
    required: required.includes(name),
  }))
  return place.rules.add(`"{" ${firstMembers(members, place.rules)} "}"`)
}

type Member = { text: string; required: boolean }

// A comma precedes every member but the first that is written.
function firstMembers(members: readonly Member[], rules: GrammarRules): string {
  const firstRequired = members.findIndex(({ required }) => required)
  const alternatives: string[] = firstRequired === -1 ? ['""'] : []
  let rest = ''
  for (const [index, { text, required }] of [...members.entries()].toReversed()) {
    if (firstRequired === -1 || index <= firstRequired) alternatives.unshift(`${text} ${rest}`.trimEnd())
    const part = required ? `"," ${text}` : `("," ${text})?`
    rest = rules.add(`${part} ${rest}`.trimEnd())
  }
  return anyOf(alternatives)
}

function array(schema: JsonObject, place: Place): string {
  const min = bound(schema, 'minItems', place) ?? 0
  const max = Math.min(bound(schema, 'maxItems', place) ?? Math.max(defaultMaxItems, min), largestMaxItems)
  if (min > max) throw new Unsupported(place.path, '"minItems" that is too large')
  const item = place.rules.add(expression(schema.items, { ...place, path: `${place.path}/items` }))
  if (max === 0) return '"[]"'
  const more = `("," ${item}){${Math.max(0, min - 1)},${max - 1}}`
  return place.rules.add(min > 0 ? `"[" ${item} ${more} "]"` : `"[" (${item} ${more})? "]"`)
}

const character = String.raw`([^"\\\x00-\x1F\x7F-\x9F\u2028\u2029] | "\\" ["\\nt])`

function string(schema: JsonObject, place: Place): string {
  const min = bound(schema, 'minLength', place) ?? 0
  const max = Math.min(bound(schema, 'maxLength', place) ?? Math.max(defaultMaxLength, min), largestMaxLength)
  if (min > max) throw new Unsupported(place.path, '"minLength" that is too large')
  const one = place.rules.add(character)
  return place.rules.add(String.raw`"\"" ${one}{${min},${max}} "\""`)
}

function number(schema: JsonObject, place: Place): string {
  const ends = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'].map((key) => schema[key])
  if (ends.some((end) => end !== undefined && (typeof end !== 'number' || Math.abs(end) > Number.MAX_SAFE_INTEGER / 2)))
    throw new Unsupported(place.path, 'a bound that is not a safe number')
  const [minimum = -Infinity, maximum = Infinity, above = -Infinity, below = Infinity] = ends as (number | undefined)[]
  const minOpen = above >= minimum && above !== -Infinity
  const maxOpen = below <= maximum && below !== Infinity
  const [min, max] = [Math.max(minimum, above), Math.min(maximum, below)]
  const interval = { ...(min !== -Infinity && { min, minOpen }), ...(max !== Infinity && { max, maxOpen }) }
  const text = schema.type === 'integer' ? integerGrammar(interval) : numberGrammar(interval)
  if (text === undefined) throw new Unsupported(place.path, 'bounds that leave too little room')
  return place.rules.add(text)
}

function bound(schema: JsonObject, key: string, { path }: Place): number | undefined {
  const value = schema[key]
  if (value === undefined) return undefined
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0)
    throw new Unsupported(path, `"${key}" that is not a non-negative integer`)
  return value
}
